import sharp, { type Sharp } from 'sharp';
import type { Format, Width } from './sizes.ts';

// One thread for an image: on a small machine the shop keeps answering meanwhile.
sharp.concurrency(1);
// Nothing is asked for twice, so a cache would only hold memory.
sharp.cache(false);

export interface EncodedFile {
  readonly format: Format;
  readonly bytes: Buffer;
}

const lasting: Readonly<Record<Format, (image: Sharp) => Sharp>> = {
  avif: (image) => image.avif({ quality: 52, effort: 2 }),
  webp: (image) => image.webp({ quality: 76, effort: 4 }),
  jpg: (image) => opaque(image).jpeg({ quality: 78, mozjpeg: true }),
};

/** Several times as fast, and somewhat larger. */
const quick = {
  webp: (image: Sharp) => image.webp({ quality: 70, effort: 0 }),
  jpg: (image: Sharp) => opaque(image).jpeg({ quality: 76 }),
};

/** JPEG can't be seen through. */
const opaque = (image: Sharp) => image.flatten({ background: '#ffffff' });

/** Upright, in sRGB, without metadata: no place and no camera leaves the shop. */
function resized(original: Buffer, width: Width, maxPixels: number): Sharp {
  return sharp(original, { limitInputPixels: maxPixels, failOn: 'error', autoOrient: true })
    .timeout({ seconds: 60 })
    .resize({ width, withoutEnlargement: true })
    .toColourspace('srgb');
}

/** One width in several formats, one after another. */
export async function encodeSize(
  original: Buffer,
  width: Width,
  formats: readonly Format[],
  maxPixels: number,
): Promise<EncodedFile[]> {
  const { data, info } = await resized(original, width, maxPixels).raw().toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const files: EncodedFile[] = [];
  for (const format of formats) files.push({ format, bytes: await lasting[format](sharp(data, { raw })).toBuffer() });
  return files;
}

export function encodeQuickly(original: Buffer, width: Width, format: keyof typeof quick, maxPixels: number) {
  return quick[format](resized(original, width, maxPixels)).toBuffer();
}
