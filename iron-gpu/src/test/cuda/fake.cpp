// A stand-in for the CUDA libraries on a machine without a GPU, for tests of the Java side: memory
// is memory of the host, a stream does its work at once or puts it down while capturing, NVRTC is
// the C++ compiler with shim.h, products and Cholesky are plain loops. Handles and memory are
// counted, and memory can be limited.
#include <algorithm>
#include <cmath>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <ucontext.h>
#include <unistd.h>
#include <vector>

typedef long long L;
struct Index { unsigned x; };
extern "C" {
Index fake_thread, fake_block, fake_grid;
}

// The threads of a block take turns: each runs until it meets the others or ends. Every thread has a
// stack of its own for good, and turns change by jumps, since a swapcontext is two calls of the system.
// Where the first thread has met nobody nobody meets, and the others are plain calls.
static const int BLOCK = 32;
static ucontext_t caller, fiber;
static jmp_buf home, places[BLOCK];
static char stacks[BLOCK][1 << 16];
static void (*running)(void**);
static void** arguments;
static bool met;

static void jump(int t, jmp_buf to) {
  if (!_setjmp(places[t])) _longjmp(to, 1);
}

extern "C" void fake_meet() {
  int t = fake_thread.x;
  met = true;
  jump(t, places[(t + 1) % BLOCK]);
  fake_thread.x = t;
}

static void one_thread(int t) {
  if (!_setjmp(places[t])) swapcontext(&fiber, &caller);
  for (;;) {
    fake_thread.x = t;
    running(arguments);
    // Threads meet equally often, so that they end one after the other.
    jump(t, t == BLOCK - 1 || !met ? home : places[t + 1]);
  }
}

static void run_block(void (*f)(void**), void** list) {
  static bool ready = false;
  for (int t = 0; !ready && t < BLOCK; t++) {
    getcontext(&fiber);
    fiber.uc_stack.ss_sp = stacks[t];
    fiber.uc_stack.ss_size = sizeof stacks[t];
    fiber.uc_link = nullptr;
    makecontext(&fiber, (void (*)())one_thread, 1, t);
    swapcontext(&caller, &fiber);
  }
  ready = true;
  running = f;
  arguments = list;
  met = false;
  if (!_setjmp(home)) _longjmp(places[0], 1);
  for (int t = 1; !met && t < BLOCK; t++) {
    fake_thread.x = t;
    f(list);
  }
}

typedef std::function<void()> Work;
struct Stream { bool capturing = false; std::vector<Work> list; };
struct Graph { std::vector<Work> list; };
struct Event { timespec at; };
struct Program { std::string source, log, code; };
struct Function { void* code; };
static std::map<L, L> memory_of;  // address -> bytes
static L used = 0, handles = 0;

static L capacity = (L)4 << 30;

static int queue(Stream* s, Work work) {
  if (s->capturing) s->list.push_back(work); else work();
  return 0;
}

