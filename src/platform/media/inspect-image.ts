import sharp from 'sharp';
import type { OriginalType } from './store-files.ts';

export interface ImageLimits {
  readonly maxBytes: number;
  /** Width times height. */
  readonly maxPixels: number;
}

export interface ImageFacts {
  readonly mime: OriginalType;
  /** After EXIF rotation. */
  readonly width: number;
  readonly height: number;
  /** Average colour, `#c9b8a0`; `#00000000` for a transparent image. */
  readonly color: string;
}

export type InspectFailure = {
  readonly ok: false;
  readonly code: 'TOO_LARGE' | 'NOT_AN_IMAGE' | 'TOO_MANY_PIXELS';
};

const signatures: readonly [OriginalType, RegExp][] = [
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/png', /^\x89PNG\r\n/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF.{4}WEBP/s],
  ['image/avif', /^.{4}ftyp(?:.{4})*?avi[fs]/s],
];

/** Detected by content, never by name. No SVG: it can contain scripts. */
function detectType(bytes: Buffer): OriginalType | null {
  const start = bytes.toString('latin1', 0, 64);
  return signatures.find(([, pattern]) => pattern.test(start))?.[0] ?? null;
}

/**
 * Decodes the whole image, so that a valid one can be resized later.
 * @param smallSize the same image in a small size, if it was made before: then only that is decoded
 */
export async function inspectImage(
  bytes: Buffer,
  { maxBytes, maxPixels }: ImageLimits,
  smallSize: Buffer | null = null,
): Promise<{ readonly ok: true; readonly facts: ImageFacts } | InspectFailure> {
  if (bytes.length > maxBytes) return { ok: false, code: 'TOO_LARGE' };
  const mime = detectType(bytes);
  if (!mime) return { ok: false, code: 'NOT_AN_IMAGE' };
  try {
    const { autoOrient } = await sharp(bytes, { limitInputPixels: false }).metadata();
    const { width, height } = autoOrient;
    if (width * height > maxPixels) return { ok: false, code: 'TOO_MANY_PIXELS' };
    const color = await computeAverageColor(smallSize ?? bytes, maxPixels);
    return { ok: true, facts: { mime, width, height, color } };
  } catch {
    return { ok: false, code: 'NOT_AN_IMAGE' };
  }
}

async function computeAverageColor(bytes: Buffer, maxPixels: number): Promise<string> {
  const { data, info } = await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
    .timeout({ seconds: 20 })
    .resize(8, 8, { fit: 'fill' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { channels } = info;
  const channel = (index: number) => data.filter((_, position) => position % channels === index);
  if (channels === 4 && channel(3).some((alpha) => alpha < 255)) return '#00000000';
  const average = (index: number) => {
    const values = channel(index);
    return Math.round(values.reduce((sum, value) => sum + value, 0) / values.length);
  };
  return `#${[0, 1, 2].map((index) => average(index).toString(16).padStart(2, '0')).join('')}`;
}
