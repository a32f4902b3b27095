import { ellipse, rectangle } from '../outline.ts';
import { curve } from '../profile.ts';
import { placeSolids, type Solid } from '../solid.ts';
import type { Glazed } from '../surfaces.ts';
import { turned, vessel } from '../turned.ts';
import { createUnevenness } from './hand.ts';
import { createKnobProfile, lid, thrown } from './thrown.ts';

/** Plate or shallow bowl, `across` mm wide, its rim `rim` mm above the table. */
export function dish(surface: Glazed, across: number, rim: number): Solid[] {
  const r = across / 2;
  return [
    vessel({
      surface,
      wall: [
        [r * 0.6, 5],
        [r * 0.74, 5 + (rim - 5) * 0.1],
        [r * 0.88, 5 + (rim - 5) * 0.34],
        [r * 0.96, 5 + (rim - 5) * 0.66],
        [r, rim - 1.5],
      ],
      thickness: [6, 4],
      floor: 8.5,
      well: Math.min(34, rim * 1.3),
      foot: { radius: r * 0.59, width: 6, recess: 3.5 },
      glazeLine: 9,
      shape: createUnevenness(surface.seed, 0.8),
      columns: 160,
      longest: 4,
    }),
  ];
}

/** Deep bowl for noodles: 178 mm across, 92 mm high. */
export function deepBowl(surface: Glazed): Solid[] {
  const wall: [number, number][] = [
    [36, 13],
    [50, 17],
    [68, 31],
    [80, 52],
    [86, 74],
    [88.6, 90.5],
  ];
  const foot = { radius: 34, width: 5.5, recess: 8 };
  return [thrown(surface, wall, { line: 18, floor: 20, well: 40, foot, columns: 152 })];
}

/** Batter bowl with a pulled lip to the left: 236 mm across, 128 mm high. */
export function mixingBowl(surface: Glazed): Solid[] {
  const uneven = createUnevenness(surface.seed, 0.8);
  const wall: [number, number][] = [
    [56, 6],
    [72, 12],
    [94, 38],
    [108, 74],
    [114, 108],
    [117.5, 126],
  ];
  return [
    thrown(surface, wall, {
      line: 34,
      lip: 5,
      well: 40,
      columns: 176,
      longest: 4.5,
      shape: (at, angle) => {
        const [x, y, z] = uneven(at, angle);
        const pull = Math.exp(-((Math.atan2(z, -x) / 0.24) ** 2)) * Math.max(0, (y - 84) / 42) ** 2;
        return [x * (1 + 0.13 * pull), y + 2 * pull, z];
      },
    }),
  ];
}

/** Pinched dish for salt, 84 mm across and 34 mm high, not quite round. */
export function pinchDish(surface: Glazed): Solid[] {
  const wall: [number, number][] = [
    [17, 4],
    [26, 6],
    [36, 15],
    [41, 32.5],
  ];
  return [thrown(surface, wall, { line: 12, lip: 4, well: 24, shape: createUnevenness(surface.seed, 2.6) })];
}

/** Long oval dish with low sides: `length` by `width`, `height` mm high. */
export function oval(surface: Glazed, length: number, width: number, height: number): Solid[] {
  const reach = width / 2;
  return [
    vessel({
      surface,
      wall: [
        [reach - 12, 3],
        [reach - 7, 5],
        [reach - 2.4, height * 0.5],
        [reach, height - 2],
      ],
      thickness: [6, 4.4],
      floor: 7,
      well: Math.min(16, height * 0.6),
      glazeLine: 5.5,
      outline: ellipse(length / width),
      shape: ([x, y, z], angle) => [x, y + 0.7 * Math.sin(2 * angle + 1) * Math.min(1, y / height), z],
      columns: 200,
      longest: 4.5,
    }),
  ];
}

/** Butter dish: a flat oblong plate, 190 by 128 mm, under a cover with a knob. */
export function butterDish(surface: Glazed): Solid[] {
  const plate = vessel({
    surface,
    wall: [
      [54, 3],
      [59, 5],
      [63, 10],
      [64, 13],
    ],
    thickness: [6, 4.4],
    floor: 7,
    well: 6,
    glazeLine: 5.5,
    outline: rectangle(190, 128, 26, 64),
    columns: 160,
  });
  const cover = turned({
    surface: { ...surface, seed: surface.seed + 3 },
    section: [
      ...curve(
        [
          [44, 9],
          [45.4, 8.2],
          [46.6, 9],
          [46, 28],
          [44.4, 44],
          [40, 54],
          [30, 59],
          [12, 61],
          [0, 61.4],
        ],
        2,
      ),
    ],
    glazeLine: 8.4,
    outline: rectangle(152, 93, 20, 46.6),
    columns: 160,
  });
  const knob = placeSolids([lid({ ...surface, seed: surface.seed + 4 }, 12, 60, createKnobProfile(12, 60, 3, 9))], {});
  return [plate, cover, ...knob];
}

/** Mortar, 132 mm across with a rough inside, and its pestle leaning in it. */
export function mortar(surface: Glazed, pestle: Glazed): Solid[] {
  const wall: [number, number][] = [
    [44, 6],
    [52, 12],
    [60, 34],
    [64, 60],
    [66, 80.5],
  ];
  const stick = turned({
    surface: pestle,
    section: curve(
      [
        [0, 0],
        [12, 2],
        [18, 12],
        [17, 24],
        [11, 40],
        [9.4, 80],
        [11, 120],
        [12.6, 134],
        [9, 143],
        [0, 145],
      ],
      2.4,
    ),
    glazeLine: 44,
    columns: 48,
  });
  return [
    thrown(surface, wall, { line: 30, lip: 8, floor: 16, well: 36 }),
    ...placeSolids([stick], { at: [-18, 19, 6], roll: -0.72, turn: 0.25 }),
  ];
}