extern "C" {
L fake_cuda_handles() { return handles; }
L fake_cuda_bytes() { return used; }
void fake_cuda_limit(L bytes) { capacity = bytes; }

int cuGetErrorName(int code, const char** out) {
  *out = code == 2 ? "CUDA_ERROR_OUT_OF_MEMORY" : code == 100 ? "CUDA_ERROR_NO_DEVICE" : "CUDA_ERROR_FAKE";
  return 0;
}
int cuGetErrorString(int code, const char** out) {
  *out = code == 2 ? "out of memory" : code == 100 ? "no CUDA-capable device is detected" : "fake failure";
  return 0;
}
int cuInit(int) { return 0; }
int cuDriverGetVersion(int* v) { *v = 13000; return 0; }
int cuDeviceGetCount(int* n) { *n = 1; return 0; }
int cuDeviceGet(int* d, int ordinal) { *d = ordinal; return 0; }
int cuDeviceGetName(char* name, int n, int) { snprintf(name, n, "Fake"); return 0; }
int cuDeviceGetAttribute(int* v, int a, int) { *v = a == 75 ? 9 : a == 76 ? 0 : 1; return 0; }
int cuDevicePrimaryCtxRetain(void** c, int) { *c = (void*)8; handles++; return 0; }
int cuDevicePrimaryCtxRelease_v2(int) { handles--; return 0; }
int cuCtxSetCurrent(void*) { return 0; }
int cuMemGetInfo_v2(size_t* f, size_t* t) { *t = capacity; *f = *t - used; return 0; }
int cuMemAlloc_v2(L* p, size_t bytes) {
  if (used + (L)bytes > capacity) return 2;
  *p = (L)malloc(bytes);
  memset((void*)*p, 0xff, bytes);
  memory_of[*p] = bytes;
  used += bytes;
  return 0;
}
int cuMemFree_v2(L p) {
  if (!memory_of.count(p)) return 1;
  used -= memory_of[p];
  memory_of.erase(p);
  free((void*)p);
  return 0;
}
static bool inside(L p, size_t bytes) {
  auto it = memory_of.upper_bound(p);
  if (it == memory_of.begin()) return false;
  --it;
  return p + (L)bytes <= it->first + it->second;
}
int cuMemcpyHtoDAsync_v2(L d, const void* h, size_t n, Stream* s) {
  if (s->capturing || !inside(d, n)) return 1;
  memcpy((void*)d, h, n);
  return 0;
}
int cuMemcpyDtoHAsync_v2(void* h, L d, size_t n, Stream* s) {
  if (s->capturing || !inside(d, n)) return 1;
  memcpy(h, (void*)d, n);
  return 0;
}
int cuMemcpyDtoDAsync_v2(L to, L from, size_t n, Stream* s) {
  if (!inside(to, n) || !inside(from, n)) return 1;
  return queue(s, [=] { memmove((void*)to, (void*)from, n); });
}
int cuMemsetD8Async(L p, unsigned char v, size_t n, Stream* s) {
  if (!inside(p, n)) return 1;
  return queue(s, [=] { memset((void*)p, v, n); });
}
int cuStreamCreate(Stream** s, unsigned) { *s = new Stream; handles++; return 0; }
int cuStreamDestroy_v2(Stream* s) { delete s; handles--; return 0; }
int cuStreamSynchronize(Stream* s) { return s->capturing ? 900 : 0; }
int cuEventCreate(Event** e, unsigned) { *e = new Event; handles++; return 0; }
int cuEventDestroy_v2(Event* e) { delete e; handles--; return 0; }
int cuEventRecord(Event* e, Stream* s) { if (s->capturing) return 900; clock_gettime(CLOCK_MONOTONIC, &e->at); return 0; }
int cuEventElapsedTime(float* ms, Event* a, Event* b) {
  *ms = (b->at.tv_sec - a->at.tv_sec) * 1e3 + (b->at.tv_nsec - a->at.tv_nsec) * 1e-6;
  return 0;
}
int cuModuleLoadData(void** m, const char* image) {
  // Kernels look for what is theirs of this library.
  Dl_info self;
  dladdr((void*)cuModuleLoadData, &self);
  dlopen(self.dli_fname, RTLD_NOW | RTLD_GLOBAL | RTLD_NOLOAD);
  *m = dlopen(image, RTLD_NOW | RTLD_LOCAL);
  if (!*m) { fprintf(stderr, "%s\n", dlerror()); return 200; }
  handles++;
  return 0;
}
int cuModuleUnload(void* m) { dlclose(m); handles--; return 0; }
int cuModuleGetFunction(void** f, void* m, const char* name) {
  *f = dlsym(m, (std::string("call_") + name).c_str());
  return *f ? 0 : 500;
}
int cuLaunchKernel(void (*f)(void**), unsigned gx, unsigned, unsigned, unsigned, unsigned, unsigned,
                   unsigned, Stream* s, void** params, void**) {
  // The driver copies the arguments when the launch is queued.
  auto kept = std::make_shared<std::vector<L>>();
  for (int i = 0; i < 16; i++) kept->push_back(*(L*)params[i]);
  return queue(s, [=] {
    fake_grid.x = gx;
    void* pointers[16];
    for (int i = 0; i < 16; i++) pointers[i] = &(*kept)[i];
    for (unsigned b = 0; b < gx; b++) {
      fake_block.x = b;
      run_block(f, pointers);
    }
  });
}
int cuStreamBeginCapture_v2(Stream* s, int) { s->capturing = true; s->list.clear(); return 0; }
int cuStreamEndCapture(Stream* s, Graph** g) {
  s->capturing = false;
  *g = new Graph{s->list};
  handles++;
  return 0;
}
int cuGraphInstantiateWithFlags(Graph** e, Graph* g, L) { *e = new Graph(*g); handles++; return 0; }
int cuGraphLaunch(Graph* g, Stream* s) {
  for (auto& work : g->list) queue(s, work);
  return 0;
}
int cuGraphDestroy(Graph* g) { delete g; handles--; return 0; }
int cuGraphExecDestroy(Graph* g) { delete g; handles--; return 0; }

struct Blas { Stream* stream; bool workspace; };
int cublasCreate_v2(Blas** b) { *b = new Blas{nullptr, false}; handles++; return 0; }
int cublasDestroy_v2(Blas* b) { delete b; handles--; return 0; }
int cublasGetVersion_v2(Blas*, int* v) { *v = 130000; return 0; }
const char* cublasGetStatusString(int) { return "the requested functionality is not supported"; }
int cublasSetStream_v2(Blas* b, Stream* s) { b->stream = s; b->workspace = false; return 0; }
int cublasSetWorkspace_v2(Blas* b, void*, size_t) { b->workspace = true; return 0; }
int cublasSetMathMode(Blas*, int) { return 0; }
}

