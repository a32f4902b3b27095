import { noise3 } from '../noise.ts';
import { curve } from '../profile.ts';
import { createRandom } from '../random.ts';
import { createGrid, placeSolids, type Solid, type Vec3 } from '../solid.ts';
import type { Organic } from '../surfaces.ts';
import { swept } from '../swept.ts';
import { turned } from '../turned.ts';

const organic = (colour: string, second: string, roughness: number, seed: number): Organic => ({
  kind: 'organic',
  colour,
  second,
  roughness,
  seed,
});

export function pear(seed: number): Solid[] {
  const wall = curve(
    [
      [0, 6],
      [14, 1.5],
      [28, 8],
      [35, 25],
      [33, 45],
      [22, 66],
      [14.5, 82],
      [10, 91],
      [4, 94],
      [0, 92],
    ],
    2,
  );
  const body = turned({
    surface: organic('#9d9a5c', '#a98853', 0.42, seed),
    section: wall,
    glazeLine: -1,
    columns: 72,
    shape: ([x, y, z]) => [
      x * (1 + 0.05 * noise3(y / 30, seed, 0)) + 0.0012 * y * y * 0.5,
      y,
      z * (1 + 0.05 * noise3(x / 30, seed, 3)),
    ],
  });
  const stem = swept({
    surface: organic('#5d4328', '#43301d', 0.8, seed),
    path: [
      [5, 90, 0],
      [7, 102, 1],
      [12, 113, 3],
    ],
    size: (share) => [1.5 + share * 0.7, 1.5 + share * 0.7],
    rows: 12,
    columns: 12,
  });
  return [body, stem];
}

export function egg(seed: number): Solid[] {
  const wall = curve(
    [
      [0, 0],
      [9, 1.6],
      [17.5, 8],
      [21.6, 19],
      [21, 32],
      [16.5, 44.5],
      [9, 52.5],
      [0, 55.4],
    ],
    2,
  );
  const [colour, second] = seed % 2 ? (['#d3ad8a', '#c0936d'] as const) : (['#e6d6c0', '#dcc6aa'] as const);
  return [turned({ surface: organic(colour, second, 0.5, seed), section: wall, glazeLine: -1, columns: 56 })];
}

/** Dried reeds standing in a neck at `mouth`, mm. */
export function reeds(mouth: Vec3, count: number, seed: number): Solid[] {
  const random = createRandom(seed);
  const straw = organic('#b39a66', '#8f7644', 0.75, seed);
  const velvet = organic('#5b3d25', '#452c19', 0.95, seed + 1);
  const solids: Solid[] = [];
  for (let index = 0; index < count; index++) {
    const turn = (index / count) * 2 * Math.PI + random();
    const reach = 30 + random() * 80;
    const height = 120 + random() * 125;
    const at = (share: number): Vec3 => [
      mouth[0] + Math.cos(turn) * (6 + reach * share ** 1.7),
      mouth[1] - 60 + (height + 60) * share - reach * 0.12 * share ** 3,
      mouth[2] + Math.sin(turn) * (6 + reach * share ** 1.7) * 0.7,
    ];
    solids.push(
      swept({
        surface: straw,
        path: [0, 0.2, 0.4, 0.6, 0.8, 1].map(at),
        size: () => [1.2, 1.2],
        rows: 40,
        columns: 10,
      }),
    );
    if (index % 3 === 2) continue;
    const head = [0.82, 0.88, 0.94, 1].map(at);
    solids.push(
      swept({
        surface: velvet,
        path: head,
        size: (share) => {
          const r = 6.2 * Math.sin(Math.PI * Math.min(0.97, 0.06 + share)) ** 0.35;
          return [r, r];
        },
        rows: 26,
        columns: 18,
      }),
    );
  }
  return solids;
}

/** Upright leaves of a mother-in-law's tongue kind, growing from a spot. */
export function leaves(from: Vec3, count: number, seed: number): Solid[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, index) => {
    const turn = index * 2.4 + random() * 0.6;
    const reach = 14 + 62 * (index / count) + random() * 20;
    const height = 215 - 105 * (index / count) + random() * 40;
    const base = 5 + 15 * (index / count);
    const at = (share: number): Vec3 => [
      from[0] + Math.cos(turn) * (base + reach * share ** 1.6),
      from[1] - 8 + height * share,
      from[2] + Math.sin(turn) * (base + reach * share ** 1.6),
    ];
    return swept({
      surface: organic(index % 2 ? '#5f7050' : '#6d7d58', '#485a40', 0.45, seed + index),
      path: [0, 0.33, 0.66, 1].map(at),
      across: [-Math.sin(turn), 0.0001, Math.cos(turn)],
      size: (share) => [
        13 * Math.sin(Math.PI * Math.min(0.995, 0.22 + share * 0.78)) ** 0.75 + 0.4,
        1.5 * (1 - share) + 0.4,
      ],
      rows: 36,
      columns: 16,
    });
  });
}

/** Earth or drink inside a vessel: a disc with a slight rise at the edge. */
export function fill(surface: Solid['surface'], radius: number, height: number, bumps: number): Solid {
  return createGrid(surface, { rows: 22, columns: 48, wrap: true }, (row, column) => {
    const r = (radius * (21 - row)) / 21;
    const angle = (column / 48) * 2 * Math.PI;
    const [x, z] = [r * Math.cos(angle), r * Math.sin(angle)];
    return { at: [x, height + bumps * noise3(x / 6, 1, z / 6) + (r / radius) ** 24 * 0.8, z] };
  });
}

/** A linen runner on a ledge that hangs over its front edge at z = `edge`. */
export function runner(x: [from: number, to: number], back: number, edge: number, drop: number): Solid[] {
  const length = edge - back;
  const columns = 90;
  const surface = { kind: 'cloth', colour: '#d9d2c3', second: '#b5aa95', roughness: 0.95, seed: 4 } as const;
  const solid = createGrid(surface, { rows: 120, columns, wrap: false }, (row, column) => {
    const along = (row / 119) * (length + drop);
    const across = (column / (columns - 1)) * (x[1] - x[0]);
    const ripple = 1.6 + 1.3 * noise3(across / 60, along / 190, 4) + 0.5 * noise3(across / 19, along / 80, 9);
    const over = Math.max(0, along - length + 5);
    const bent = Math.min(1, over / 9) * (Math.PI / 2);
    const hang = Math.max(0, over - 9);
    const swing =
      hang * 0.05 * (1 + noise3(across / 45, 2, 1)) + Math.min(1, hang / 40) * 5 * noise3(across / 38, 1, 7);
    const z = back + Math.min(along, length - 5) + Math.sin(bent) * 6 + Math.sin(bent) * ripple + swing;
    const y = ripple * Math.cos(bent) - (1 - Math.cos(bent)) * 6 - hang;
    return { at: [x[0] + across + along * 0.06, y, z], uv: [across, along] };
  });
  return placeSolids([solid], {});
}
