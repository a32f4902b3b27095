import { curve, roundCorners } from '../profile.ts';
import type { Solid } from '../solid.ts';
import type { Organic } from '../surfaces.ts';
import { turned } from '../turned.ts';
import { createUnevenness } from './hand.ts';

const iron: Organic = { kind: 'organic', colour: '#8b8780', second: '#6f6b65', roughness: 0.35, seed: 5 };
const wet: Organic = { kind: 'organic', colour: '#8f8172', second: '#7d6f61', roughness: 0.28, seed: 9 };

/** A wheel head, 320 mm across, with an unfinished pot of wet clay. */
export function wheel(): Solid[] {
  const head = turned({
    surface: iron,
    section: roundCorners([
      { r: 0, y: 2 },
      { r: 150, y: 2 },
      { r: 160, y: 10, round: 3 },
      { r: 160, y: 22, round: 3 },
      { r: 0, y: 22 },
    ]),
    glazeLine: -1,
    columns: 144,
  });
  const uneven = createUnevenness(4, 1.2);
  const pot = turned({
    surface: wet,
    section: curve(
      [
        [92, 22],
        [84, 25],
        [72, 34],
        [74, 60],
        [82, 96],
        [86, 124],
        [84, 134],
        [76, 134],
        [73, 122],
        [68, 92],
        [58, 56],
        [44, 42],
        [0, 38],
      ],
      2,
    ),
    glazeLine: -1,
    columns: 144,
    shape: (at, angle) => {
      const [x, y, z] = uneven(at, angle);
      const ring = 1 + 0.012 * Math.sin(y / 2.1 + angle) * (y > 36 ? 1 : 0);
      return [x * ring, y, z * ring];
    },
  });
  return [head, pot];
}