template <class T>
static int gemm(Blas* h, int ta, int tb, int m, int n, int k, const T* alpha, const T* a, int lda, const T* b,
                int ldb, const T* beta, T* c, int ldc) {
  if (lda < (ta ? k : m) || ldb < (tb ? n : k) || ldc < m) return 7;
  if (h->stream->capturing && !h->workspace) return 14;
  T al = *alpha, be = *beta;
  return queue(h->stream, [=] {
    std::vector<double> sums(m);
    for (int j = 0; j < n; j++) {
      std::fill(sums.begin(), sums.end(), 0.0);
      for (int l = 0; l < k; l++) {
        double w = tb ? b[(L)l * ldb + j] : b[(L)j * ldb + l];
        if (ta)
          for (int i = 0; i < m; i++) sums[i] += a[(L)i * lda + l] * w;
        else
          for (int i = 0; i < m; i++) sums[i] += a[(L)l * lda + i] * w;
      }
      T* out = c + (L)j * ldc;
      for (int i = 0; i < m; i++) out[i] = (T)(al * sums[i] + (be == 0 ? 0 : be * out[i]));
    }
  });
}

// Column by column, in double.
template <class T>
static void factor(int n, T* a, int lda, int* info) {
  *info = 0;
  std::vector<double> c(n);
  for (int j = 0; j < n; j++) {
    for (int i = j; i < n; i++) c[i] = a[(L)j * lda + i];
    for (int k = 0; k < j; k++) {
      const T* before = a + (L)k * lda;
      double w = before[j];
      for (int i = j; i < n; i++) c[i] -= w * before[i];
    }
    if (!(c[j] > 0)) { *info = j + 1; return; }
    double root = std::sqrt(c[j]);
    for (int i = j; i < n; i++) a[(L)j * lda + i] = (T)(c[i] / root);
  }
}

template <class T>
static void solve(int n, int nrhs, const T* a, int lda, T* b, int ldb, int* info) {
  *info = 0;
  std::vector<double> x(n);
  for (int c = 0; c < nrhs; c++) {
    T* out = b + (L)c * ldb;
    for (int i = 0; i < n; i++) x[i] = out[i];
    for (int k = 0; k < n; k++) {
      if (x[k] == 0) continue;
      const T* column = a + (L)k * lda;
      double w = x[k] /= column[k];
      for (int i = k + 1; i < n; i++) x[i] -= w * column[i];
    }
    for (int i = n - 1; i >= 0; i--) {
      const T* column = a + (L)i * lda;
      double lanes[8] = {}, sum = x[i];
      int k = i + 1;
      for (; k + 8 <= n; k += 8)
        for (int l = 0; l < 8; l++) lanes[l] += column[k + l] * x[k + l];
      for (; k < n; k++) sum -= column[k] * x[k];
      for (double lane : lanes) sum -= lane;
      x[i] = sum / column[i];
    }
    for (int i = 0; i < n; i++) out[i] = (T)x[i];
  }
}

