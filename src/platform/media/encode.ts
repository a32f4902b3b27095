import sharp, { type Sharp } from 'sharp';
import type { Format, Width } from './sizes.ts';

// One thread per image, so that a small machine keeps serving requests.
sharp.concurrency(1);
// No image is processed twice, so a cache would only use memory.
sharp.cache(false);

export interface EncodedFile {
  readonly format: Format;
  readonly bytes: Buffer;
}

const finalEncoders: Readonly<Record<Format, (image: Sharp) => Sharp>> = {
  avif: (image) => image.avif({ quality: 52, effort: 2 }),
  webp: (image) => image.webp({ quality: 76, effort: 4 }),
  jpg: (image) => flattenAlpha(image).jpeg({ quality: 78, mozjpeg: true }),
};

/** Several times faster, with somewhat larger files. */
const quickEncoders = {
  webp: (image: Sharp) => image.webp({ quality: 70, effort: 0 }),
  jpg: (image: Sharp) => flattenAlpha(image).jpeg({ quality: 76 }),
};

/** JPEG has no transparency. */
const flattenAlpha = (image: Sharp) => image.flatten({ background: '#ffffff' });

/** Rotates by EXIF, converts to sRGB and removes metadata such as the location. */
function resizeImage(original: Buffer, width: Width, maxPixels: number): Sharp {
  return sharp(original, { limitInputPixels: maxPixels, failOn: 'error', autoOrient: true })
    .timeout({ seconds: 60 })
    .resize({ width, withoutEnlargement: true })
    .toColourspace('srgb');
}

export async function encodeSize(
  original: Buffer,
  width: Width,
  formats: readonly Format[],
  maxPixels: number,
): Promise<EncodedFile[]> {
  const { data, info } = await resizeImage(original, width, maxPixels).raw().toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const files: EncodedFile[] = [];
  for (const format of formats)
    files.push({ format, bytes: await finalEncoders[format](sharp(data, { raw })).toBuffer() });
  return files;
}

export function encodeQuickly(original: Buffer, width: Width, format: keyof typeof quickEncoders, maxPixels: number) {
  return quickEncoders[format](resizeImage(original, width, maxPixels)).toBuffer();
}
