/** Repeatable pseudo-random numbers in [0, 1): the same seed always gives the same photograph. */
export function createRandom(seed: number): () => number {
  let state = (seed ^ 0x9e3779b9) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Evenly spread points of the unit square (Roberts' R2 sequence). */
export function getSequencePoint(index: number, shift = 0): [number, number] {
  return [(0.5 + shift + index * 0.7548776662466927) % 1, (0.5 + shift * 1.7 + index * 0.5698402909980532) % 1];
}

/** Maps a point of the unit square onto the unit disc, keeping areas. */
export function toDisc([u, v]: [number, number]): [number, number] {
  const radius = Math.sqrt(u);
  return [radius * Math.cos(2 * Math.PI * v), radius * Math.sin(2 * Math.PI * v)];
}
