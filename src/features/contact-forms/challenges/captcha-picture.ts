import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { createConcurrencyLimit } from '#platform/media/concurrency-limit.ts';
import { getGlyph, type Point } from './glyphs.ts';

const limitDrawing = createConcurrencyLimit(2, 50);

/** Size of the drawing, which is scaled. */
const [width, height] = [132, 48];

/**
 * Draws the characters as a PNG, distorted, with lines across, with two pixels for each CSS pixel. The same seed gives the same picture,
 * so that asking again tells nothing more.
 * @throws LimitReachedError when too many are being drawn
 */
export function drawCaptcha(
  answer: string,
  seed: string,
  size: { readonly width: number; readonly height: number },
): Promise<Buffer> {
  const random = createRandom(seed);
  const between = (low: number, high: number) => low + (high - low) * random();
  const wave = { length: between(30, 50), height: between(1.5, 3), start: between(0, 6) };
  const bend = ([x, y]: Point): string => {
    const bent = y + Math.sin((x / wave.length) * 2 * Math.PI + wave.start) * wave.height;
    return `${(x + Math.sin(y / 11) * 1.5).toFixed(1)},${bent.toFixed(1)}`;
  };
  const step = width / (answer.length + 0.6);
  const lines = [...answer].flatMap((character, index) => {
    const angle = between(-0.35, 0.35);
    const [wide, high] = [step * between(0.5, 0.66), height * between(0.46, 0.6)];
    const [centerX, centerY] = [step * (index + 0.8), height / 2 + between(-0.08, 0.08) * height];
    const place = ([x, y]: Point): Point => {
      const [left, top] = [(x - 0.5) * wide + between(-1, 1), (y - 0.5) * high + between(-1, 1)];
      return [
        centerX + left * Math.cos(angle) - top * Math.sin(angle),
        centerY + left * Math.sin(angle) + top * Math.cos(angle),
      ];
    };
    return getGlyph(character).map((stroke) =>
      drawLine(
        stroke.map((point) => bend(place(point))),
        between(2, 3.2),
      ),
    );
  });
  const noise = Array.from({ length: 3 }, () => {
    const points = [0, 0.3, 0.65, 1].map((part) => bend([part * width, between(0.15, 0.85) * height]));
    return drawLine(points, between(0.8, 1.6));
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width * 2}" height="${size.height * 2}" viewBox="0 0 ${width} ${height}"><rect width="100%" height="100%" fill="#f7f3ec"/><g fill="none" stroke="#3a322b" stroke-linecap="round" stroke-linejoin="round">${[...lines, ...noise].join('')}</g></svg>`;
  return limitDrawing(() => sharp(Buffer.from(svg)).blur(0.7).png({ palette: true, colors: 16 }).toBuffer());
}

const drawLine = (points: readonly string[], strokeWidth: number) =>
  `<polyline points="${points.join(' ')}" stroke-width="${strokeWidth.toFixed(1)}"/>`;

/** Creates numbers from 0 to 1 that follow from the seed: counted blocks of a hash. */
function createRandom(seed: string): () => number {
  let count = 0;
  return () => {
    count += 1;
    return createHash('sha256').update(`${seed}\n${count}`).digest().readUInt32BE(0) / 2 ** 32;
  };
}
