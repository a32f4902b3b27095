import { curve, roundCorners } from '../profile.ts';
import { createGrid, placeSolids, type Solid, type Vec3 } from '../solid.ts';
import type { Cloth, Glazed, Glow, Organic } from '../surfaces.ts';
import { swept } from '../swept.ts';
import { turned } from '../turned.ts';
import { thrown } from './thrown.ts';

const warm = (strength: number, bulb?: [height: number, reach: number]): Glow => ({
  kind: 'glow',
  colour: '#f5d2a2',
  second: '#f5d2a2',
  roughness: 0.9,
  seed: 1,
  strength,
  ...(bulb ? { bulb } : {}),
});
const flex: Cloth = { kind: 'cloth', colour: '#7a6a58', second: '#4c4136', roughness: 0.95, seed: 2 };
const brass: Organic = { kind: 'organic', colour: '#a98a4e', second: '#8a6c38', roughness: 0.3, seed: 1 };

/** A glowing linen shade: radii at the bottom and top, and heights of both edges. */
function shade(low: number, high: number, from: number, to: number): Solid {
  const rows = 40;
  return createGrid(warm(0.4, [290, 120]), { rows, columns: 120, wrap: true }, (row, column) => {
    const share = row / (rows - 1);
    const r = low + (high - low) * share;
    const angle = (column / 120) * 2 * Math.PI;
    return {
      at: [r * Math.cos(angle), from + (to - from) * share, r * Math.sin(angle)],
      uv: [(column / 120) * 2 * Math.PI * r, share * (to - from)],
    };
  });
}

function cord(path: Vec3[]): Solid {
  return swept({ surface: flex, path, size: () => [2.4, 2.4], rows: 90, columns: 12 });
}

/** Table lamp: a thrown base, a brass neck, a linen shade; 428 mm high. */
export function tableLamp(surface: Glazed): Solid[] {
  const wall: [number, number][] = [
    [52, 6],
    [62, 14],
    [80, 54],
    [82, 92],
    [66, 138],
    [34, 176],
    [18, 198],
    [16, 214],
  ];
  const neck = turned({
    surface: brass,
    section: roundCorners([
      { r: 0, y: 208 },
      { r: 9, y: 208 },
      { r: 9, y: 252, round: 2 },
      { r: 0, y: 253 },
    ]),
    glazeLine: -1,
    columns: 40,
  });
  return [
    thrown(surface, wall, { line: 20, lip: 4, columns: 144, longest: 4.5 }),
    neck,
    shade(140, 104, 236, 428),
    cord([
      [-40, 8, -40],
      [-70, 3, -80],
      [-120, 2.6, -110],
      [-190, 2.6, -130],
    ]),
  ];
}

/** Small lamp: a globe of thin clay that the light comes through, on a glazed cup; 176 mm high. */
export function globeLamp(surface: Glazed): Solid[] {
  const globe = turned({
    surface: warm(0.4, [84, 96]),
    section: Array.from({ length: 49 }, (_, step) => {
      const angle = ((step / 48) * 1.86 - 0.86) * (Math.PI / 2);
      return { r: 66 * Math.cos(Math.min(Math.PI / 2, angle)), y: 110 + 66 * Math.sin(angle) };
    }),
    glazeLine: -1,
    columns: 96,
  });
  const wall: [number, number][] = [
    [38, 5],
    [44, 10],
    [46, 34],
    [50, 58],
  ];
  return [thrown(surface, wall, { line: 12, lip: 4 }), globe];
}

/** Pendant: a clay bell on its cord, its mouth at y = 0, 232 mm across, with a bulb inside. */
export function pendant(surface: Glazed): Solid[] {
  const bell = turned({
    surface,
    section: curve(
      [
        [14, 138],
        [40, 130],
        [76, 96],
        [104, 44],
        [113, 3],
        [116, 0],
        [118, 4],
        [109, 50],
        [80, 102],
        [44, 138],
        [20, 150],
        [16, 164],
        [0, 166],
      ],
      3.2,
    ),
    glazeLine: -1,
    columns: 144,
  });
  const bulb = turned({
    surface: warm(2.4),
    section: curve(
      [
        [0, 8],
        [26, 16],
        [38, 44],
        [30, 72],
        [14, 96],
        [0, 98],
      ],
      3,
    ),
    glazeLine: -1,
    columns: 48,
  });
  return [
    bell,
    bulb,
    cord([
      [0, 160, 0],
      [0, 500, 0],
      [0, 900, 0],
    ]),
  ];
}

/** A flame, 22 mm high, standing on a wick at `at`. */
export function flame(at: Vec3): Solid[] {
  const body = turned({
    surface: { ...warm(3.4), colour: '#ffcf8a', tiny: true },
    section: curve(
      [
        [0, 0],
        [3.4, 4],
        [4, 9],
        [2, 17],
        [0, 24],
      ],
      1.4,
    ),
    glazeLine: -1,
    columns: 24,
  });
  return placeSolids([body], { at });
}
