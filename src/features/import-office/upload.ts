import { randomUUID } from 'node:crypto';
import { detectFormat, readRows, UnreadableFile } from '#platform/csv/read-rows.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { ReceivedFile } from '#platform/http/bodies/receive-files.ts';
import { type Actor, isPermitted } from '#platform/sessions/actor.ts';
import { openFiles } from './files.ts';
import { findMeanings, insertImport } from './import-store.ts';
import { findKind, guessKind, importKinds } from './kinds.ts';
import { importSettings } from './settings.ts';

const megabyte = 1_000_000;
const dayMs = 24 * 60 * 60 * 1000;
/** Each has a choice in the form that says what it is, and a form has 500 fields. */
const maxColumns = 400;
const maxSample = 100;
const sampleRows = 3;

export type UploadResult =
  | { readonly ok: true; readonly id: number }
  | {
      readonly ok: false;
      readonly code:
        | 'FILE_MISSING'
        | 'FILE_TOO_LARGE'
        | 'FILE_UNREADABLE'
        | 'FILE_UNKNOWN'
        | 'FILES_FULL'
        | 'IMPORT_NOT_ALLOWED';
    };

/** Keeps an uploaded file, and finds out what it holds. @param kindId as somebody said; empty: it is recognised */
export async function uploadFile(
  shop: Shop,
  actor: Actor,
  file: ReceivedFile | undefined,
  kindId: string,
): Promise<UploadResult> {
  if (!file || file.bytes === 0) return { ok: false, code: file?.isTooLarge ? 'FILE_TOO_LARGE' : 'FILE_MISSING' };
  if (file.isTooLarge) return { ok: false, code: 'FILE_TOO_LARGE' };
  const head = await readStart(file.path);
  if (!head) return { ok: false, code: 'FILE_UNREADABLE' };
  const kind = findKind(kindId) ?? guessKind(head.heads);
  if (!kind) return { ok: false, code: 'FILE_UNKNOWN' };
  if (!isPermitted(actor, kind.requires)) return { ok: false, code: 'IMPORT_NOT_ALLOWED' };
  const { keepDays, maxStoredMegabytes } = shop.settings(importSettings);
  const fileId = randomUUID();
  const now = shop.clock.now();
  const files = openFiles(shop);
  // The file comes before its row: a job deletes old files without a row.
  await files.keep(fileId, file.path);
  const id = await inTransaction(shop.db, async (tx) => {
    const columns = await findMeanings(tx, kind.id, head.heads);
    const row = {
      ...{ kind: kind.id, name: cleanName(file.name), fileId, bytes: file.bytes, ...head, options: { columns } },
      ...{ by: actor.name, byStaffId: actor.staffId, createdAt: now },
      expiresAt: new Date(now.getTime() + keepDays * dayMs),
    };
    return insertImport(tx, row, maxStoredMegabytes * megabyte);
  });
  if (id !== null) return { ok: true, id };
  await files.remove([fileId]);
  return { ok: false, code: 'FILES_FULL' };
}

const cleanName = (name: string) =>
  name
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}/\\]/gu, ' ')
    .trim()
    .slice(0, 200) || 'file.csv';

/** The heads, and the first cells of each column. */
async function readStart(
  path: string,
): Promise<{ readonly heads: readonly string[]; readonly samples: readonly string[] } | null> {
  const isHead = (cell: string) => importKinds.some((kind) => kind.isHead(cell));
  const rows: (readonly string[])[] = [];
  try {
    for await (const row of readRows(path, await detectFormat(path, isHead))) {
      if ('problem' in row && rows.length === 0) return null;
      if ('cells' in row) rows.push(row.cells);
      if (rows.length > sampleRows) break;
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
  }
  const [heads, ...others] = rows;
  if (
    !heads ||
    heads.length > maxColumns ||
    heads.some((head) => head.length > 200) ||
    heads.every((head) => head.trim() === '')
  )
    return null;
  const samples = heads.map((_, index) =>
    others
      .map((cells) => (cells[index] ?? '').slice(0, maxSample))
      .filter((cell) => cell.trim() !== '')
      .join(' · '),
  );
  const clean = (texts: readonly string[]) => texts.map((text) => text.replaceAll('\0', '').toWellFormed());
  return { heads: clean(heads), samples: clean(samples) };
}
