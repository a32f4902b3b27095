import { curve, roundCorners } from '../profile.ts';
import type { Solid, Vec3 } from '../solid.ts';
import type { Glazed } from '../surfaces.ts';
import { turned, type Vessel, vessel } from '../turned.ts';
import { createUnevenness } from './hand.ts';
import { strap } from './tableware.ts';

type Wall = [r: number, y: number][];

/** A thrown pot by the outside of its wall, on a turned foot as wide as the wall begins. */
export function thrown(
  surface: Glazed,
  wall: Wall,
  { line, lip = 3.6, ...rest }: { line: number; lip?: number } & Partial<Vessel>,
): Solid {
  const [start] = wall[0] ?? [30];
  return vessel({
    surface,
    wall,
    thickness: [Math.max(5.5, lip + 1.5), lip],
    floor: (wall[0]?.[1] ?? 5) + 3.5,
    well: 14,
    foot: { radius: start - 1.5, width: 4.5, recess: 3 },
    glazeLine: line,
    shape: createUnevenness(surface.seed, 0.5),
    ...rest,
  });
}

/** A handle between two points of the wall that stands out by `reach`; its ends are in the wall. */
export function createHandle(
  surface: Glazed,
  [x1, y1]: [x: number, y: number],
  [x2, y2]: [x: number, y: number],
  reach: number,
  sizes: Vec3,
): Solid {
  const tall = y1 - y2;
  const out = Math.max(x1, x2) + reach;
  const path: Vec3[] = [
    [x1 - 2, y1, 0],
    [x1 + reach * 0.3, y1 + tall * 0.08, 0],
    [x1 + reach * 0.74, y1 + tall * 0.03, 0],
    [out, y1 - tall * 0.24, 0],
    [out - reach * 0.01, y1 - tall * 0.54, 0],
    [x2 + (out - x2) * 0.74, y1 - tall * 0.82, 0],
    [x2 + (out - x2) * 0.34, y1 - tall * 0.96, 0],
    [x2 - 2, y2, 0],
  ];
  return strap(surface, path, sizes);
}

/** A lid on a rim of radius `r` at height `y`; `top` is its profile from the rim to the axis. */
export function lid(surface: Glazed, r: number, y: number, top: Wall): Solid {
  return turned({
    surface: { ...surface, seed: surface.seed + 2 },
    section: roundCorners([
      { r: 0, y: y - 3 },
      { r: r - 5.4, y: y - 3, round: 2 },
      { r: r - 5, y: y - 0.6 },
      { r: r + 0.2, y: y - 0.4, round: 1.2 },
      ...curve([[r, y + 0.4], ...top], 1.2),
    ]),
    glazeLine: y,
  });
}

/** Profile of a lid with a knob of radius `k`, from the rim `r` at `y`, `rise` mm high. */
export function createKnobProfile(r: number, y: number, rise: number, k: number): Wall {
  const top = y + rise;
  return [
    [r - 1.4, y + rise * 0.3],
    [r * 0.72, y + rise * 0.66],
    [r * 0.42, y + rise * 0.9],
    [k * 0.8, top + 1.5],
    [k * 0.66, top + k * 0.5],
    [k, top + k * 1.1],
    [k * 0.95, top + k * 1.55],
    [k * 0.5, top + k * 1.8],
    [0, top + k * 1.84],
  ];
}
