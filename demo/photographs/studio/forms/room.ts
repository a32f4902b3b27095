import { createGrid, type Solid } from '../solid.ts';
import type { Surface, Wood } from '../surfaces.ts';
import { swept } from '../swept.ts';

export const oak: Wood = { kind: 'wood', colour: '#b58f63', second: '#8a6138', roughness: 0.5, seed: 1 };
export const darkOak: Wood = { kind: 'wood', colour: '#7d5a3b', second: '#553820', roughness: 0.45, seed: 2 };

/** Table or shelf: its top is at y = 0 from `back` to `front`; `thick` mm, rounded front edge. */
export function ledge(
  surface: Surface,
  { back, front, thick, half = 1100 }: { back: number; front: number; thick: number; half?: number },
): Solid {
  const line: [y: number, z: number][] = [];
  const steps = 90;
  for (let index = 0; index <= steps; index++) line.push([0, back + (front - 4 - back) * (index / steps)]);
  for (let index = 1; index <= 6; index++) {
    const angle = ((index / 6) * Math.PI) / 2;
    line.push([-4 + 4 * Math.cos(angle), front - 4 + 4 * Math.sin(angle)]);
  }
  for (let index = 1; index <= 4; index++) line.push([-4 - ((thick - 8) * index) / 4, front]);
  line.push([-thick + 1, front - 1], [-thick, front - 4], [-thick, back]);
  const columns = 101;
  return createGrid(surface, { rows: line.length, columns, wrap: false }, (row, column) => {
    const [y, z] = line[row] ?? [0, 0];
    const share = (column / (columns - 1)) * 2 - 1;
    return { at: [(half * Math.sinh(share * 2.6)) / Math.sinh(2.6), y, z] };
  });
}

export function wall(colour: string, second: string, z: number, low: number, high: number): Solid {
  const columns = 81;
  const rows = 81;
  const surface: Surface = { kind: 'plaster', colour, second, roughness: 0.92, seed: 1 };
  return createGrid(surface, { rows, columns, wrap: false }, (row, column) => {
    const share = (column / (columns - 1)) * 2 - 1;
    const y = low + (high - low) * (row / (rows - 1)) ** 1.5;
    return { at: [(-1500 * Math.sinh(share * 2.2)) / Math.sinh(2.2), y, z] };
  });
}

const shade: Surface = { kind: 'backdrop', colour: '#d8d2c6', second: '#d8d2c6', roughness: 0.9, seed: 1 };

/** Bars and frame of the window for windowSun(). They only cast shadows. */
export function windowFrame(shift: [up: number, along: number] = [0, 0]): Solid[] {
  const x = -900;
  const [y0, z0] = [606 + shift[0], 519 + shift[1]];
  const bar = (y1: number, z1: number, y2: number, z2: number, half: number) =>
    swept({
      surface: shade,
      path: [
        [x, y1, z1],
        [x, (y1 + y2) / 2, (z1 + z2) / 2],
        [x, y2, z2],
      ],
      size: () => [8, half],
      across: [1, 0, 0],
      rows: 6,
      columns: 16,
      squareness: 9,
    });
  const [tall, wide] = [330, 300];
  return [
    bar(y0 - tall, z0 + 105, y0 + tall, z0 + 105, 9),
    bar(y0 - tall, z0 - 105, y0 + tall, z0 - 105, 9),
    bar(y0 + 130, z0 - wide, y0 + 130, z0 + wide, 9),
    bar(y0 - 130, z0 - wide, y0 - 130, z0 + wide, 9),
    bar(y0 - tall - 400, z0 - 900, y0 - tall - 400, z0 + 900, 400),
    bar(y0 + tall + 400, z0 - 900, y0 + tall + 400, z0 + 900, 400),
    bar(y0 - tall, z0 - wide - 400, y0 + tall, z0 - wide - 400, 400),
    bar(y0 - tall, z0 + wide + 400, y0 + tall, z0 + wide + 400, 400),
  ].map((solid) => ({ ...solid, shadowOnly: true }));
}
