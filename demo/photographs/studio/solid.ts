import type { Surface } from './surfaces.ts';

/**
 * A mesh in millimetres, y up. `coats` per vertex: mm above the glaze line, edge sharpness 0-1,
 * mm along the profile, 1 inside a vessel.
 */
export interface Solid {
  surface: Surface;
  positions: Float32Array;
  normals: Float32Array;
  /** Positions before placing, for textures that follow the piece. */
  locals: Float32Array;
  coats: Float32Array;
  uvs: Float32Array;
  indices: Uint32Array;
  /** Vertices lie in rows of columns; in a closed sheet the last column repeats the first. */
  rows: number;
  columns: number;
  closed: boolean;
  /** False for backdrops, which must not shade themselves. */
  castsShadow: boolean;
  /** Not rendered: it only casts shadows. */
  shadowOnly?: boolean;
}

export type Vec3 = [x: number, y: number, z: number];

export interface GridPoint {
  at: Vec3;
  coat?: [distance: number, edge: number, arc: number, inside: number];
  uv?: [number, number];
}

interface GridShape {
  rows: number;
  columns: number;
  /** Whether the sheet closes on itself: the point after the last column is the first. */
  wrap: boolean;
}

/** A sheet of rows by columns. Normals are the cross product of row and column directions. */
export function createGrid(
  surface: Surface,
  shape: GridShape,
  point: (row: number, column: number) => GridPoint,
): Solid {
  const { rows, wrap } = shape;
  const columns = wrap ? shape.columns + 1 : shape.columns;
  const count = rows * columns;
  const solid: Solid = {
    surface,
    positions: new Float32Array(count * 3),
    normals: new Float32Array(count * 3),
    locals: new Float32Array(count * 3),
    coats: new Float32Array(count * 4),
    uvs: new Float32Array(count * 2),
    indices: gridIndices(rows, columns),
    rows,
    columns,
    closed: wrap,
    castsShadow: true,
  };
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const vertex = row * columns + column;
      const { at, coat, uv } = point(row, wrap && column === columns - 1 ? 0 : column);
      solid.positions.set(at, vertex * 3);
      solid.coats.set(coat ?? [100, 0, 0, 0], vertex * 4);
      solid.uvs.set(uv ?? [column / (columns - 1), row / (rows - 1)], vertex * 2);
      if (wrap && column === columns - 1 && uv) solid.uvs[vertex * 2] = 1;
    }
  }
  solid.locals.set(solid.positions);
  gridNormals(solid);
  return solid;
}

function gridIndices(rows: number, columns: number): Uint32Array {
  const indices = new Uint32Array((rows - 1) * (columns - 1) * 6);
  let write = 0;
  for (let row = 0; row < rows - 1; row++) {
    for (let column = 0; column < columns - 1; column++) {
      const a = row * columns + column;
      indices.set([a, a + columns, a + 1, a + 1, a + columns, a + columns + 1], write);
      write += 6;
    }
  }
  return indices;
}

function gridNormals(solid: Solid): void {
  const { positions, normals, rows, columns, closed } = solid;
  const value = (row: number, column: number, axis: number) => positions[(row * columns + column) * 3 + axis] ?? 0;
  const last = columns - 1;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const left = column > 0 ? column - 1 : closed ? last - 1 : 0;
      const right = column < last ? column + 1 : closed ? 1 : last;
      const down: Vec3 = [0, 0, 0];
      const along: Vec3 = [0, 0, 0];
      for (let axis = 0; axis < 3; axis++) {
        down[axis] = value(Math.min(rows - 1, row + 1), column, axis) - value(Math.max(0, row - 1), column, axis);
        along[axis] = value(row, right, axis) - value(row, left, axis);
      }
      normals.set(unit(cross(down, along)), (row * columns + column) * 3);
    }
  }
  if (closed) smoothPoles(solid);
}

// A row that is a point has no column direction: it gets the mean normal of the next row.
function smoothPoles({ positions, normals, rows, columns }: Solid): void {
  for (const [pole, neighbour] of [[0, 1] as const, [rows - 1, rows - 2] as const]) {
    const first = pole * columns * 3;
    const half = (pole * columns + (columns >> 1)) * 3;
    const width = Math.hypot(
      ...[0, 1, 2].map((axis) => (positions[first + axis] ?? 0) - (positions[half + axis] ?? 0)),
    );
    if (width > 0.5) continue;
    const mean: Vec3 = [0, 0, 0];
    for (let column = 0; column < columns; column++) {
      for (let axis = 0; axis < 3; axis++)
        mean[axis] = (mean[axis] ?? 0) + (normals[(neighbour * columns + column) * 3 + axis] ?? 0);
    }
    const normal = unit(mean);
    for (let column = 0; column < columns; column++) normals.set(normal, (pole * columns + column) * 3);
  }
}

export interface Placing {
  at?: Vec3;
  /** Radians about the vertical axis, then lean about x and roll about z. */
  turn?: number;
  lean?: number;
  roll?: number;
}

/** Moves solids in the room; lean and roll come first, then turn, then the shift. */
export function placeSolids(solids: Solid[], { at = [0, 0, 0], turn = 0, lean = 0, roll = 0 }: Placing): Solid[] {
  const rotate = ([x, y, z]: Vec3): Vec3 => {
    const [y1, z1] = [y * Math.cos(lean) - z * Math.sin(lean), y * Math.sin(lean) + z * Math.cos(lean)];
    const [x2, y2] = [x * Math.cos(roll) - y1 * Math.sin(roll), x * Math.sin(roll) + y1 * Math.cos(roll)];
    return [x2 * Math.cos(turn) + z1 * Math.sin(turn), y2, -x2 * Math.sin(turn) + z1 * Math.cos(turn)];
  };
  return solids.map((solid) => {
    const positions = new Float32Array(solid.positions.length);
    const normals = new Float32Array(solid.normals.length);
    for (let offset = 0; offset < positions.length; offset += 3) {
      const [x, y, z] = rotate(read(solid.positions, offset));
      positions.set([x + at[0], y + at[1], z + at[2]], offset);
      normals.set(rotate(read(solid.normals, offset)), offset);
    }
    return { ...solid, positions, normals };
  });
}

function read(array: Float32Array, offset: number): Vec3 {
  return [array[offset] ?? 0, array[offset + 1] ?? 0, array[offset + 2] ?? 0];
}

function cross(a: Vec3, b: Vec3): Vec3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function unit(v: Vec3): Vec3 {
  const length = Math.hypot(...v) || 1;
  return [v[0] / length, v[1] / length, v[2] / length];
}
