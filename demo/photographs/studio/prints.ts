import { linear } from './surfaces.ts';

export interface Print {
  width: number;
  height: number;
  /** Linear red, green, blue, and how high the sheet lies there (1: not pressed in). */
  pixels: Float32Array;
}

type Drawing = (pen: OffscreenCanvasRenderingContext2D, width: number, height: number) => void;

interface Sheet {
  width: number;
  height: number;
  draw: Drawing;
}

const drawings: Record<string, Sheet> = {
  'book-cloth': { width: 8, height: 8, draw: (pen, w, h) => fill(pen, '#6c776d', w, h) },
  'book-cover': { width: 860, height: 1180, draw: bookCover },
  'booklet-cover': { width: 888, height: 1260, draw: bookletCover },
  'tide-cover': { width: 888, height: 1260, draw: tideCover },
};

function fill(pen: OffscreenCanvasRenderingContext2D, colour: string, width: number, height: number): void {
  pen.fillStyle = colour;
  pen.fillRect(0, 0, width, height);
}

// A paper label with a horizon, a sun and the lines of a falling tide.
function bookCover(pen: OffscreenCanvasRenderingContext2D, width: number, height: number): void {
  fill(pen, '#6c776d', width, height);
  const [x, y, w, h] = [width * 0.27, height * 0.17, width * 0.46, height * 0.34];
  pen.fillStyle = '#efe7d8';
  pen.fillRect(x, y, w, h);
  pen.strokeStyle = '#3a3f3c';
  pen.lineWidth = 3.2;
  pen.strokeRect(x + 16, y + 16, w - 32, h - 32);
  pen.fillStyle = '#a4613d';
  pen.beginPath();
  pen.arc(x + w * 0.62, y + h * 0.36, w * 0.12, 0, Math.PI * 2);
  pen.fill();
  tideLines(pen, { x: x + 42, y: y + h * 0.54, width: w - 84, gap: 19, count: 8, colour: '#3a3f3c' });
}

function tideLines(
  pen: OffscreenCanvasRenderingContext2D,
  at: { x: number; y: number; width: number; gap: number; count: number; colour: string },
): void {
  pen.strokeStyle = at.colour;
  for (let line = 0; line < at.count; line++) {
    pen.lineWidth = 2 + line * 0.35;
    pen.beginPath();
    for (let step = 0; step <= 60; step++) {
      const share = step / 60;
      const y = at.y + line * at.gap + Math.sin(share * 7 + line * 1.3) * (1.5 + line * 0.55);
      pen.lineTo(at.x + share * at.width, y);
    }
    pen.stroke();
  }
}

// Five glazes as brushed bands over bare clay.
function bookletCover(pen: OffscreenCanvasRenderingContext2D, width: number, height: number): void {
  fill(pen, '#ece4d5', width, height);
  const bands = ['#e2dccf', '#cbb48e', '#93a68f', '#5d7380', '#1d1e21'];
  const [left, top, wide, tall] = [width * 0.14, height * 0.14, width * 0.72, height * 0.09];
  bands.forEach((colour, band) => {
    pen.fillStyle = colour;
    pen.beginPath();
    const y = top + band * tall * 1.22;
    for (let step = 0; step <= 40; step++) pen.lineTo(left + (wide * step) / 40, y + Math.sin(step * 0.5 + band) * 2.4);
    for (let step = 40; step >= 0; step--)
      pen.lineTo(left + (wide * step) / 40, y + tall + Math.sin(step * 0.4 + band * 2) * 3.4);
    pen.fill();
  });
  pen.fillStyle = '#a4613d';
  pen.fillRect(left, height * 0.77, wide * 0.2, 5);
  tideLines(pen, { x: left, y: height * 0.82, width: wide * 0.5, gap: 15, count: 4, colour: '#4a423a' });
}

// Blue card: a year of high waters as one long curve, and a small moon.
function tideCover(pen: OffscreenCanvasRenderingContext2D, width: number, height: number): void {
  fill(pen, '#48606c', width, height);
  const [left, wide] = [width * 0.13, width * 0.74];
  tideLines(pen, { x: left, y: height * 0.5, width: wide, gap: 34, count: 12, colour: '#e9e2d3' });
  pen.fillStyle = '#e9e2d3';
  pen.beginPath();
  pen.arc(width * 0.68, height * 0.26, width * 0.1, 0, Math.PI * 2);
  pen.fill();
  pen.fillStyle = '#48606c';
  pen.beginPath();
  pen.arc(width * 0.64, height * 0.245, width * 0.09, 0, Math.PI * 2);
  pen.fill();
  pen.fillStyle = '#e9e2d3';
  pen.fillRect(left, height * 0.13, wide * 0.3, 6);
}

const done = new Map<string, Print>();

export function getPrint(name: string): Print {
  const known = done.get(name);
  if (known) return known;
  const drawing = drawings[name];
  if (!drawing) throw new Error(`No print is called ${name}`);
  const { width, height } = drawing;
  const pen = new OffscreenCanvas(width, height).getContext('2d');
  if (!pen) throw new Error('This browser draws no canvas');
  drawing.draw(pen, width, height);
  const bytes = pen.getImageData(0, 0, width, height).data;
  const table = Array.from(
    { length: 256 },
    (_, value) => linear(`#${value.toString(16).padStart(2, '0').repeat(3)}`)[0],
  );
  const pixels = new Float32Array(bytes.length).map((_, index) =>
    index % 4 === 3 ? 1 : (table[bytes[index] ?? 0] ?? 0),
  );
  const made = { width, height, pixels };
  done.set(name, made);
  return made;
}
