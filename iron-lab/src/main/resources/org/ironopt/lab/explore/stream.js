// Frames of the server: a header, then frames of one length (Frames.java).

const NUMBERS = 8;
const LABELS = ['finite', 'x', 'y', 'c11', 'c12', 'c22', 'mse', 'error'];
const tab = crypto.getRandomValues(new Uint32Array(2)).join('-');

export class Stream {
  constructor(onHeader, onFrame, onTrouble) {
    Object.assign(this, { onHeader, onFrame, onTrouble });
    this.running = null;
    this.waits = false;
    this.next = null;
  }

  stop() {
    this.running?.abort();
    this.running = null;
    this.waits = false;
    this.next = null;
  }

  /**
   * Starts the frames of a query, from the start or from where the particles are. While a query waits for its first
   * frame the newest one waits behind it: a drag shows what it passes instead of asking for what is never seen.
   */
  start(query, keep, about) {
    if (this.waits) this.next = { query, keep: keep && (this.next?.keep ?? true), about };
    else this.ask({ query, keep, about });
  }

  /** The first frame is here, or the query has failed. */
  answered() {
    if (!this.waits) return;
    this.waits = false;
    const { next } = this;
    this.next = null;
    if (next) this.ask(next);
  }

  async ask({ query, keep, about }) {
    this.stop();
    const control = new AbortController();
    this.running = control;
    this.waits = true;
    try {
      const answer = await fetch(`/frames?${query}&tab=${tab}&keep=${keep ? 1 : 0}`, { signal: control.signal });
      if (!answer.ok) throw new Error((await answer.text()).trim());
      await this.read(answer.body.getReader(), control.signal, about);
    } catch (e) {
      if (control.signal.aborted) return;
      this.onTrouble(e.message);
      this.answered();
    }
  }

  async read(reader, signal, about) {
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
        this.onHeader(header, about);
      }
      for (; filled - from >= length && !signal.aborted; from += length) {
        // A newer frame that is here already would be drawn over this one: its numbers are enough.
        const last = filled - from < 2 * length;
        const end = last ? length : 8 + 8 * NUMBERS * header.sides;
        this.onFrame(frame(bytes.slice(from, from + end).buffer, header, last), last);
        if (!signal.aborted) this.answered();
      }
      bytes.copyWithin(0, from, filled);
      filled -= from;
    }
  }
}

function frame(buffer, header, whole) {
  const numbers = new Float64Array(buffer, 0, 1 + header.sides * NUMBERS);
  const sides = [];
  for (let i = 0; i < header.sides; i++) {
    const side = { positions: whole ? new Float32Array(buffer, 8 + 8 * header.sides * NUMBERS + 8 * i * header.particles, 2 * header.particles) : null };
    LABELS.forEach((label, j) => { side[label] = numbers[1 + i * NUMBERS + j]; });
    sides.push(side);
  }
  return { k: numbers[0], sides };
}
