import { roundCorners } from '../profile.ts';
import { placeSolids, type Solid } from '../solid.ts';
import type { Glazed, Wood } from '../surfaces.ts';
import { turned } from '../turned.ts';
import { createKnobProfile, lid, thrown } from './thrown.ts';

/** Straight jar with a lid; medium: 104 mm across, 152 mm high. `scale` gives other sizes. */
export function pantryJar(surface: Glazed, scale = 1): Solid[] {
  const s = scale;
  const wall: [number, number][] = [
    [42 * s, 5],
    [48 * s, 10],
    [51 * s, 40 * s],
    [51.6 * s, 80 * s],
    [50 * s, 116 * s],
  ];
  const rim = 118 * s;
  return [
    thrown(surface, wall, { line: 13, lip: 4 }),
    lid(surface, 49.6 * s, rim, createKnobProfile(49.6 * s, rim, 14 * s, 10)),
  ];
}

/** Tea caddy with an oak lid, 88 mm across and 128 mm high. */
export function caddy(surface: Glazed, wood: Wood): Solid[] {
  const wall: [number, number][] = [
    [38, 5],
    [42.6, 10],
    [44, 40],
    [44, 80],
    [43.4, 112],
  ];
  const cover = turned({
    surface: wood,
    section: roundCorners([
      { r: 0, y: 110 },
      { r: 38, y: 110 },
      { r: 38, y: 113.4 },
      { r: 45, y: 113.4, round: 1.4 },
      { r: 45, y: 127, round: 3.2 },
      { r: 0, y: 127 },
    ]),
    glazeLine: -1,
    columns: 96,
  });
  return [thrown(surface, wall, { line: 12, lip: 4 }), cover];
}

/** Crock for spoons, 122 mm across and 158 mm high, with two grooves. */
export function crock(surface: Glazed): Solid[] {
  const wall: [number, number][] = [
    [52, 5],
    [58, 11],
    [60, 50],
    [60.4, 100],
    [59.6, 126],
    [61, 134],
    [59.8, 142],
    [62, 156],
  ];
  return [thrown(surface, wall, { line: 48, lip: 5, well: 16, columns: 144 })];
}

/** Honey pot, a barrel 96 mm across; the lid leaves room for a spoon. */
export function honeyPot(surface: Glazed): Solid[] {
  const wall: [number, number][] = [
    [33, 5],
    [40, 10],
    [47, 34],
    [48, 54],
    [43, 82],
    [39.6, 92],
  ];
  return [thrown(surface, wall, { line: 12, lip: 3.8 }), lid(surface, 39.6, 94, createKnobProfile(39.6, 94, 10, 8.4))];
}

/** A wooden spoon, standing or lying where it is placed; 280 mm long, bowl at the top. */
export function spoon(wood: Wood): Solid[] {
  const stick = turned({
    surface: wood,
    section: roundCorners([
      { r: 0, y: 0 },
      { r: 5, y: 1, round: 1 },
      { r: 5.4, y: 60 },
      { r: 4.6, y: 200 },
      { r: 9, y: 222, round: 14 },
      { r: 20, y: 244, round: 16 },
      { r: 21, y: 264, round: 16 },
      { r: 12, y: 280, round: 10 },
      { r: 0, y: 284 },
    ]),
    glazeLine: -1,
    columns: 40,
    shape: ([x, y, z]) => [x, y, y > 210 ? z * 0.34 : z],
  });
  return placeSolids([stick], {});
}
