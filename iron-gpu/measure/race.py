"""The deep autoencoder on a GPU: AdamW and Muon in PyTorch against IRON, on any images.

  python3 race.py --images mnist=train-images-idx3-ubyte.gz [--images NAME=FILE ...] \
      --ours "java ... org.ironopt.gpu.measure.DeviceBenchmark" --json race.json

For each set of images and each kind of units: every peer is tuned at 10 s on five settings; the best
setting of the best one then runs for 30 s and, on the first set with the first units, for 90 s. Each
step is one CUDA graph and decays along a cosine to the end of its budget. IRON runs with one setting
for all, its budget a growing part of the peer's, until it reaches the peer's loss; the run that does
is what counts. Muon is torch.optim.Muon where PyTorch has it, else the same update written here.
Nothing is on the clock but steps. What does not fit into --minutes is left out and named.
--device cpu runs without graphs, on --rows images and narrow --layers: to try the script."""
import argparse
import gzip
import json
import math
import subprocess
import sys
import tempfile
import time

import numpy as np
import torch

ADAMW = [(3e-3, 400), (2e-3, 400), (4.5e-3, 400), (3e-3, 800), (6e-3, 800)]
ADAMW_TANH = [(1e-3, 200), (1e-3, 400), (2e-3, 400), (5e-4, 200), (2e-3, 800)]
MUON = [(1e-2, 1000), (6e-3, 1000), (2e-2, 1000), (1e-2, 2000), (1e-2, 400)]
BIASES = 0.3  # AdamW's step of the biases, relative to Muon's
SHARES = [0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.55, 0.75]  # budgets of IRON, relative to the peer's
SHARES_LONG = [0.2, 0.35]


class Problem:
    """Images, an autoencoder and its loss: the summed logistic loss of the pixels."""

    def __init__(self, name, path, units, args):
        opened = gzip.open if path.endswith(".gz") else open
        with opened(path, "rb") as file:
            raw = file.read()
        count, rows, columns = np.frombuffer(raw, dtype=">u4", count=3, offset=4)
        pixels = np.frombuffer(raw, dtype=np.uint8, offset=16).reshape(count, rows * columns)
        pixels = pixels[: args.rows or count].copy()
        self.name, self.raw, self.units, self.device = name, raw, units, args.device
        self.x = torch.from_numpy(pixels).to(args.device).float() / 255
        hidden = [int(w) for w in args.layers.split(",")]
        self.sizes = [rows * columns] + hidden + [rows * columns]
        self.code = hidden.index(min(hidden))

    def start(self, seed):
        g = torch.Generator().manual_seed(seed)
        out = []
        for inputs, units in zip(self.sizes, self.sizes[1:]):
            if self.units == "sigmoid":
                w = torch.zeros(units, int(inputs))
                for row in w:
                    row[torch.randperm(int(inputs), generator=g)[:15]] = torch.randn(
                        min(15, int(inputs)), generator=g)
            else:
                w = torch.randn(units, int(inputs), generator=g) / math.sqrt(inputs)
            out += [w.to(self.device), torch.zeros(units, device=self.device)]
        return out

    def outputs(self, x, p):
        last = len(self.sizes) - 2
        for l in range(last + 1):
            x = torch.nn.functional.linear(x, p[2 * l], p[2 * l + 1])
            if l < last and l != self.code:
                x = torch.sigmoid(x) if self.units == "sigmoid" else torch.tanh(x)
        return x

    @torch.no_grad()
    def loss(self, p):
        total = 0.0
        for i in range(0, len(self.x), 10000):
            x = self.x[i : i + 10000]
            a = self.outputs(x, p)
            total += (torch.nn.functional.softplus(a) - x * a).sum().item()
        return total / len(self.x)


def polar(g):
    """About the polar factor of a matrix: five Newton-Schulz steps in bfloat16."""
    x = g.bfloat16()
    tall = x.size(0) > x.size(1)
    x = x.T if tall else x
    x = x / (x.norm() + 1e-7)
    for _ in range(5):
        a = x @ x.T
        x = 3.4445 * x + (-4.7750 * a + 2.0315 * (a @ a)) @ x
    return (x.T if tall else x).float()


class AdamW:
    """torch.optim.AdamW, fused, with its rate on the device."""

    def __init__(self, parameters):
        self.rate = torch.tensor(1e-3, device=parameters[0].device)
        fused = parameters[0].is_cuda
        self.adam = torch.optim.AdamW(
            parameters, lr=self.rate if fused else 1e-3, weight_decay=0.0, fused=fused, capturable=fused)

    def set_rate(self, rate):
        self.rate.fill_(rate)
        if not self.adam.defaults["fused"]:
            for group in self.adam.param_groups:
                group["lr"] = rate

    def step(self):
        self.adam.step()

    def states(self):
        return [self.adam]

    def reset(self):
        for optimizer in self.states():
            for state in optimizer.state.values():
                for v in state.values():
                    if torch.is_tensor(v):
                        v.zero_()


