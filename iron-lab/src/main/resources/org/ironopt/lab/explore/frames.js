// Answers of the server; a frame has its numbers before its positions (Frames.java).

const LABELS = ['finite', 'x', 'y', 'c11', 'c12', 'c22', 'mse', 'error', 'exact', 'ax', 'ay', 'averaged', 'expected'];
const known = v => Number.isNaN(v) ? null : v;
const tab = crypto.getRandomValues(new Uint32Array(2)).join('-');

export async function ask(address, form = 'json') {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error((await answer.text()).trim());
  return answer[form]();
}

/** Returns the next frame of a scene; it has a header if the scene is not that of the frame before. */
export async function frame(words, particles, sides) {
  const buffer = await ask(`/frame?${words}&tab=${tab}`, 'arrayBuffer');
  const length = new DataView(buffer).getInt32(0, true);
  const header = new TextDecoder().decode(new Uint8Array(buffer, 4, length)).trim();
  const numbers = new Float64Array(buffer, 4 + length, 1 + sides * LABELS.length);
  return {
    header: header ? JSON.parse(header) : null,
    k: numbers[0],
    sides: Array.from({ length: sides }, (_, i) => {
      const side = { positions: new Float32Array(buffer, 4 + length + numbers.byteLength + 8 * particles * i, 2 * particles) };
      LABELS.forEach((label, j) => { side[label] = numbers[1 + i * LABELS.length + j]; });
      return { ...side, exact: known(side.exact), expected: known(side.expected) };
    }),
  };
}
