import { type Lighting, skyRadiance } from '../lighting.ts';
import { getSequencePoint, toDisc } from '../random.ts';
import type { Solid } from '../solid.ts';
import { bounceColour, emission } from '../surfaces.ts';
import { type Bvh, buildBvh, type Hit, traceRay } from './bvh.ts';
import { coarsen, interpolateLight } from './coarse.ts';

export interface BakeQuality {
  rays: number;
  bounces: number;
}

export interface Baked {
  /** Four values per vertex, for each solid. */
  lights: Float32Array[];
  /** The room as the rays met it, a little coarser than it is drawn. */
  bvh: Bvh;
}

interface Room {
  bvh: Bvh;
  normals: Float32Array;
  albedo: Float32Array;
  glow: Float32Array;
  count: number;
}

const far = 20000;
/** Walls farther than this, mm, don't count as closing a surface in. */
const near = 110;
const keyRays = 12;

/**
 * Light at each vertex from the sky and other surfaces, as radiance of a white matt surface; the
 * fourth value is the open share of the hemisphere. Direct key light comes from the shadow map.
 */
export function bakeLight(solids: Solid[], lighting: Lighting, quality: BakeQuality): Baked {
  const coarse = solids.map((solid) => coarsen(solid, solid.surface.kind === 'backdrop' ? 0.5 : 4.5));
  const room = collectRoom(coarse.map(({ solid }) => solid));
  const direct = castKeyLight(room, lighting);
  const { hits, sky } = castRays(room, lighting, quality.rays);
  let indirect: Float32Array = sky;
  for (let bounce = 0; bounce < quality.bounces; bounce++)
    indirect = bounceLight(room, hits, quality.rays, sky, direct, indirect);
  let start = 0;
  const lights = coarse.map((few) => {
    const size = few.rows.length * few.columns.length * 4;
    start += size;
    return interpolateLight(few, indirect.subarray(start - size, start));
  });
  return { lights, bvh: room.bvh };
}

function collectRoom(solids: Solid[]): Room {
  const count = solids.reduce((sum, solid) => sum + solid.positions.length / 3, 0);
  const positions = new Float32Array(count * 3);
  const normals = new Float32Array(count * 3);
  const albedo = new Float32Array(count * 3);
  const glow = new Float32Array(count * 3);
  const indices = new Uint32Array(solids.reduce((sum, solid) => sum + solid.indices.length, 0));
  let vertex = 0;
  let corner = 0;
  for (const solid of solids) {
    positions.set(solid.positions, vertex * 3);
    normals.set(solid.normals, vertex * 3);
    const colour = bounceColour(solid.surface);
    const own = emission(solid.surface);
    for (let index = 0; index < solid.positions.length; index += 3) {
      albedo.set(colour, vertex * 3 + index);
      glow.set(own, vertex * 3 + index);
    }
    for (const index of solid.indices) indices[corner++] = index + vertex;
    vertex += solid.positions.length / 3;
  }
  return { bvh: buildBvh(positions, indices), normals, albedo, glow, count };
}

function castKeyLight({ bvh, normals, count }: Room, { key }: Lighting): Float32Array {
  const light = new Float32Array(count * 3);
  const hit: Hit = { triangle: -1, distance: 0, u: 0, v: 0 };
  const p = bvh.positions;
  for (let vertex = 0; vertex < count; vertex++) {
    const o = vertex * 3;
    let sum = 0;
    for (let ray = 0; ray < keyRays; ray++) {
      const [s, t] = getSequencePoint(ray, (vertex % 7) / 7);
      const to = [0, 1, 2].map(
        (axis) =>
          key.centre[axis as 0] +
          (s * 2 - 1) * key.right[axis as 0] +
          (t * 2 - 1) * key.up[axis as 0] -
          (p[o + axis] ?? 0),
      );
      const [x = 0, y = 0, z = 0] = to;
      const distance = Math.hypot(x, y, z);
      const facing = ((normals[o] ?? 0) * x + (normals[o + 1] ?? 0) * y + (normals[o + 2] ?? 0) * z) / distance;
      if (facing <= 0) continue;
      const [dx, dy, dz] = [x / distance, y / distance, z / distance];
      if (
        traceRay(
          bvh,
          (p[o] ?? 0) + (normals[o] ?? 0) * 0.4,
          (p[o + 1] ?? 0) + (normals[o + 1] ?? 0) * 0.4,
          (p[o + 2] ?? 0) + (normals[o + 2] ?? 0) * 0.4,
          dx,
          dy,
          dz,
          distance - 1,
          hit,
          true,
        )
      )
        continue;
      sum += facing * (key.distance / distance) ** 2;
    }
    for (let channel = 0; channel < 3; channel++) light[o + channel] = (sum / keyRays) * (key.colour[channel] ?? 0);
  }
  return light;
}

/** Marks a ray that hits the back of a sheet, where no light is known. */
const dark = -2;