class Muon(AdamW):
    """The biases by AdamW, the weights by torch.optim.Muon or by the update written out."""

    def __init__(self, parameters, library=True):
        self.weights = [p for p in parameters if p.dim() == 2]
        super().__init__([p for p in parameters if p.dim() == 1])
        self.muon_rate = torch.tensor(1e-3, device=parameters[0].device)
        self.library = library and hasattr(torch.optim, "Muon")
        if self.library:
            # A step of length one, of which the rate on the device takes its part: a graph keeps
            # the numbers that it was recorded with.
            self.muon = torch.optim.Muon(
                self.weights, lr=1.0, weight_decay=0.0, momentum=0.95, nesterov=True,
                adjust_lr_fn="match_rms_adamw")
            self.before = [torch.zeros_like(w) for w in self.weights]
        else:
            self.memory = [torch.zeros_like(w) for w in self.weights]

    def set_rate(self, rate):
        super().set_rate(BIASES * rate)
        self.muon_rate.fill_(rate)

    @torch.no_grad()
    def step(self):
        super().step()
        if self.library:
            torch._foreach_copy_(self.before, self.weights)
            self.muon.step()
            for w, b in zip(self.weights, self.before):
                w.copy_(torch.lerp(b, w, self.muon_rate))
            return
        for w, m in zip(self.weights, self.memory):
            m.mul_(0.95).add_(w.grad)
            w.sub_(self.muon_rate * 0.2 * math.sqrt(max(w.shape)) * polar(w.grad + 0.95 * m))

    def states(self):
        return [self.adam] + ([self.muon] if self.library else [])

    def reset(self):
        super().reset()
        if not self.library:
            for m in self.memory:
                m.zero_()


def train(problem, peer, rate, rows, budget, seed=0):
    """Returns the loss at the better of last point and average, the steps and their seconds."""
    device = problem.device
    begin = problem.start(seed)
    parameters = [torch.nn.Parameter(p.clone()) for p in begin]
    average = [p.clone() for p in begin]
    optimizer = peer(parameters)
    index = torch.zeros(rows, dtype=torch.long, device=device)
    for p in parameters:
        p.grad = torch.zeros_like(p)

    def step():
        for p in parameters:
            p.grad.zero_()
        x = problem.x[index]
        a = problem.outputs(x, parameters)
        loss = torch.nn.functional.binary_cross_entropy_with_logits(a, x, reduction="sum") / rows
        loss.backward()
        optimizer.step()
        torch._foreach_lerp_(average, [p.detach() for p in parameters], 0.005)

    cuda = device.startswith("cuda")
    wait = torch.cuda.synchronize if cuda else lambda: None
    replay = step
    if cuda:
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for _ in range(3):
                step()
        torch.cuda.current_stream().wait_stream(stream)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            step()
        replay = graph.replay
        with torch.no_grad():
            for p, a, b in zip(parameters, average, begin):
                p.copy_(b)
                a.copy_(b)
            optimizer.reset()
    generator = torch.Generator(device=device).manual_seed(seed)
    optimizer.set_rate(rate)
    n = len(problem.x)
    used, steps, at, order = 0.0, 0, n, None
    wait()
    clock = time.perf_counter()
    while used < budget:
        for _ in range(20):
            if at + rows > n:
                order, at = torch.randperm(n, device=device, generator=generator), 0
            index.copy_(order[at : at + rows])
            at += rows
            replay()
            steps += 1
        wait()
        used += time.perf_counter() - clock
        cosine = 0.5 * (1 + math.cos(math.pi * min(1, used / budget)))
        optimizer.set_rate(rate * max(1e-3, cosine))
        clock = time.perf_counter()
    loss = min(problem.loss([p.detach() for p in parameters]), problem.loss(average))
    return {"loss": loss if math.isfinite(loss) else None, "steps": steps, "seconds": used,
            "ms": 1e3 * used / steps}


