import { placeSolids, type Solid, type Vec3 } from '../solid.ts';
import type { Glazed } from '../surfaces.ts';
import { swept } from '../swept.ts';
import { createUnevenness } from './hand.ts';
import { createHandle, createKnobProfile, lid, thrown } from './thrown.ts';

interface Lip {
  /** Height where the wall begins to turn out, and how far it goes, mm. */
  from: number;
  by: number;
  width: number;
}

/** Drawn outwards to the left, opposite the handle. */
function drawn({ from, by, width }: Lip, top: number, at: Vec3): Vec3 {
  const [x, y, z] = at;
  const angle = Math.atan2(z, -x);
  const up = Math.min(1, Math.max(0, (y - from) / (top - from))) ** 1.6;
  const pull = Math.exp(-((angle / width) ** 2));
  const pinch = Math.exp(-(((Math.abs(angle) - width * 2.1) / 0.3) ** 2));
  const radius = Math.hypot(x, z) || 1;
  const scale = 1 + (up * (by * pull - by * 0.16 * pinch)) / radius;
  return [x * scale, y + up * by * 0.26 * pull, z * scale * (1 - up * 0.14 * pull)];
}

/** Tall pitcher, 248 mm high, 1.6 litres. */
export function pitcher(surface: Glazed): Solid[] {
  const uneven = createUnevenness(surface.seed, 0.6);
  const wall: [number, number][] = [
    [46, 6],
    [55, 14],
    [63, 50],
    [63.5, 92],
    [56, 140],
    [49, 180],
    [48, 214],
    [52, 242],
  ];
  const body = thrown(surface, wall, {
    line: 58,
    lip: 4,
    well: 22,
    shape: (at, angle) => drawn({ from: 184, by: 21, width: 0.36 }, 242, uneven(at, angle)),
  });
  return placeSolids([body, createHandle(surface, [48, 212], [61, 92], 46, [12, 8.8, 4.8])], {});
}

/** Small jug for milk or sauce, 86 mm high, 0.25 litres. */
export function milkJug(surface: Glazed): Solid[] {
  const uneven = createUnevenness(surface.seed, 0.4);
  const wall: [number, number][] = [
    [25, 4],
    [31, 9],
    [36.4, 26],
    [36, 46],
    [31, 66],
    [33, 84],
  ];
  const body = thrown(surface, wall, {
    line: 10,
    lip: 3,
    shape: (at, angle) => drawn({ from: 58, by: 13, width: 0.36 }, 84, uneven(at, angle)),
  });
  return [body, createHandle(surface, [31.4, 70], [35.4, 28], 20, [7, 5.4, 3.2])];
}

/** Round teapot, 0.9 litres: 142 mm high with its knob. */
export function teapot(surface: Glazed): Solid[] {
  const wall: [number, number][] = [
    [43, 6],
    [54, 12],
    [69, 36],
    [73, 60],
    [66, 86],
    [48, 104],
    [41, 109],
  ];
  const body = thrown(surface, wall, { line: 15, lip: 4, well: 24 });
  const spout = swept({
    surface: { ...surface, seed: surface.seed + 1 },
    path: [
      [-54, 44, 0],
      [-78, 54, 0],
      [-94, 76, 0],
      [-104, 99, 0],
      [-117, 112, 0],
    ],
    size: (share) => {
      const r = 18 - 10.4 * share ** 0.62;
      return [r, r];
    },
    columns: 44,
    squareness: 2,
  });
  const hole = swept({
    surface: { kind: 'liquid', colour: '#1c1511', second: '#1c1511', roughness: 0.6, seed: 1 },
    path: [
      [-113.6, 109.3, 0],
      [-115.4, 110.8, 0],
      [-117.2, 112.3, 0],
    ],
    size: () => [5, 5],
    rows: 4,
    columns: 24,
    squareness: 2,
  });
  const handle = createHandle(surface, [61, 91], [69, 38], 40, [10.4, 8, 4.4]);
  return [body, spout, hole, handle, lid(surface, 41, 110, createKnobProfile(41, 110, 13, 9.5))];
}
