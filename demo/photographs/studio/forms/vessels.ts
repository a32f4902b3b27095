import { curve, roundCorners } from '../profile.ts';
import { placeSolids, type Solid, type Vec3 } from '../solid.ts';
import type { Glazed } from '../surfaces.ts';
import { turned, vessel } from '../turned.ts';
import { createUnevenness } from './hand.ts';
import { strap } from './tableware.ts';

/** Pouring jug, 196 mm high with its lip, one litre. */
export function jug(surface: Glazed): Solid[] {
  const uneven = createUnevenness(surface.seed, 0.6);
  const body = vessel({
    surface,
    wall: [
      [43, 6],
      [52, 13],
      [60, 36],
      [62.5, 64],
      [58, 98],
      [48.5, 132],
      [43.5, 156],
      [45, 176],
      [48.5, 188],
    ],
    thickness: [7, 3.8],
    floor: 9,
    well: 20,
    foot: { radius: 42, width: 6, recess: 4 },
    glazeLine: 15,
    shape: (at, angle) => spout(uneven(at, angle)),
  });
  const path: Vec3[] = [
    [41.7, 168, 0],
    [56, 176, 0],
    [76, 172, 0],
    [88, 150, 0],
    [89, 118, 0],
    [80, 88, 0],
    [67, 70, 0],
    [59.5, 66, 0],
  ];
  return placeSolids([body, strap(surface, path, [11.5, 8.4, 4.6])], {});
}

// Pinched on both sides and drawn outwards, opposite the handle.
function spout([x, y, z]: Vec3): Vec3 {
  const angle = Math.atan2(z, -x);
  const up = Math.min(1, Math.max(0, (y - 140) / 48)) ** 1.7;
  const pull = Math.exp(-((angle / 0.34) ** 2));
  const pinch = Math.exp(-(((Math.abs(angle) - 0.72) / 0.3) ** 2));
  const scale = 1 + up * (0.5 * pull - 0.1 * pinch);
  return [x * scale, y + up * (7 * pull - 1.5 * pinch), z * scale * (1 - up * 0.16 * pull)];
}

/** Tall bottle with a narrow neck, 286 mm high. */
export function bottle(surface: Glazed): Solid[] {
  return [
    vessel({
      surface,
      wall: [
        [42, 6],
        [50, 14],
        [58, 45],
        [60.5, 85],
        [54, 128],
        [38, 162],
        [22, 190],
        [15.8, 220],
        [15.4, 252],
        [18.5, 276],
        [23.5, 284],
      ],
      thickness: [7, 3.4],
      floor: 10,
      well: 20,
      foot: { radius: 41, width: 6, recess: 4 },
      glazeLine: 17,
      shape: createUnevenness(surface.seed, 0.7),
    }),
  ];
}

/** Full round jar, 252 mm high, joined at the belly so that it is not quite round. */
export function moonJar(surface: Glazed): Solid[] {
  return [
    vessel({
      surface,
      wall: [
        [53, 10],
        [72, 22],
        [103, 54],
        [122, 94],
        [126.5, 128],
        [120, 166],
        [99, 204],
        [74, 229],
        [61, 238],
        [59.5, 246],
        [61.5, 252],
      ],
      thickness: [9, 4.6],
      floor: 14,
      well: 40,
      foot: { radius: 52, width: 7, recess: 7 },
      glazeLine: 15,
      shape: (at, angle) => createUnevenness(surface.seed, 2.2)(at, angle),
      columns: 168,
      longest: 4.5,
    }),
  ];
}

/** Salt jar with an inset lid: 98 mm across, 118 mm high with its knob. */
export function saltJar(surface: Glazed, lidAside = false): Solid[] {
  const jar = vessel({
    surface,
    wall: [
      [36, 6],
      [43, 11],
      [47.5, 26],
      [49, 46],
      [47.6, 66],
      [45.5, 80],
    ],
    thickness: [6, 4],
    floor: 9,
    well: 14,
    foot: { radius: 35, width: 5, recess: 3 },
    glazeLine: 12.5,
    shape: createUnevenness(surface.seed, 0.5),
  });
  const top = curve(
    [
      [45.4, 82.4],
      [44.2, 86.5],
      [34, 92.5],
      [18, 97],
      [9.5, 99.5],
      [7.8, 104],
      [11.6, 110.5],
      [11, 115.5],
      [6, 118],
      [0, 118.4],
    ],
    1.2,
  );
  const lid = turned({
    surface: { ...surface, seed: surface.seed + 2 },
    section: roundCorners([
      { r: 0, y: 79 },
      { r: 40, y: 79, round: 2 },
      { r: 40.4, y: 81.4 },
      { r: 45.6, y: 81.6, round: 1.2 },
      ...top,
    ]),
    glazeLine: 82,
  });
  return [jar, ...(lidAside ? placeSolids([lid], { at: [86, -79, 62], turn: 1 }) : [lid])];
}
