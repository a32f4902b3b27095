import type { Solid } from '../solid.ts';
import { measureSheet } from './sheet.ts';

/** A solid with fewer rows and columns, for light, and what maps it back to the whole solid. */
export interface Coarse {
  whole: Solid;
  solid: Solid;
  rows: number[];
  columns: number[];
}

/** Keeps rows at least `apart` mm from each other and about one column in as much. */
export function coarsen(solid: Solid, apart: number): Coarse {
  const { shares, length, width } = measureSheet(solid);
  const rows = [0];
  for (let row = 1; row < solid.rows - 1; row++) {
    const last = shares[rows[rows.length - 1] ?? 0] ?? 0;
    if (((shares[row] ?? 0) - last) * length >= apart) rows.push(row);
  }
  rows.push(solid.rows - 1);
  const most = solid.columns - 1;
  const count = Math.max(Math.min(most, 12), Math.min(most, Math.ceil(width / apart / 1.5)));
  const columns = [...new Set(Array.from({ length: count + 1 }, (_, index) => Math.round((index / count) * most)))];
  return { whole: solid, solid: pickVertices(solid, rows, columns), rows, columns };
}

function pickVertices(solid: Solid, rows: number[], columns: number[]): Solid {
  const vertices = rows.flatMap((row) => columns.map((column) => row * solid.columns + column));
  const take = (from: Float32Array, size: number) => {
    const to = new Float32Array(vertices.length * size);
    vertices.forEach((vertex, index) => {
      to.set(from.subarray(vertex * size, (vertex + 1) * size), index * size);
    });
    return to;
  };
  const indices = new Uint32Array((rows.length - 1) * (columns.length - 1) * 6);
  let write = 0;
  for (let row = 0; row < rows.length - 1; row++) {
    for (let column = 0; column < columns.length - 1; column++) {
      const a = row * columns.length + column;
      const b = a + columns.length;
      indices.set([a, b, a + 1, a + 1, b, b + 1], write);
      write += 6;
    }
  }
  return {
    ...solid,
    positions: take(solid.positions, 3),
    normals: take(solid.normals, 3),
    indices,
    rows: rows.length,
    columns: columns.length,
  };
}

/** Spreads four values per coarse vertex over all vertices of the sheet. */
export function interpolateLight({ whole: solid, rows, columns }: Coarse, light: Float32Array): Float32Array {
  const { shares } = measureSheet(solid);
  const full = new Float32Array(solid.rows * solid.columns * 4);
  let low = 0;
  for (let row = 0; row < solid.rows; row++) {
    while (low < rows.length - 2 && (rows[low + 1] ?? 0) <= row) low++;
    const [from, to] = [shares[rows[low] ?? 0] ?? 0, shares[rows[low + 1] ?? 0] ?? 1];
    const down = to > from ? Math.min(1, Math.max(0, ((shares[row] ?? 0) - from) / (to - from))) : 0;
    let left = 0;
    for (let column = 0; column < solid.columns; column++) {
      while (left < columns.length - 2 && (columns[left + 1] ?? 0) <= column) left++;
      const [start, end] = [columns[left] ?? 0, columns[left + 1] ?? 1];
      const across = (column - start) / Math.max(1, end - start);
      const at = (low * columns.length + left) * 4;
      const below = at + columns.length * 4;
      for (let channel = 0; channel < 4; channel++) {
        const upper = (light[at + channel] as number) * (1 - across) + (light[at + 4 + channel] as number) * across;
        const under =
          (light[below + channel] as number) * (1 - across) + (light[below + 4 + channel] as number) * across;
        full[(row * solid.columns + column) * 4 + channel] = upper * (1 - down) + under * down;
      }
    }
  }
  return full;
}
