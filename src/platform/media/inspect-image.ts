import sharp from 'sharp';
import { inspectFile } from '#platform/files/inspect-file.ts';
import { type OriginalType, originalTypes } from './store-files.ts';

export interface ImageLimits {
  readonly maxBytes: number;
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
  const inspected = await inspectFile(bytes, { types: originalTypes, maxPixels });
  if (!inspected.ok)
    return { ok: false, code: inspected.problem === 'too many pixels' ? 'TOO_MANY_PIXELS' : 'NOT_AN_IMAGE' };
  const { type: mime, width, height } = inspected;
  try {
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