class Race:
    def __init__(self, args):
        self.args = args
        self.end = time.time() + 60 * args.minutes
        torch_name = torch.cuda.get_device_name() if args.device.startswith("cuda") else "cpu"
        self.out = {"torch": torch.__version__, "device": torch_name, "budget": args.budget,
                    "muon": "torch.optim.Muon" if hasattr(torch.optim, "Muon") else "written out",
                    "runs": [], "targets": [], "left_out": []}

    def save(self):
        with open(self.args.json, "w") as file:
            json.dump(self.out, file, indent=1, allow_nan=False)

    def fits(self, seconds, what):
        if time.time() + seconds < self.end:
            return True
        self.out["left_out"].append(what)
        print("LEFT OUT", what, flush=True)
        return False

    def peer(self, problem, name, rate, rows, budget):
        what = f"{problem.name} {problem.units} {name} lr {rate:g} b {rows} {budget:g} s"
        if not self.fits(1.3 * budget + 5, what):
            return None
        peers = {"adamw": AdamW, "muon": Muon}
        try:
            run = train(problem, peers[name], rate, rows, budget)
        except RuntimeError as failure:
            if name != "muon" or self.out["muon"] == "written out":
                raise
            print("torch.optim.Muon cannot be recorded:", str(failure).splitlines()[0], flush=True)
            self.out["muon"] = "written out"
            torch.optim.__dict__.pop("Muon")
            run = train(problem, Muon, rate, rows, budget)
        run |= {"images": problem.name, "units": problem.units, "peer": name, "rate": rate,
                "rows": rows, "budget": budget}
        self.out["runs"].append(run)
        self.save()
        print("PEER", what, f"loss {run['loss'] or math.nan:.4f}, {run['ms']:.4f} ms a step", flush=True)
        return run

    def ours(self, problem, target, budget, shares):
        """Returns IRON's seconds to a loss that a peer reached within a budget, or None."""
        tries = []
        with tempfile.NamedTemporaryFile(suffix="-images") as images:
            images.write(problem.raw)
            images.flush()
            for share in shares:
                what = f"{problem.name} {problem.units} iron {share * budget:g} s to {target:.4f}"
                if not self.fits(1.3 * share * budget + 10, what):
                    break
                command = self.args.ours.split() + [
                    "train", "step=budget", f"images={images.name}", f"act={problem.units}",
                    f"layers={self.args.layers}", f"rows={len(problem.x)}", f"targets={target}",
                    f"seconds={share * budget}", f"mark={share * budget / 20}"] + self.args.ours_options
                done = subprocess.run(command, capture_output=True, text=True, timeout=30 + 4 * share * budget)
                lines = done.stdout.splitlines()
                print("\n".join(lines[-3:]), done.stderr[-300:] if done.returncode else "", flush=True)
                reached = [float(l.split(" after ")[1].split()[0]) for l in lines if l.startswith("REACHED")]
                ms = [float(l.split()[0]) for l in lines if " ms a step" in l]
                tries.append({"budget": share * budget, "seconds": reached[0] if reached else None,
                              "ms": ms[0] if ms else None, "code": done.returncode})
                if reached:
                    break
        found = tries[-1]["seconds"] if tries else None
        self.out["targets"].append(
            {"images": problem.name, "units": problem.units, "loss": target, "peer_seconds": budget,
             "iron_seconds": found, "ratio": found / budget if found else None, "tries": tries})
        self.save()
        ratio = f"{found / budget:.3f}" if found else "not reached"
        print(f"RATIO {problem.name} {problem.units} {budget:g} s, loss {target:.4f}: {ratio}", flush=True)

    def combination(self, problem, longest):
        budget = self.args.budget
        grids = {"adamw": ADAMW if problem.units == "sigmoid" else ADAMW_TANH, "muon": MUON}
        best = None
        for name, grid in grids.items():
            for rate, rows in grid:
                run = self.peer(problem, name, rate, min(rows, len(problem.x)), budget)
                if run and run["loss"] is not None and (best is None or run["loss"] < best["loss"]):
                    best = run
        if best is None:
            return
        self.ours(problem, best["loss"], budget, SHARES)
        for factor, shares in [(3, SHARES)] + ([(9, SHARES_LONG)] if longest else []):
            run = self.peer(problem, best["peer"], best["rate"], best["rows"], factor * budget)
            if run and run["loss"] is not None:
                self.ours(problem, run["loss"], factor * budget, shares)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--images", action="append", required=True, metavar="NAME=FILE")
    parser.add_argument("--ours", required=True, help="the command that starts DeviceBenchmark")
    parser.add_argument("--ours-options", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--units", default="sigmoid,tanh")
    parser.add_argument("--layers", default="1000,500,250,30,250,500,1000")
    parser.add_argument("--rows", type=int, default=0)
    parser.add_argument("--budget", type=float, default=10.0)
    parser.add_argument("--minutes", type=float, default=24.0)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--json", required=True)
    args = parser.parse_args()
    torch.backends.cuda.matmul.allow_tf32 = True
    race = Race(args)
    first = True
    for pair in args.images:
        name, _, path = pair.partition("=")
        if not path:
            parser.error(f"--images {pair}: expected NAME=FILE")
        for units in args.units.split(","):
            race.combination(Problem(name, path, units, args), first)
            first = False
    race.save()
    print("wrote", args.json)


if __name__ == "__main__":
    sys.exit(main())
