import { onPaper } from '../arrange.ts';
import { booklet } from '../forms/paper.ts';
import { wheel } from '../forms/wheel.ts';
import { placeSolids } from '../solid.ts';
import { alone, type Sitting } from './sitting.ts';

export const paperWork: Record<string, Sitting[]> = {
  'tide-tables': [
    {
      arrangement: () => onPaper('slate', placeSolids(booklet('tide-cover'), { turn: -0.12 }), 240),
      shots: [
        { view: 'front', framing: { at: [0, 2, 0], frame: 340, above: 58 } },
        { view: 'three-quarter', framing: { at: [0, 2, 0], frame: 350, above: 36, round: 24, lens: 1.5 } },
        { view: 'close', framing: { at: [-30, 3, 62], frame: 120, above: 30, round: -24, lens: 2.4 } },
      ],
    },
  ],
  'wheel-day': [
    alone('sage', 340, wheel, {
      front: { at: [0, 70, 0], frame: 470, above: 14 },
      'three-quarter': { at: [0, 60, 0], frame: 470, above: 34, round: 18 },
      close: { at: [-20, 92, 40], frame: 210, above: 18, round: -14, lens: 4, focus: [-20, 92, 70] },
    }),
  ],
};
