// Frames of the server: a header, then frames of one length (Frames.java).

const NUMBERS = 8;
const LABELS = ['finite', 'x', 'y', 'c11', 'c12', 'c22', 'mse', 'error'];
const tab = crypto.getRandomValues(new Uint32Array(2)).join('-');

export class Stream {
  constructor(onHeader, onFrame, onTrouble) {
    Object.assign(this, { onHeader, onFrame, onTrouble });
    this.running = null;
  }

  stop() {
    this.running?.abort();
    this.running = null;
  }

  /** Starts the frames of a query, from the start or from where the particles are. */
  async start(query, keep) {
    this.stop();
    const control = new AbortController();
    this.running = control;
    try {
      const answer = await fetch(`/frames?${query}&tab=${tab}&keep=${keep ? 1 : 0}`, { signal: control.signal });
      if (!answer.ok) throw new Error((await answer.text()).trim());
      await this.read(answer.body.getReader(), control.signal);
    } catch (e) {
      if (!control.signal.aborted) this.onTrouble(e.message);
    }
  }

  async read(reader, signal) {
    let bytes = new Uint8Array(1 << 16);
    let filled = 0;
    let header = null;
    let length = 0;
    for (;;) {
      const { value, done } = await reader.read();
      if (done || signal.aborted) return;
      if (filled + value.length > bytes.length) {
        const larger = new Uint8Array(2 * (filled + value.length));
        larger.set(bytes.subarray(0, filled));
        bytes = larger;
      }
      bytes.set(value, filled);
      filled += value.length;
      let from = 0;
      if (!header) {
        if (filled < 4) continue;
        const size = new DataView(bytes.buffer).getInt32(0, true);
        if (filled < size + 4) continue;
        header = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + size)));
        length = 8 + header.sides * (8 * NUMBERS + 8 * header.particles);
        from = size + 4;
        this.onHeader(header);
      }
      for (; filled - from >= length; from += length) {
        // A newer frame that is here already would be drawn over this one.
        const last = filled - from < 2 * length;
        this.onFrame(frame(bytes.slice(from, from + length).buffer, header), last);
      }
      bytes.copyWithin(0, from, filled);
      filled -= from;
    }
  }
}

function frame(buffer, header) {
  const numbers = new Float64Array(buffer, 0, 1 + header.sides * NUMBERS);
  const sides = [];
  for (let i = 0; i < header.sides; i++) {
    const side = { positions: new Float32Array(buffer, 8 + 8 * header.sides * NUMBERS + 8 * i * header.particles, 2 * header.particles) };
    LABELS.forEach((label, j) => { side[label] = numbers[1 + i * NUMBERS + j]; });
    sides.push(side);
  }
  return { k: numbers[0], sides };
}
