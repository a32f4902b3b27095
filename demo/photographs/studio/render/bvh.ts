/** A bounding volume hierarchy over triangles, flat in typed arrays for speed. */
export interface Bvh {
  /** Six per node: minimum x y z, maximum x y z. */
  bounds: Float32Array;
  /** Two per node. Leaf: first triangle, count. Inner: left child (right follows), minus the axis. */
  links: Int32Array;
  order: Uint32Array;
  positions: Float32Array;
  indices: Uint32Array;
}

const leafSize = 4;

export function buildBvh(positions: Float32Array, indices: Uint32Array): Bvh {
  const count = indices.length / 3;
  const centres = new Float32Array(count * 3);
  const order = new Uint32Array(count).map((_, index) => index);
  for (let triangle = 0; triangle < count; triangle++) {
    for (let axis = 0; axis < 3; axis++) {
      let sum = 0;
      for (let corner = 0; corner < 3; corner++)
        sum += positions[(indices[triangle * 3 + corner] ?? 0) * 3 + axis] ?? 0;
      centres[triangle * 3 + axis] = sum / 3;
    }
  }
  const bvh: Bvh = {
    bounds: new Float32Array(count * 12),
    links: new Int32Array(count * 4),
    order,
    positions,
    indices,
  };
  let used = 1;
  const split = (node: number, first: number, size: number): void => {
    const axis = fitBounds(bvh, node, first, size);
    if (size <= leafSize) {
      bvh.links[node * 2] = first;
      bvh.links[node * 2 + 1] = size;
      return;
    }
    const slice = order.subarray(first, first + size);
    slice.sort((a, b) => (centres[a * 3 + axis] ?? 0) - (centres[b * 3 + axis] ?? 0));
    const half = size >> 1;
    const left = used;
    used += 2;
    bvh.links[node * 2] = left;
    bvh.links[node * 2 + 1] = -axis;
    split(left, first, half);
    split(left + 1, first + half, size - half);
  };
  split(0, 0, count);
  return bvh;
}

function fitBounds({ bounds, order, positions, indices }: Bvh, node: number, first: number, size: number): number {
  let axisOfMost = 0;
  let most = -1;
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity;
    let high = -Infinity;
    for (let index = first; index < first + size; index++) {
      const triangle = (order[index] ?? 0) * 3;
      for (let corner = 0; corner < 3; corner++) {
        const value = positions[(indices[triangle + corner] ?? 0) * 3 + axis] ?? 0;
        if (value < low) low = value;
        if (value > high) high = value;
      }
    }
    bounds[node * 6 + axis] = low;
    bounds[node * 6 + 3 + axis] = high;
    if (high - low > most) {
      most = high - low;
      axisOfMost = axis;
    }
  }
  return axisOfMost;
}

/** Triangle (-1: no hit), distance, and weights of the triangle's second and third corner. */
export interface Hit {
  triangle: number;
  distance: number;
  u: number;
  v: number;
}

const stack = new Int32Array(96);

/** Nearest hit within `limit` mm, written into `hit`; with `any`, the first found. */
export function traceRay(
  bvh: Bvh,
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
  limit: number,
  hit: Hit,
  any = false,
): boolean {
  const { bounds, links, order, positions, indices } = bvh;
  const ix = 1 / dx;
  const iy = 1 / dy;
  const iz = 1 / dz;
  let nearest = limit;
  let depth = 0;
  hit.triangle = -1;
  stack[depth++] = 0;
  while (depth > 0) {
    const node = stack[--depth] as number;
    const b = node * 6;
    let t1 = ((bounds[b] as number) - ox) * ix;
    let t2 = ((bounds[b + 3] as number) - ox) * ix;
    let near = t1 < t2 ? t1 : t2;
    let far = t1 < t2 ? t2 : t1;
    t1 = ((bounds[b + 1] as number) - oy) * iy;
    t2 = ((bounds[b + 4] as number) - oy) * iy;
    near = Math.max(near, t1 < t2 ? t1 : t2);
    far = Math.min(far, t1 < t2 ? t2 : t1);
    t1 = ((bounds[b + 2] as number) - oz) * iz;
    t2 = ((bounds[b + 5] as number) - oz) * iz;
    near = Math.max(near, t1 < t2 ? t1 : t2);
    far = Math.min(far, t1 < t2 ? t2 : t1);
    if (far < 0 || near > far || near > nearest) continue;
    const first = links[node * 2] as number;
    const size = links[node * 2 + 1] as number;
    if (size <= 0) {
      const flip = (size === 0 ? dx : size === -1 ? dy : dz) < 0 ? 1 : 0;
      stack[depth++] = first + 1 - flip;
      stack[depth++] = first + flip;
      continue;
    }
    for (let index = first; index < first + size; index++) {
      const triangle = order[index] as number;
      const a = (indices[triangle * 3] as number) * 3;
      const p = (indices[triangle * 3 + 1] as number) * 3;
      const q = (indices[triangle * 3 + 2] as number) * 3;
      const ax = positions[a] as number;
      const ay = positions[a + 1] as number;
      const az = positions[a + 2] as number;
      const e1x = (positions[p] as number) - ax;
      const e1y = (positions[p + 1] as number) - ay;
      const e1z = (positions[p + 2] as number) - az;
      const e2x = (positions[q] as number) - ax;
      const e2y = (positions[q + 1] as number) - ay;
      const e2z = (positions[q + 2] as number) - az;
      const px = dy * e2z - dz * e2y;
      const py = dz * e2x - dx * e2z;
      const pz = dx * e2y - dy * e2x;
      const determinant = e1x * px + e1y * py + e1z * pz;
      if (determinant > -1e-9 && determinant < 1e-9) continue;
      const inverse = 1 / determinant;
      const sx = ox - ax;
      const sy = oy - ay;
      const sz = oz - az;
      const u = (sx * px + sy * py + sz * pz) * inverse;
      if (u < 0 || u > 1) continue;
      const cx = sy * e1z - sz * e1y;
      const cy = sz * e1x - sx * e1z;
      const cz = sx * e1y - sy * e1x;
      const v = (dx * cx + dy * cy + dz * cz) * inverse;
      if (v < 0 || u + v > 1) continue;
      const distance = (e2x * cx + e2y * cy + e2z * cz) * inverse;
      if (distance <= 1e-4 || distance >= nearest) continue;
      nearest = distance;
      hit.triangle = triangle;
      hit.distance = distance;
      hit.u = u;
      hit.v = v;
      if (any) return true;
    }
  }
  return hit.triangle >= 0;
}