extern "C" {
int cublasSgemm_v2(Blas* h, int ta, int tb, int m, int n, int k, const float* al, const float* a, int lda,
                   const float* b, int ldb, const float* be, float* c, int ldc) {
  return gemm(h, ta, tb, m, n, k, al, a, lda, b, ldb, be, c, ldc);
}
int cublasDgemm_v2(Blas* h, int ta, int tb, int m, int n, int k, const double* al, const double* a, int lda,
                   const double* b, int ldb, const double* be, double* c, int ldc) {
  return gemm(h, ta, tb, m, n, k, al, a, lda, b, ldb, be, c, ldc);
}
struct Solver { Stream* stream; };
int cusolverDnCreate(Solver** s) { *s = new Solver; handles++; return 0; }
int cusolverDnDestroy(Solver* s) { delete s; handles--; return 0; }
int cusolverDnSetStream(Solver* s, Stream* st) { s->stream = st; return 0; }
int cusolverGetVersion(int* v) { *v = 12000; return 0; }
int cusolverDnSpotrf_bufferSize(Solver*, int, int n, float*, int, int* size) { *size = n; return 0; }
int cusolverDnDpotrf_bufferSize(Solver*, int, int n, double*, int, int* size) { *size = n; return 0; }
int cusolverDnSpotrf(Solver* s, int, int n, float* a, int lda, float*, int lwork, int* info) {
  if (lwork < n) return 3;
  return queue(s->stream, [=] { factor(n, a, lda, info); });
}
int cusolverDnDpotrf(Solver* s, int, int n, double* a, int lda, double*, int lwork, int* info) {
  if (lwork < n) return 3;
  return queue(s->stream, [=] { factor(n, a, lda, info); });
}
int cusolverDnSpotrs(Solver* s, int, int n, int nrhs, const float* a, int lda, float* b, int ldb, int* info) {
  return queue(s->stream, [=] { solve(n, nrhs, a, lda, b, ldb, info); });
}
int cusolverDnDpotrs(Solver* s, int, int n, int nrhs, const double* a, int lda, double* b, int ldb, int* info) {
  return queue(s->stream, [=] { solve(n, nrhs, a, lda, b, ldb, info); });
}

int nvrtcVersion(int* a, int* b) { *a = 13; *b = 0; return 0; }
const char* nvrtcGetErrorString(int) { return "NVRTC_ERROR_COMPILATION"; }
int nvrtcCreateProgram(Program** p, const char* source, const char*, int, const char**, const char**) {
  *p = new Program{source, "", ""};
  handles++;
  return 0;
}

// Writes a function call_NAME(void**) for every kernel, which takes its arguments from pointers.
static std::string callers(const std::string& source) {
  std::string out;
  const std::string mark = "extern \"C\" __global__ void ", bounds = "BOUNDS ";
  for (size_t at = source.find(mark); at != std::string::npos; at = source.find(mark, at + 1)) {
    size_t open = source.find('(', at), close = source.find(')', open);
    std::string name = source.substr(at + mark.size(), open - at - mark.size());
    if (name.find(bounds) == 0) name = name.substr(bounds.size());
    std::string list = source.substr(open + 1, close - open - 1) + ",";
    std::string call;
    int i = 0;
    for (size_t from = 0, comma; (comma = list.find(',', from)) != std::string::npos; from = comma + 1, i++) {
      std::string type = list.substr(from, comma - from);
      type = type.substr(0, type.find_last_of(" *") + 1);
      call += (i ? ", " : "") + ("*(" + type + "*)p[") + std::to_string(i) + "]";
    }
    out += "extern \"C\" void call_" + name + "(void** p) { " + name + "(" + call + "); }\n";
  }
  return out;
}

int nvrtcCompileProgram(Program* p, int, const char**) {
  std::string base = FAKE_FOLDER "/kernelsXXXXXX";
  if (!mkdtemp(base.data())) return 6;
  std::ofstream(base + "/kernels.cpp") << p->source << callers(p->source);
  std::string command = std::string(FAKE_CXX) + " " + base + "/kernels.cpp -o " + base +
                        "/kernels.so 2> " + base + "/log";
  int status = system(command.c_str());
  std::ifstream log(base + "/log");
  p->log.assign(std::istreambuf_iterator<char>(log), {});
  p->code = base + "/kernels.so";
  return status ? 6 : 0;
}
int nvrtcGetCUBINSize(Program* p, size_t* n) { *n = p->code.size() + 1; return 0; }
int nvrtcGetCUBIN(Program* p, char* out) { memcpy(out, p->code.c_str(), p->code.size() + 1); return 0; }
int nvrtcGetProgramLogSize(Program* p, size_t* n) { *n = p->log.size() + 1; return 0; }
int nvrtcGetProgramLog(Program* p, char* out) { memcpy(out, p->log.c_str(), p->log.size() + 1); return 0; }
int nvrtcDestroyProgram(Program** p) { delete *p; *p = nullptr; handles--; return 0; }
}
