import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { encodeSize } from '#platform/media/encode.ts';
import { createFileName, type Format, listWidths } from '#platform/media/sizes.ts';

/** The shop makes JPEGs itself: few browsers need them. */
const sizeFormats: readonly Format[] = ['avif', 'webp'];
const mostPixels = 20_000_000;

/** Names of the size files of all photographs in `media`, with a function that writes them. */
async function planSizes(media: string) {
  const wanted = new Map<string, () => Promise<void>>();
  const folders = await readdir(media, { withFileTypes: true });
  for (const folder of folders.filter((entry) => entry.isDirectory() && entry.name !== 'sized')) {
    for (const file of await readdir(join(media, folder.name))) {
      const bytes = await readFile(join(media, folder.name, file));
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const { width: originalWidth } = await sharp(bytes).metadata();
      for (const width of listWidths(originalWidth)) {
        const make = async () => {
          for (const made of await encodeSize(bytes, width, sizeFormats, mostPixels)) {
            await writeFile(join(media, 'sized', createFileName(sha256, width, made.format)), made.bytes);
          }
        };
        for (const format of sizeFormats) wanted.set(createFileName(sha256, width, format), make);
      }
    }
  }
  return wanted;
}

/** Names of files that are missing from `media/sized`, and of files without a photograph. */
export async function compareSizes(media: string): Promise<{ missing: string[]; left: string[] }> {
  const wanted = await planSizes(media);
  const existing = new Set(await readdir(join(media, 'sized')));
  return {
    missing: [...wanted.keys()].filter((name) => !existing.has(name)),
    left: [...existing].filter((name) => !wanted.has(name)),
  };
}

/** Writes missing sizes and removes those without a photograph. */
export async function writeSizes(media: string): Promise<void> {
  await mkdir(join(media, 'sized'), { recursive: true });
  const wanted = await planSizes(media);
  const { missing, left } = await compareSizes(media);
  for (const name of left) await rm(join(media, 'sized', name));
  const work = new Set(missing.flatMap((name) => wanted.get(name) ?? []));
  let done = 0;
  for (const make of work) {
    await make();
    done += 1;
    if (done % 50 === 0) console.log(`${done} of ${work.size} widths`);
  }
  console.log(`${missing.length} sizes made, ${left.length} removed`);
}
