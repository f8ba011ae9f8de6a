"""torch.optim.AdamW on the deep autoencoder of MNIST, as a peer: fused, one CUDA graph a step, cosine
decay to the end of the budget. Tuned at the budget on six settings, then run at three times it.
  usage: MNIST_TRAIN=train-images-idx3-ubyte.gz python3 peer.py sigmoid|tanh SECONDS [RATES ROWS]
RATES and ROWS are lists such as 0.001,0.002 and 200,400; without them three rates and both rows.
Prints PEER lines, the best setting, and TARGETS for Measure. Evaluation is not on the clock."""
import gzip
import math
import os
import sys
import time

import numpy as np
import torch

torch.backends.cuda.matmul.allow_tf32 = True
DEVICE = "cuda"
SIZES = [784, 1000, 500, 250, 30, 250, 500, 1000, 784]
LAYERS = len(SIZES) - 1
CODE = 3
ACT = sys.argv[1]
BUDGET = float(sys.argv[2])
raw = gzip.open(os.environ["MNIST_TRAIN"]).read()
pixels = np.frombuffer(raw, dtype=np.uint8, offset=16).reshape(-1, 784).copy()
X = torch.from_numpy(pixels).to(DEVICE).float() / 255
N = len(X)


def start(seed):
    generator = torch.Generator().manual_seed(seed)
    parameters = []
    for inputs, units in zip(SIZES, SIZES[1:]):
        if ACT == "sigmoid":
            w = torch.zeros(units, inputs)
            for row in w:
                row[torch.randperm(inputs, generator=generator)[:15]] = torch.randn(15, generator=generator)
        else:
            w = torch.randn(units, inputs, generator=generator) / math.sqrt(inputs)
        parameters += [w.to(DEVICE), torch.zeros(units, device=DEVICE)]
    return parameters


def network(x, parameters):
    for l in range(LAYERS):
        x = torch.nn.functional.linear(x, parameters[2 * l], parameters[2 * l + 1])
        if l < LAYERS - 1 and l != CODE:
            x = torch.sigmoid(x) if ACT == "sigmoid" else torch.tanh(x)
    return x


@torch.no_grad()
def value(parameters):
    total = 0.0
    for i in range(0, N, 10000):
        x = X[i : i + 10000]
        a = network(x, parameters)
        total += (torch.nn.functional.softplus(a) - x * a).sum().item()
    return total / N


def adamw(rate, rows, budget, seed=0):
    """Returns the losses at the last point and at the average of the points, and the steps."""
    begin = start(seed)
    parameters = [torch.nn.Parameter(p.clone()) for p in begin]
    average = [p.clone() for p in begin]
    lr = torch.tensor(rate, device=DEVICE)
    optimizer = torch.optim.AdamW(parameters, lr=lr, weight_decay=0.0, fused=True, capturable=True)
    index = torch.zeros(rows, dtype=torch.long, device=DEVICE)

    def step():
        x = X[index]
        a = network(x, parameters)
        loss = torch.nn.functional.binary_cross_entropy_with_logits(a, x, reduction="sum") / rows
        loss.backward()
        optimizer.step()
        optimizer.zero_grad(set_to_none=False)
        torch._foreach_lerp_(average, [p.detach() for p in parameters], 0.002)

    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        for _ in range(3):
            step()
    torch.cuda.current_stream().wait_stream(stream)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        step()
    with torch.no_grad():
        for p, a, b in zip(parameters, average, begin):
            p.copy_(b)
            a.copy_(b)
        for state in optimizer.state.values():
            for v in state.values():
                v.zero_()
    generator = torch.Generator(device=DEVICE).manual_seed(seed)
    used, steps, order, at = 0.0, 0, None, N
    torch.cuda.synchronize()
    clock = time.perf_counter()
    while used < budget:
        for _ in range(50):
            if at + rows > N:
                order, at = torch.randperm(N, device=DEVICE, generator=generator), 0
            index.copy_(order[at : at + rows])
            at += rows
            graph.replay()
            steps += 1
        torch.cuda.synchronize()
        now = time.perf_counter()
        used += now - clock
        lr.fill_(rate * max(1e-3, 0.5 * (1 + math.cos(math.pi * min(1, used / budget)))))
        clock = time.perf_counter()
    return value([p.detach() for p in parameters]), value(average), steps, used


def report(name, rate, rows, result):
    print(f"PEER {name} lr {rate:g} b {rows}: loss {result[0]:.4f}, average {result[1]:.4f}, "
          f"{1e3 * result[3] / result[2]:.4f} ms a step, {result[3]:.1f} s", flush=True)


if __name__ == "__main__":
    print("torch", torch.__version__, torch.cuda.get_device_name(), ACT, flush=True)
    best = None
    rates = [1.5e-3, 3e-3, 6e-3] if ACT == "sigmoid" else [5e-4, 1e-3, 2e-3]
    batches = [200, 400]
    if len(sys.argv) > 4:
        rates = [float(r) for r in sys.argv[3].split(",")]
        batches = [int(b) for b in sys.argv[4].split(",")]
    for rows in batches:
        for rate in rates:
            result = adamw(rate, rows, BUDGET)
            report("short", rate, rows, result)
            loss = min(result[0], result[1])
            if best is None or loss < best[0]:
                best = (loss, rate, rows)
    print(f"BEST b {best[2]} lr {best[1]:g}", flush=True)
    result = adamw(best[1], best[2], 3 * BUDGET)
    report("long", best[1], best[2], result)
    print(f"TARGETS {best[0]:.4f},{min(result[0], result[1]):.4f}", flush=True)
