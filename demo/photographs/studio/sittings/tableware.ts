import { byWindow, inSun, onPaper } from '../arrange.ts';
import type { Framing } from '../camera.ts';
import { egg, fill, pear, runner } from '../forms/props.ts';
import { type BowlSize, bowl, mug, plate } from '../forms/tableware.ts';
import type { GlazeName } from '../glazes.ts';
import { placeSolids } from '../solid.ts';
import { backdropByGlaze, coffee, glazed, type Shot, type Sitting, scene } from './sitting.ts';

export const tidelineMug = mugs();
export const estuaryBowl = bowls();
export const flatsPlate = plates();
export const breakfastSet = breakfast();

function mugs(): Sitting[] {
  const one = (glaze: GlazeName, extra: Shot[] = []): Sitting => ({
    arrangement: () => onPaper(backdropByGlaze[glaze], placeSolids(mug(glazed(glaze, 5)), { turn: 0.3 }), 130),
    shots: [{ view: `front-${glaze}`, framing: { at: [11, 43, 0], frame: 176, above: 9 } }, ...extra],
  });
  return [
    one('celadon', [
      { view: 'three-quarter', framing: { at: [8, 41, 0], frame: 176, above: 33, round: -22 } },
      { view: 'close', framing: { at: [-6, 25, 28], frame: 80, above: 8, round: -8, lens: 2.4, focus: [-6, 24, 40] } },
    ]),
    one('oat'),
    one('tide'),
    one('ink'),
    scene(
      () =>
        inSun([
          ...placeSolids(mug(glazed('celadon', 5)), { at: [18, 0, 60], turn: 0.5 }),
          ...placeSolids([fill(coffee, 36.2, 70, 0)], { at: [18, 0, 60] }),
          ...placeSolids(mug(glazed('oat', 9)), { at: [-62, 0, -52], turn: 2.5 }),
          ...placeSolids(pear(3), { at: [128, 0, -10], turn: 1.2 }),
        ]),
      { at: [14, 62, 0], frame: 330, above: 15, round: 6, lens: 5, focus: [18, 45, 90] },
    ),
  ];
}

function bowls(): Sitting[] {
  const framing: Framing = { at: [0, 36, 0], frame: 272, above: 16 };
  const one = (glaze: GlazeName, extra: Shot[] = []): Sitting => ({
    arrangement: () => onPaper(backdropByGlaze[glaze], bowl(glazed(glaze, 11), 'medium'), 190),
    shots: [{ view: `front-${glaze}`, framing }, ...extra],
  });
  const at = (size: BowlSize, x: number, z: number, seed: number) =>
    placeSolids(bowl(glazed('chalk', seed), size), { at: [x, 0, z] });
  return [
    one('chalk', [
      {
        view: 'close',
        framing: { at: [-16, 26, 46], frame: 112, above: 10, round: -10, lens: 3, focus: [-14, 24, 62] },
      },
    ]),
    one('celadon'),
    one('ink'),
    {
      arrangement: () =>
        onPaper('sage', [...at('large', -34, -66, 12), ...at('medium', 84, 60, 11), ...at('small', -70, 122, 13)], 330),
      shots: [{ view: 'three-quarter', framing: { at: [6, 30, 26], frame: 470, above: 30 } }],
    },
    scene(
      () =>
        byWindow(
          [
            ...placeSolids(bowl(glazed('chalk', 11), 'large'), { at: [-40, 0, -40] }),
            ...placeSolids(egg(1), { at: [-40, 50, -10], roll: 1.4, turn: 0.5 }),
            ...placeSolids(egg(2), { at: [14, 50, -20], roll: 1.45, turn: -0.6 }),
            ...placeSolids(egg(3), { at: [-18, 48, -76], roll: 1.4, turn: 0.3 }),
            ...placeSolids(egg(5), { at: [-4, 84, -36], roll: 1.5, turn: 0.4 }),
            ...placeSolids(egg(4), { at: [-44, 80, -64], roll: 1.35, turn: 1.7 }),
            ...placeSolids(bowl(glazed('ink', 14), 'small'), { at: [118, 0, 12] }),
          ],
          'oak',
        ),
      { at: [10, 50, 0], frame: 430, above: 25, round: 4, lens: 4, focus: [0, 60, 40] },
    ),
  ];
}

function plates(): Sitting[] {
  const framing: Framing = { at: [0, 6, 0], frame: 400, above: 40 };
  const one = (glaze: GlazeName, extra: Shot[] = []): Sitting => ({
    arrangement: () => onPaper(backdropByGlaze[glaze], plate(glazed(glaze, 21)), 300),
    shots: [{ view: `front-${glaze}`, framing }, ...extra],
  });
  return [
    one('chalk', [
      { view: 'three-quarter', framing: { at: [0, 8, 0], frame: 360, above: 17, round: 20 } },
      {
        view: 'close',
        framing: { at: [-70, 14, 88], frame: 128, above: 30, round: -30, lens: 3.2, focus: [-66, 22, 112] },
      },
    ]),
    one('tide'),
    scene(
      () =>
        inSun(
          [
            ...runner([-150, 170], -300, 860, 20),
            ...placeSolids(plate(glazed('chalk', 21)), { at: [0, 2.6, 40] }),
            ...placeSolids(pear(7), { at: [62, 46, 8], roll: 1.42, turn: 0.35 }),
            ...placeSolids(pear(8), { at: [-38, 12, 74], turn: 2.2 }),
          ],
          [-30, 0],
        ),
      { at: [0, 34, 20], frame: 420, above: 30, round: 8, lens: 5, focus: [0, 30, 60] },
    ),
  ];
}

function breakfast(): Sitting[] {
  const set = () => [
    ...placeSolids(plate(glazed('chalk', 23)), { at: [-30, 0, -40] }),
    ...placeSolids(bowl(glazed('chalk', 24), 'medium'), { at: [-34, 9.5, -44] }),
    ...placeSolids(mug(glazed('chalk', 25)), { at: [118, 0, 86], turn: 0.4 }),
  ];
  return [
    {
      arrangement: () => onPaper('clay', set(), 320),
      shots: [
        { view: 'front', framing: { at: [26, 36, 0], frame: 490, above: 20 } },
        { view: 'three-quarter', framing: { at: [22, 28, 0], frame: 490, above: 44, round: 16 } },
        {
          view: 'close',
          framing: { at: [88, 40, 80], frame: 150, above: 16, round: -12, lens: 4, focus: [110, 44, 124] },
        },
      ],
    },
    scene(
      () =>
        inSun([
          ...runner([-190, 120], -300, 860, 20),
          ...placeSolids(set(), { at: [0, 2.6, 30] }),
          ...placeSolids(egg(1), { at: [-48, 40, 0], roll: 1.3, turn: 0.4 }),
          ...placeSolids(egg(2), { at: [-12, 40, -16], roll: 1.4, turn: 1.7 }),
        ]),
      { at: [14, 44, 10], frame: 470, above: 26, round: 6, lens: 5, focus: [10, 40, 90] },
    ),
  ];
}
