import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { privateFolderOptions } from '#platform/config/data-folders.ts';
import { BackupError, type Manifest, type OnProgress } from './format.ts';
import type { EntryReader } from './load-tables.ts';
import { STAGING } from './media-files.ts';
import { createDamagedError, parseMediaPath } from './read-archive.ts';

/** @throws MEDIA_NOT_EMPTY when the folder has files */
export async function requireNoMedia(mediaDir: string): Promise<void> {
  const present = (await readdir(mediaDir).catch(() => [])).filter((name) => name !== STAGING);
  if (present.length === 0) return;
  throw new BackupError(
    'MEDIA_NOT_EMPTY',
    `${mediaDir} is not empty. Restore into an empty data folder, or pass --replace to delete its content.`,
  );
}

/** Writes to a folder inside the media folder: a rename works only on one disk. */
export async function stageMedia(
  file: string,
  reader: EntryReader,
  mediaDir: string,
  manifest: Manifest,
  onProgress: OnProgress,
): Promise<void> {
  await discardStagedMedia(mediaDir);
  const total = manifest.media.length;
  for (let done = 0; done < total; done += 1) {
    const entry = reader.current();
    const path = entry === undefined ? undefined : parseMediaPath(entry.name);
    if (entry === undefined || path === undefined) throw createDamagedError(file, 'media files are missing');
    const target = join(mediaDir, STAGING, path);
    await mkdir(dirname(target), privateFolderOptions);
    await pipeline(Readable.from(entry.body), createWriteStream(target, { flush: true }));
    await reader.advance();
    onProgress({ step: 'media', name: path, rows: 0, done: done + 1, total });
  }
}

export async function discardStagedMedia(mediaDir: string): Promise<void> {
  await rm(join(mediaDir, STAGING), { recursive: true, force: true });
}

/** Replaces the current files with the staged ones. */
export async function moveStagedMedia(mediaDir: string): Promise<void> {
  const staged = join(mediaDir, STAGING);
  for (const name of await readdir(mediaDir)) {
    if (name !== STAGING) await rm(join(mediaDir, name), { recursive: true, force: true });
  }
  for (const name of await readdir(staged)) await rename(join(staged, name), join(mediaDir, name));
  await discardStagedMedia(mediaDir);
}
