import type { Solid, Vec3 } from '../solid.ts';
import type { Glazed } from '../surfaces.ts';
import { swept } from '../swept.ts';
import { vessel } from '../turned.ts';
import { createUnevenness } from './hand.ts';

/** Straight-sided mug with a slight belly and a strap handle; 88 mm high. */
export function mug(surface: Glazed): Solid[] {
  const body = vessel({
    surface,
    wall: [
      [32, 5],
      [37.5, 9],
      [40.2, 20],
      [41.2, 38],
      [40.4, 58],
      [39.4, 74],
      [39.8, 86.5],
    ],
    thickness: [6, 3.4],
    floor: 8,
    well: 14,
    foot: { radius: 30.5, width: 4.5, recess: 3 },
    glazeLine: 11.5,
    shape: createUnevenness(surface.seed, 0.5),
  });
  const path: Vec3[] = [
    [37.6, 70, 0],
    [46, 73.5, 0],
    [58, 71.5, 0],
    [66.5, 61, 0],
    [66.5, 47, 0],
    [59, 34, 0],
    [48, 26.5, 0],
    [38, 23.5, 0],
  ];
  return [body, strap(surface, path, [9.4, 7, 3.7])];
}

/**
 * A pulled handle, wider and thicker at its ends. Sizes in mm: half width above and below, half
 * depth.
 */
export function strap(surface: Glazed, path: Vec3[], [upper, lower, deep]: Vec3): Solid {
  return swept({
    surface,
    path,
    size: (share) => {
      const end = Math.max(0, 1 - share / 0.13) ** 2 * 0.3 + Math.max(0, (share - 0.85) / 0.15) ** 2 * 0.4;
      return [(upper + (lower - upper) * share) * (1 + end), deep * (1 + end * 0.9)];
    },
  });
}

export type BowlSize = 'small' | 'medium' | 'large';

const bowlScale: Record<BowlSize, number> = { small: 0.74, medium: 1, large: 1.38 };

/** Open bowl on a turned foot; the medium one is 164 mm across and 74 mm high. */
export function bowl(surface: Glazed, size: BowlSize): Solid[] {
  const s = bowlScale[size];
  const wall = (
    [
      [31, 9],
      [42, 12],
      [57, 21],
      [69, 36],
      [77, 54],
      [81.5, 72],
    ] as [number, number][]
  ).map(([r, y]): [number, number] => [r * s, 9 + (y - 9) * s]);
  return [
    vessel({
      surface,
      wall,
      thickness: [7, 3.6],
      floor: 9 + 7 * s,
      well: 34 * s,
      foot: { radius: 30 * s, width: 5, recess: 5 },
      glazeLine: 13.5,
      shape: createUnevenness(surface.seed, 0.7),
      columns: 144,
    }),
  ];
}

/** Dinner plate, 268 mm across, with a short upright rim. */
export function plate(surface: Glazed): Solid[] {
  return [
    vessel({
      surface,
      wall: [
        [86, 6],
        [104, 8.5],
        [120, 12.5],
        [129, 18],
        [133, 26],
      ],
      thickness: [6.5, 4.2],
      floor: 9.5,
      well: 30,
      foot: { radius: 85, width: 7, recess: 3.5 },
      glazeLine: 9.5,
      shape: createUnevenness(surface.seed, 0.8),
      columns: 176,
      longest: 4,
    }),
  ];
}
