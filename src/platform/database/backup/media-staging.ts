import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { privateFolderOptions } from '#platform/config/data-folders.ts';
import {
  BackupError,
  FILE_FOLDERS,
  type FolderPaths,
  listArchivedFiles,
  type Manifest,
  type OnProgress,
} from './format.ts';
import type { EntryReader } from './load-tables.ts';
import { STAGING } from './media-files.ts';
import { createDamagedError, parseFilePath } from './read-archive.ts';

/** @throws MEDIA_NOT_EMPTY when a folder for which the backup has files is not empty */
export async function requireNoFiles(folders: FolderPaths, manifest: Manifest): Promise<void> {
  for (const name of FILE_FOLDERS) {
    const folder = folders[name];
    if (folder !== undefined && (manifest[name] ?? []).length > 0) await requireEmpty(folder);
  }
}

async function requireEmpty(folder: string): Promise<void> {
  const present = (await readdir(folder).catch(() => [])).filter((name) => name !== STAGING);
  if (present.length === 0) return;
  throw new BackupError(
    'MEDIA_NOT_EMPTY',
    `${folder} is not empty. Restore into an empty data folder, or pass --replace to delete its content.`,
  );
}

/** Writes files to a folder inside the folder of the files, since a rename works only within one disk. */
export async function stageFiles(
  file: string,
  reader: EntryReader,
  folders: FolderPaths,
  manifest: Manifest,
  onProgress: OnProgress,
): Promise<void> {
  await discardStagedFiles(folders);
  const files = listArchivedFiles(manifest);
  for (const [done, { folder }] of files.entries()) {
    const entry = reader.current();
    const found = entry === undefined ? undefined : parseFilePath(entry.name);
    if (entry === undefined || found?.folder !== folder) throw createDamagedError(file, `${folder} files are missing`);
    const target = folders[folder];
    if (target !== undefined) await stageFile(join(target, STAGING, found.path), entry.body);
    await reader.advance();
    onProgress({ step: folder, name: found.path, rows: 0, done: done + 1, total: files.length });
  }
}

async function stageFile(path: string, body: AsyncIterable<Buffer>): Promise<void> {
  await mkdir(dirname(path), privateFolderOptions);
  await pipeline(Readable.from(body), createWriteStream(path, { flush: true }));
}

export async function discardStagedFiles(folders: FolderPaths): Promise<void> {
  for (const folder of Object.values(folders)) await discardStaged(folder);
}

async function discardStaged(folder: string): Promise<void> {
  await rm(join(folder, STAGING), { recursive: true, force: true });
}

/** Replaces the current files with the staged ones, in folders for which the backup has files. */
export async function moveStagedFiles(folders: FolderPaths, manifest: Manifest): Promise<void> {
  for (const name of FILE_FOLDERS) {
    const folder = folders[name];
    if (folder !== undefined && (manifest[name] ?? []).length > 0) await moveStaged(folder);
  }
}

async function moveStaged(folder: string): Promise<void> {
  const staged = join(folder, STAGING);
  for (const name of await readdir(folder)) {
    if (name !== STAGING) await rm(join(folder, name), { recursive: true, force: true });
  }
  for (const name of await readdir(staged)) await rename(join(staged, name), join(folder, name));
  await discardStaged(folder);
}
