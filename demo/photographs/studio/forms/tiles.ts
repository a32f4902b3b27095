import { noise3 } from '../noise.ts';
import { hexagon, rectangle } from '../outline.ts';
import { roundCorners } from '../profile.ts';
import { placeSolids, type Solid, type Vec3 } from '../solid.ts';
import type { Glazed } from '../surfaces.ts';
import { type Outline, turned } from '../turned.ts';

// A slab has never been on the wheel: its glaze shows no rings.
function flat(surface: Glazed, reach: number, thick: number, outline: Outline, columns: number): Solid {
  const rise = ([x, y, z]: Vec3): Vec3 => [x, y > thick / 2 ? y + 0.5 * noise3(x / 34, surface.seed, z / 34) : y, z];
  return turned({
    surface: { ...surface, glaze: { ...surface.glaze, rings: 0 } },
    section: roundCorners([
      { r: 0, y: 0 },
      { r: reach - 1.4, y: 0, round: 0.8 },
      { r: reach, y: 1.4 },
      { r: reach - 0.3, y: thick, round: 2.4 },
      { r: 0, y: thick },
    ]),
    glazeLine: thick * 0.55,
    outline,
    shape: rise,
    columns,
    longest: 4,
  });
}

/** Square tile, 128 mm, 9 mm thick. */
export function squareTile(surface: Glazed, side = 128): Solid[] {
  return [flat(surface, side / 2, 9, rectangle(side, side, 3, side / 2), 144)];
}

/** Six-sided tile, 150 mm from flat to flat. */
export function hexTile(surface: Glazed): Solid[] {
  return [flat(surface, 75, 10, hexagon, 144)];
}

/** Round stand for a hot pan, 190 mm across, on three cork feet that do not show. */
export function trivet(surface: Glazed): Solid[] {
  const disc = turned({
    surface,
    section: roundCorners([
      { r: 0, y: 6 },
      { r: 90, y: 6, round: 2 },
      { r: 95, y: 9 },
      { r: 95, y: 15, round: 3 },
      { r: 84, y: 14, round: 3 },
      { r: 81, y: 17, round: 2 },
      { r: 58, y: 17, round: 2 },
      { r: 55, y: 14, round: 3 },
      { r: 50, y: 14, round: 3 },
      { r: 47, y: 17, round: 2 },
      { r: 24, y: 17, round: 2 },
      { r: 21, y: 14, round: 3 },
      { r: 0, y: 14 },
    ]),
    glazeLine: 10,
    columns: 160,
  });
  return placeSolids([disc], {});
}

/** Tiles laid in a grid with a joint of 4 mm; `of` makes each one. */
export function layTiles(columns: number, rows: number, pitch: number, of: (index: number) => Solid[]): Solid[] {
  const pieces: Solid[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const at: Vec3 = [(column - (columns - 1) / 2) * pitch, 0, (row - (rows - 1) / 2) * pitch];
      pieces.push(...placeSolids(of(row * columns + column), { at }));
    }
  }
  return pieces;
}
