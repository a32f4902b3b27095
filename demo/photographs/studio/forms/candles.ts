import { curve, roundCorners } from '../profile.ts';
import { placeSolids, type Solid } from '../solid.ts';
import type { Glazed, Organic } from '../surfaces.ts';
import { swept } from '../swept.ts';
import { turned } from '../turned.ts';
import { saucer } from './cups.ts';
import { flame } from './lamps.ts';
import { createHandle, thrown } from './thrown.ts';

const wax: Organic = { kind: 'organic', colour: '#efe6d2', second: '#e4d6ba', roughness: 0.5, seed: 3 };
const char: Organic = { kind: 'organic', colour: '#1d1814', second: '#1d1814', roughness: 0.9, seed: 1 };

/** A candle standing at y = 0, `height` mm of wax; lit unless said. */
export function candle(radius: number, height: number, lit = true): Solid[] {
  const body = turned({
    surface: wax,
    section: roundCorners([
      { r: 0, y: 0 },
      { r: radius, y: 0 },
      { r: radius - 0.6, y: height, round: 1.6 },
      { r: radius * 0.4, y: height - 1.2 },
      { r: 0, y: height - 1.4 },
    ]),
    glazeLine: -1,
    columns: 48,
  });
  const wick = swept({
    surface: char,
    path: [
      [0, height - 2, 0],
      [0.3, height + 3, 0],
      [1, height + 8, 0],
    ],
    size: () => [0.9, 0.9],
    rows: 8,
    columns: 8,
  });
  return [body, wick, ...(lit ? flame([0.6, height + 4, 0]) : [])];
}

/** Chamberstick: a saucer with a cup for one candle and a ring to carry it by. */
export function chamberstick(surface: Glazed): Solid[] {
  const socket: [number, number][] = [
    [17, 7],
    [16, 14],
    [15.4, 26],
    [17.4, 38],
  ];
  return [
    ...saucer(surface, 142),
    thrown(surface, socket, { line: 2, lip: 3, floor: 12, well: 3, foot: { radius: 17, width: 4, recess: 6 } }),
    createHandle(surface, [68, 13], [30, 5], 30, [7, 5.6, 3.4]),
  ];
}

/** Turned candlestick; `height` mm to the rim of its socket. */
export function candlestick(surface: Glazed, height: number): Solid[] {
  const h = height;
  const stem = turned({
    surface,
    section: [
      { r: 0, y: 1 },
      ...curve(
        [
          [38, 0.6],
          [42, 3],
          [38, 9],
          [20, 17],
          [10.4, 30],
          [9.4, h * 0.5],
          [11, h - 34],
          [17, h - 24],
          [16, h - 8],
          [17.6, h - 1],
          [16.4, h],
          [12.4, h - 0.6],
          [12, h - 20],
        ],
        1.6,
      ),
      { r: 0, y: h - 21 },
    ],
    glazeLine: 5,
    columns: 96,
  });
  return [stem];
}

/** Bowl for a tea light, 88 mm across; the light stands inside. */
export function lightBowl(surface: Glazed): Solid[] {
  const wall: [number, number][] = [
    [24, 5],
    [34, 9],
    [43, 26],
    [44, 44],
    [41, 60],
  ];
  return [thrown(surface, wall, { line: 11, lip: 3.4 }), ...placeSolids(candle(19, 14), { at: [0, 9, 0] })];
}
