import { inEvening, onPaper } from '../arrange.ts';
import { candle, candlestick, chamberstick, lightBowl } from '../forms/candles.ts';
import { globeLamp, pendant, tableLamp } from '../forms/lamps.ts';
import { mug } from '../forms/tableware.ts';
import { placeSolids, type Solid } from '../solid.ts';
import { alone, backdropByGlaze, glazed, type Shot, type Sitting, scene, standing } from './sitting.ts';

// Hung high enough to be looked at from below; only the piece itself must fall into the shadow map.
const hung = (glaze: 'ink' | 'chalk', others: Shot[] = []): Sitting => ({
  arrangement: () => ({
    ...onPaper(backdropByGlaze[glaze], placeSolids(pendant(glazed(glaze, 139)), { at: [0, 470, 0] }), 300),
    middle: [0, 540, 0],
    reach: 240,
  }),
  shots: [{ view: `front-${glaze}`, framing: { at: [0, 556, 0], frame: 430, above: 3 } }, ...others],
});

const pendantShots: Shot[] = [
  { view: 'three-quarter', framing: { at: [0, 548, 0], frame: 420, above: -11, round: 18 } },
  {
    view: 'close',
    framing: { at: [-40, 494, 90], frame: 170, above: -4, round: -12, lens: 3, focus: [-40, 494, 100] },
  },
];

const sticks = (): Solid[] => [
  ...placeSolids([...candlestick(glazed('ink', 133), 212), ...placeSolids(candle(11, 150), { at: [0, 192, 0] })], {
    at: [-70, 0, -30],
  }),
  ...placeSolids([...candlestick(glazed('ink', 134), 160), ...placeSolids(candle(11, 120), { at: [0, 140, 0] })], {
    at: [22, 0, -6],
  }),
  ...placeSolids([...candlestick(glazed('ink', 135), 112), ...placeSolids(candle(11, 96), { at: [0, 92, 0] })], {
    at: [96, 0, 40],
  }),
];

export const light: Record<string, Sitting[]> = {
  'lightship-lamp': [
    alone('sand', 470, () => tableLamp(glazed('tide', 125)), {
      front: { at: [0, 212, 0], frame: 640, above: 5 },
      'three-quarter': { at: [0, 206, 0], frame: 640, above: 22, round: -20 },
      close: { at: [-14, 70, 70], frame: 200, above: 8, round: -10, lens: 4, focus: [-14, 70, 78] },
    }),
    scene(
      () =>
        inEvening([
          ...placeSolids(tableLamp(glazed('tide', 125)), { at: [-60, 0, -50] }),
          ...placeSolids(mug(glazed('oat', 126)), { at: [130, 0, 20], turn: 0.5 }),
        ]),
      { at: [10, 200, 0], frame: 680, above: 6, round: 5, lens: 4, focus: [-20, 150, 20] },
    ),
  ],
  'marker-lamp': [
    alone('slate', 220, () => globeLamp(glazed('chalk', 127)), standing(134, 178, 8)),
    scene(
      () =>
        inEvening([
          ...placeSolids(globeLamp(glazed('chalk', 127)), { at: [-30, 0, -30] }),
          ...placeSolids(chamberstick(glazed('rust', 128)), { at: [124, 0, 30], turn: 0.4 }),
        ]),
      { at: [24, 96, 0], frame: 420, above: 10, round: 5, lens: 4, focus: [-10, 80, 20] },
    ),
  ],
  'foghorn-pendant': [hung('ink', pendantShots), hung('chalk')],
  'watch-chamberstick': [
    alone(
      'chalk',
      180,
      () =>
        placeSolids([...chamberstick(glazed('rust', 129)), ...placeSolids(candle(11.6, 118), { at: [0, 13, 0] })], {
          turn: 0.4,
        }),
      standing(174, 146, 13),
    ),
  ],
  'spar-candlestick': [
    alone('sand', 300, () => candlestick(glazed('ink', 133), 160), {
      front: { at: [0, 80, 0], frame: 270, above: 8 },
      close: { at: [0, 132, 14], frame: 100, above: 14, lens: 2.6, focus: [0, 132, 16] },
    }),
    alone('sand', 380, sticks, { 'three-quarter': { at: [10, 170, 0], frame: 520, above: 10 } }),
    scene(() => inEvening(sticks()), {
      at: [10, 178, 0],
      frame: 560,
      above: 6,
      round: 4,
      lens: 4,
      focus: [0, 120, 10],
    }),
  ],
  'lee-bowl': [alone('sand', 120, () => lightBowl(glazed('celadon', 131)), standing(92, 64, 20))],
  'long-evening-set': [
    alone(
      'slate',
      330,
      () => [
        ...placeSolids(
          [...candlestick(glazed('ink', 133), 160), ...placeSolids(candle(11, 130), { at: [0, 140, 0] })],
          {
            at: [-84, 0, -30],
          },
        ),
        ...placeSolids([...chamberstick(glazed('rust', 129)), ...placeSolids(candle(11.6, 90), { at: [0, 13, 0] })], {
          at: [34, 0, 26],
          turn: 0.5,
        }),
        ...placeSolids(lightBowl(glazed('celadon', 131)), { at: [112, 0, -70] }),
      ],
      {
        front: { at: [6, 120, 0], frame: 450, above: 12 },
        'three-quarter': { at: [6, 110, 0], frame: 450, above: 30, round: 16 },
        close: { at: [50, 40, 10], frame: 220, above: 16, round: -6, lens: 4, focus: [34, 40, 60] },
      },
    ),
  ],
};
