import { createRandom } from './random.ts';

const side = 64;
const mask = side - 1;
const values = lattice(20);
const chances = lattice(21);
const places = [lattice(22), lattice(23), lattice(24)] as const;
const sizes = lattice(25);

function lattice(seed: number): Float32Array {
  const random = createRandom(seed);
  return new Float32Array(side ** 3).map(() => random());
}

/** Smooth noise between -1 and 1; it repeats every 64 units. */
export function noise3(x: number, y: number, z: number): number {
  const ix = Math.floor(x);
  const iy = Math.floor(y);
  const iz = Math.floor(z);
  const fx = x - ix;
  const fy = y - iy;
  const fz = z - iz;
  const u = fx * fx * fx * (fx * (fx * 6 - 15) + 10);
  const v = fy * fy * fy * (fy * (fy * 6 - 15) + 10);
  const w = fz * fz * fz * (fz * (fz * 6 - 15) + 10);
  const x0 = ix & mask;
  const x1 = (ix + 1) & mask;
  const y0 = (iy & mask) << 6;
  const y1 = ((iy + 1) & mask) << 6;
  const z0 = (iz & mask) << 12;
  const z1 = ((iz + 1) & mask) << 12;
  const a = values[x0 + y0 + z0] as number;
  const b = values[x0 + y1 + z0] as number;
  const c = values[x0 + y0 + z1] as number;
  const d = values[x0 + y1 + z1] as number;
  const ab = a + ((values[x1 + y0 + z0] as number) - a) * u;
  const bb = b + ((values[x1 + y1 + z0] as number) - b) * u;
  const cb = c + ((values[x1 + y0 + z1] as number) - c) * u;
  const db = d + ((values[x1 + y1 + z1] as number) - d) * u;
  const low = ab + (bb - ab) * v;
  const high = cb + (db - cb) * v;
  return (low + (high - low) * w) * 2 - 1;
}

export function cloud2(x: number, y: number, z: number): number {
  return 0.62 * noise3(x, y, z) + 0.31 * noise3(x * 2.03 + 17.1, y * 2.03 + 3.7, z * 2.03 + 9.2);
}

export function cloud3(x: number, y: number, z: number): number {
  return cloud2(x, y, z) + 0.15 * noise3(x * 4.1 + 5.3, y * 4.1 + 31.7, z * 4.1 + 19.2);
}

export interface Speck {
  /** 1 in the middle of a speck, 0 outside; the same for its halo; a random number per speck. */
  inside: number;
  halo: number;
  own: number;
}

/** Random specks: a cell of `size` mm has one with probability `chance`; few are large. */
export function specks(px: number, py: number, pz: number, size: number, chance: number, into: Speck): void {
  const [x, y, z] = [px / size, py / size, pz / size];
  const bx = Math.floor(x - 0.5);
  const by = Math.floor(y - 0.5);
  const bz = Math.floor(z - 0.5);
  into.inside = 0;
  into.halo = 0;
  into.own = 0;
  for (let k = 0; k < 8; k++) {
    const cx = bx + (k & 1);
    const cy = by + ((k >> 1) & 1);
    const cz = bz + (k >> 2);
    const at = (cx & mask) + ((cy & mask) << 6) + ((cz & mask) << 12);
    if ((chances[at] as number) > chance) continue;
    const random = sizes[at] as number;
    const radius = 0.07 + 0.3 * random * random * random;
    const dx = x - cx - 0.25 - 0.5 * (places[0][at] as number);
    const dy = y - cy - 0.25 - 0.5 * (places[1][at] as number);
    const dz = z - cz - 0.25 - 0.5 * (places[2][at] as number);
    const away = Math.sqrt(dx * dx + dy * dy + dz * dz);
    const inside = 1 - smooth(radius * 0.55, radius, away);
    const halo = Math.max(0, 1 - away / (radius * 3.2));
    if (inside > into.inside) {
      into.inside = inside;
      into.own = places[0][at] as number;
    }
    into.halo = Math.max(into.halo, halo * halo);
  }
}

export function smooth(from: number, to: number, value: number): number {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return t * t * (3 - 2 * t);
}

export function clamp(value: number, low: number, high: number): number {
  return value < low ? low : value > high ? high : value;
}