function isSeenFromBehind(
  bvh: Bvh,
  normals: Float32Array,
  triangle: number,
  dx: number,
  dy: number,
  dz: number,
): boolean {
  const corner = (bvh.indices[triangle * 3] as number) * 3;
  const facing =
    (normals[corner] as number) * dx + (normals[corner + 1] as number) * dy + (normals[corner + 2] as number) * dz;
  return facing > 0.1;
}

interface Hits {
  triangle: Int32Array;
  u: Float32Array;
  v: Float32Array;
}

function castRays({ bvh, normals, count }: Room, lighting: Lighting, rays: number): { hits: Hits; sky: Float32Array } {
  const hits: Hits = {
    triangle: new Int32Array(count * rays),
    u: new Float32Array(count * rays),
    v: new Float32Array(count * rays),
  };
  const sky = new Float32Array(count * 4);
  const hit: Hit = { triangle: -1, distance: 0, u: 0, v: 0 };
  const pattern = Array.from({ length: rays }, (_, ray) => toDisc(getSequencePoint(ray)));
  const p = bvh.positions;
  for (let vertex = 0; vertex < count; vertex++) {
    const o = vertex * 3;
    const [nx, ny, nz] = [normals[o] ?? 0, normals[o + 1] ?? 0, normals[o + 2] ?? 0];
    const [ox, oy, oz] = [(p[o] ?? 0) + nx * 0.4, (p[o + 1] ?? 0) + ny * 0.4, (p[o + 2] ?? 0) + nz * 0.4];
    const sign = nz >= 0 ? 1 : -1;
    const a = -1 / (sign + nz);
    const b = nx * ny * a;
    for (let ray = 0; ray < rays; ray++) {
      const [x, y] = pattern[ray] ?? [0, 0];
      const z = Math.sqrt(Math.max(0.0004, 1 - x * x - y * y));
      const dx = (1 + sign * nx * nx * a) * x + b * y + nx * z;
      const dy = sign * b * x + (sign + ny * ny * a) * y + ny * z;
      const dz = -sign * nx * x - ny * y + nz * z;
      const at = vertex * rays + ray;
      if (traceRay(bvh, ox, oy, oz, dx, dy, dz, far, hit)) {
        hits.triangle[at] = isSeenFromBehind(bvh, normals, hit.triangle, dx, dy, dz) ? dark : hit.triangle;
        hits.u[at] = hit.u;
        hits.v[at] = hit.v;
        if (hit.distance > near) sky[vertex * 4 + 3] = (sky[vertex * 4 + 3] ?? 0) + 1 / rays;
        continue;
      }
      hits.triangle[at] = -1;
      const seen = skyRadiance(lighting, dx, dy, dz);
      for (let channel = 0; channel < 3; channel++)
        sky[vertex * 4 + channel] = (sky[vertex * 4 + channel] ?? 0) + (seen[channel] ?? 0) / rays;
      sky[vertex * 4 + 3] = (sky[vertex * 4 + 3] ?? 0) + 1 / rays;
    }
  }
  return { hits, sky };
}

function bounceLight(
  room: Room,
  hits: Hits,
  rays: number,
  sky: Float32Array,
  direct: Float32Array,
  before: Float32Array,
): Float32Array {
  const { bvh, albedo, glow, count } = room;
  const leaving = new Float32Array(count * 3);
  for (let vertex = 0; vertex < count; vertex++) {
    for (let channel = 0; channel < 3; channel++) {
      const at = vertex * 3 + channel;
      leaving[at] = (glow[at] ?? 0) + (albedo[at] ?? 0) * ((direct[at] ?? 0) + (before[vertex * 4 + channel] ?? 0));
    }
  }
  const after = sky.slice();
  const { indices } = bvh;
  for (let vertex = 0; vertex < count; vertex++) {
    let red = 0;
    let green = 0;
    let blue = 0;
    for (let at = vertex * rays; at < (vertex + 1) * rays; at++) {
      const triangle = hits.triangle[at] as number;
      if (triangle < 0) continue;
      const u = hits.u[at] as number;
      const v = hits.v[at] as number;
      const w = 1 - u - v;
      const a = (indices[triangle * 3] as number) * 3;
      const b = (indices[triangle * 3 + 1] as number) * 3;
      const c = (indices[triangle * 3 + 2] as number) * 3;
      red += w * (leaving[a] as number) + u * (leaving[b] as number) + v * (leaving[c] as number);
      green += w * (leaving[a + 1] as number) + u * (leaving[b + 1] as number) + v * (leaving[c + 1] as number);
      blue += w * (leaving[a + 2] as number) + u * (leaving[b + 2] as number) + v * (leaving[c + 2] as number);
    }
    after[vertex * 4] = (after[vertex * 4] as number) + red / rays;
    after[vertex * 4 + 1] = (after[vertex * 4 + 1] as number) + green / rays;
    after[vertex * 4 + 2] = (after[vertex * 4 + 2] as number) + blue / rays;
  }
  return after;
}
