import type { Solid } from '../solid.ts';

/** How far along the sheet each row lies (0-1), the whole length and the longest row, mm. */
export interface Sheet {
  shares: Float32Array;
  length: number;
  width: number;
}

export function measureSheet(solid: Solid): Sheet {
  const { rows, columns, locals } = solid;
  const between = (a: number, b: number) =>
    Math.hypot(
      (locals[a * 3] ?? 0) - (locals[b * 3] ?? 0),
      (locals[a * 3 + 1] ?? 0) - (locals[b * 3 + 1] ?? 0),
      (locals[a * 3 + 2] ?? 0) - (locals[b * 3 + 2] ?? 0),
    );
  const shares = new Float32Array(rows);
  const step = Math.max(1, Math.floor(columns / 6));
  let length = 0;
  let width = 0;
  for (let row = 0; row < rows; row++) {
    let longest = 0;
    for (let column = 0; row > 0 && column < columns; column += step) {
      longest = Math.max(longest, between(row * columns + column, (row - 1) * columns + column));
    }
    length += longest;
    shares[row] = length;
    let along = 0;
    for (let column = 1; column < columns; column++)
      along += between(row * columns + column, row * columns + column - 1);
    width = Math.max(width, along);
  }
  for (let row = 0; row < rows; row++) shares[row] = length > 0 ? (shares[row] ?? 0) / length : row / (rows - 1);
  return { shares, length, width };
}

/** Sheet coordinates per vertex: 0-1 across the columns, 0-1 down the rows. */
export function createSheetCoordinates({ rows, columns }: Solid, { shares }: Sheet): Float32Array {
  const coordinates = new Float32Array(rows * columns * 2);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      coordinates.set([column / (columns - 1), shares[row] ?? 0], (row * columns + column) * 2);
    }
  }
  return coordinates;
}

/** The part of a sheet that a camera sees: start and span across and down. */
export interface Part {
  left: number;
  across: number;
  top: number;
  down: number;
}

const bins = 48;

/** @param sees whether a vertex is in the picture and faces the camera @returns null if none is */
export function findVisiblePart(solid: Solid, sheet: Sheet, sees: (vertex: number) => boolean): Part | null {
  const seenAcross = new Uint8Array(bins);
  const { rows, columns, closed } = solid;
  let [top, bottom] = [Infinity, -Infinity];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (!sees(row * columns + column)) continue;
      const bin = Math.min(bins - 1, Math.floor((column / (columns - 1)) * bins));
      for (const near of [bin - 1, bin, bin + 1]) {
        if (closed || (near >= 0 && near < bins)) seenAcross[(near + bins) % bins] = 1;
      }
      top = Math.min(top, sheet.shares[Math.max(0, row - 4)] ?? 0);
      bottom = Math.max(bottom, sheet.shares[Math.min(rows - 1, row + 4)] ?? 1);
    }
  }
  if (top > bottom) return null;
  const [start, span] = closed ? findSpanOutsideGap(seenAcross) : findSpan(seenAcross);
  return { left: start / bins, across: span / bins, top, down: Math.max(1e-3, bottom - top) };
}

function findSpan(seen: Uint8Array): [start: number, span: number] {
  const first = seen.indexOf(1);
  return [first, seen.lastIndexOf(1) + 1 - first];
}

function findSpanOutsideGap(seen: Uint8Array): [start: number, span: number] {
  let best = { end: 0, length: 0 };
  let run = 0;
  for (let index = 0; index < bins * 2; index++) {
    run = seen[index % bins] ? 0 : run + 1;
    if (run > best.length && run <= bins) best = { end: index, length: run };
  }
  return best.length === 0 ? [0, bins] : [(best.end + 1) % bins, bins - best.length];
}
