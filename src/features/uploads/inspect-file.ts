import { open } from 'node:fs/promises';
import sharp from 'sharp';
import { type AddonFileType, addonFileTypes } from '#features/pricing/index.ts';
import { createConcurrencyLimit } from '#platform/media/concurrency-limit.ts';

/** Width times height. */
const maxPixels = 100_000_000;

const signatures: Readonly<Record<AddonFileType, RegExp>> = {
  png: /^\x89PNG\r\n/,
  jpeg: /^\xff\xd8\xff/,
  webp: /^RIFF.{4}WEBP/s,
  pdf: /^%PDF-[12]\.\d/,
};

const limitReading = createConcurrencyLimit(2);

/**
 * Finds the type of a file by its content, never by its name. Reads only the header of an image, so
 * that one of enormous dimensions needs no memory. No SVG: it can contain scripts.
 * @returns 'unreadable' for an image whose header is damaged, or of too many pixels
 */
export async function inspectFile(path: string): Promise<AddonFileType | 'unknown' | 'unreadable'> {
  const start = await readStart(path);
  const type = addonFileTypes.find((each) => signatures[each].test(start));
  if (type === undefined) return 'unknown';
  if (type === 'pdf') return type;
  return limitReading(async () => {
    try {
      const { format, width, height } = await sharp(path, { limitInputPixels: false }).metadata();
      return format === type && width * height <= maxPixels ? type : 'unreadable';
    } catch {
      return 'unreadable';
    }
  });
}

async function readStart(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}
