import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { encodeSize } from '#platform/media/encode.ts';
import { createFileName, type Format, listWidths } from '#platform/media/sizes.ts';

/** JPEG is for the few browsers that know neither, so a job of the opened shop makes that. */
const madeBefore: readonly Format[] = ['avif', 'webp'];
const mostPixels = 20_000_000;

/** The files of sizes that belong to the photographs in `media`, with what makes each width of one. */
async function wantedSizes(media: string) {
  const wanted = new Map<string, () => Promise<void>>();
  const folders = await readdir(media, { withFileTypes: true });
  for (const folder of folders.filter((entry) => entry.isDirectory() && entry.name !== 'sized')) {
    for (const file of await readdir(join(media, folder.name))) {
      const bytes = await readFile(join(media, folder.name, file));
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const { width: own } = await sharp(bytes).metadata();
      for (const width of listWidths(own)) {
        const make = async () => {
          for (const made of await encodeSize(bytes, width, madeBefore, mostPixels)) {
            await writeFile(join(media, 'sized', createFileName(sha256, width, made.format)), made.bytes);
          }
        };
        for (const format of madeBefore) wanted.set(createFileName(sha256, width, format), make);
      }
    }
  }
  return wanted;
}

/** Names of the files that are missing from `media/sized`, and of those that no photograph has any more. */
export async function compareSizes(media: string): Promise<{ missing: string[]; left: string[] }> {
  const wanted = await wantedSizes(media);
  const there = new Set(await readdir(join(media, 'sized')));
  return {
    missing: [...wanted.keys()].filter((name) => !there.has(name)),
    left: [...there].filter((name) => !wanted.has(name)),
  };
}

/** Makes the missing sizes and removes those of photographs that were taken again. */
export async function writeSizes(media: string): Promise<void> {
  await mkdir(join(media, 'sized'), { recursive: true });
  const wanted = await wantedSizes(media);
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
