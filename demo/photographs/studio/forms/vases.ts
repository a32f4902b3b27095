import type { Solid } from '../solid.ts';
import type { Glazed } from '../surfaces.ts';
import { thrown } from './thrown.ts';

/** Bud vase, 118 mm high: a round belly under a thin neck. */
export function budVase(surface: Glazed): Solid[] {
  const wall: [number, number][] = [
    [22, 5],
    [32, 10],
    [41, 28],
    [40, 48],
    [26, 68],
    [12.6, 82],
    [10.4, 98],
    [14.4, 116.5],
  ];
  return [thrown(surface, wall, { line: 12, lip: 2.8, well: 12 })];
}

/** Tall straight vase that opens a little: 318 mm high, 112 mm across. */
export function tallVase(surface: Glazed): Solid[] {
  const wall: [number, number][] = [
    [40, 6],
    [45, 12],
    [46, 80],
    [45, 160],
    [47, 240],
    [52, 296],
    [56, 316],
  ];
  return [thrown(surface, wall, { line: 70, lip: 4, well: 20, longest: 4.5 })];
}

/** Globe with a small mouth, 182 mm high. */
export function globeVase(surface: Glazed): Solid[] {
  const wall: [number, number][] = [
    [44, 6],
    [62, 14],
    [86, 46],
    [94, 84],
    [86, 124],
    [60, 156],
    [34, 168],
    [25, 173],
    [28, 180],
  ];
  return [thrown(surface, wall, { line: 16, lip: 3.6, well: 30, columns: 144, longest: 4.5 })];
}

/** Broad shoulder, narrow foot, collar: 232 mm high. */
export function shoulderVase(surface: Glazed): Solid[] {
  const wall: [number, number][] = [
    [42, 6],
    [48, 12],
    [60, 60],
    [76, 116],
    [86, 154],
    [84, 172],
    [64, 186],
    [40, 192],
    [33, 202],
    [33, 216],
    [40, 230],
  ];
  return [thrown(surface, wall, { line: 22, lip: 3.6, well: 22, columns: 144, longest: 4.5 })];
}

/** Low bowl with a turned-in rim for short stems: 210 mm across, 76 mm high. */
export function flowerBowl(surface: Glazed): Solid[] {
  const wall: [number, number][] = [
    [56, 7],
    [74, 12],
    [98, 32],
    [105, 50],
    [98, 66],
    [84, 74.5],
  ];
  return [thrown(surface, wall, { line: 13, lip: 4.4, well: 34, columns: 160, longest: 4.5 })];
}
