import { createGrid, placeSolids, type Solid } from '../solid.ts';
import type { Paper, Printed } from '../surfaces.ts';

const leaf: Paper = { kind: 'paper', colour: '#efe8da', second: '#d5cbb8', roughness: 0.9, seed: 1 };

type Size = [length: number, width: number, height: number];

/** A box lying flat with eased edges, by its six faces; `top` may be printed. */
function slab([length, width, height]: Size, top: Printed | Paper, sides: Printed | Paper, ease: number): Solid[] {
  const [a, b] = [length / 2, width / 2];
  const face = createGrid(top, { rows: 41, columns: 33, wrap: false }, (row, column) => {
    const [s, t] = [row / 40, column / 32];
    return { at: [-a + 2 * a * t, height, -b + 2 * b * s], uv: [t, 1 - s] };
  });
  const round = createGrid(sides, { rows: 12, columns: 160, wrap: true }, (row, column) => {
    const share = column / 160;
    const [x, z] = along(share, a, b);
    const bulge = row === 0 || row === 11 ? -ease : 0;
    const y = row === 0 ? 0 : row === 11 ? height : ease * 0.5 + ((height - ease) * (row - 1)) / 9;
    return {
      at: [
        x + Math.sign(x) * (Math.abs(x) > a - 0.01 ? bulge : 0),
        y,
        z + Math.sign(z) * (Math.abs(z) > b - 0.01 ? bulge : 0),
      ],
      uv: [share * 2 * (length + width), y],
    };
  });
  return [face, round];
}

function along(share: number, a: number, b: number): [number, number] {
  const total = 4 * (a + b);
  let at = share * total;
  if (at < 2 * b) return [a, -b + at];
  at -= 2 * b;
  if (at < 2 * a) return [a - at, b];
  at -= 2 * a;
  if (at < 2 * b) return [-a, b - at];
  at -= 2 * b;
  return [-a + at, -b];
}

const cover = (print: string, colour: string): Printed => ({
  kind: 'printed',
  print,
  colour,
  second: colour,
  roughness: 0.85,
  seed: 1,
  weave: 1,
});

/** Clothbound book lying on its back, spine to the left: 172 by 236 mm, 22 mm thick. */
export function book(): Solid[] {
  const [front, plain] = [cover('book-cover', '#6c776d'), cover('book-cloth', '#6c776d')];
  const board = (top: Printed, y: number) => placeSolids(slab([172, 236, 2.6], top, plain, 0.5), { at: [0, y, 0] });
  const block = placeSolids(slab([165, 228, 16.8], leaf, leaf, 0), { at: [-2, 2.6, 0] });
  const spine = placeSolids(slab([3, 236, 22], plain, plain, 0.6), { at: [-86.5, 0, 0] });
  return [...board(plain, 0), ...block, ...board(front, 19.4), ...spine];
}

/** Stapled booklet, A5, its cover lifting a little along the open side. */
export function booklet(print: string): Solid[] {
  const surface: Printed = {
    kind: 'printed',
    print,
    colour: '#e9e2d3',
    second: '#e9e2d3',
    roughness: 0.82,
    seed: 2,
    weave: 0,
  };
  const sheet = (lift: number, surfaceOf: Printed | Paper, drop: number) =>
    createGrid(surfaceOf, { rows: 61, columns: 61, wrap: false }, (row, column) => {
      const [s, t] = [row / 60, column / 60];
      const rise = lift * t ** 1.8 * (1 + 0.14 * Math.sin(s * 2 + 0.6));
      return { at: [-74 + 148 * Math.cos((rise / 148) * 0.9) * t, 1.4 - drop + rise, -105 + 210 * s], uv: [t, 1 - s] };
    });
  return [
    sheet(9, surface, 0),
    sheet(6.4, leaf, 0.25),
    sheet(4.4, leaf, 0.5),
    sheet(2.8, leaf, 0.75),
    sheet(1.5, leaf, 0.9),
    sheet(0.5, leaf, 1.1),
  ];
}
