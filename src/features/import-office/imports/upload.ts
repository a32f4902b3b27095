import { stat, writeFile } from 'node:fs/promises';
import { type Encoding, readText } from '#platform/csv/encoding.ts';
import type { EncodingReading } from '#platform/csv/guess-encoding.ts';
import {
  detectFormat,
  isEncodingUnclear,
  readRows,
  type TableFormat,
  UnreadableFile,
} from '#platform/csv/read-rows.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { cleanFileName, keepFileWithRow } from '#platform/files/kept-uploads.ts';
import { withScratchPath } from '#platform/files/scratch-files.ts';
import type { ReceivedFile } from '#platform/http/bodies/receive-files.ts';
import { type Actor, isPermitted } from '#platform/sessions/actor.ts';
import { openFiles } from '../files.ts';
import { findKind, guessKind, importKinds } from '../kinds/kinds.ts';
import { importSettings } from '../settings.ts';
import { findColumnMeanings, insertImport } from './import-store.ts';

const megabyte = 1_000_000;
const dayMs = 24 * 60 * 60 * 1000;
/** The form has a field for each column, and a form can have 500 fields. */
const maxColumns = 400;
const maxSample = 100;
const sampleRows = 3;

type RefusalCode =
  | 'FILE_MISSING'
  | 'FILE_TOO_LARGE'
  | 'FILE_UNREADABLE'
  | 'FILE_UNKNOWN'
  | 'FILES_FULL'
  | 'IMPORT_NOT_ALLOWED';

export type UploadResult =
  | { readonly ok: true; readonly id: number }
  | { readonly ok: false; readonly code: RefusalCode }
  | {
      readonly ok: false;
      readonly code: 'FILE_ENCODING_UNCLEAR';
      /** Possible encodings of the file, the most likely first. */
      readonly readings: readonly EncodingReading[];
    };

/** Choices of staff about a file. Undefined or empty: detected automatically. */
export interface UploadChoices {
  readonly kind: string;
  readonly encoding: Encoding | undefined;
}

/**
 * Stores an uploaded file and detects its contents. A file whose encoding was chosen is stored as UTF-8, so that it
 * is not detected again.
 */
export async function uploadFile(
  shop: Shop,
  actor: Actor,
  file: ReceivedFile | undefined,
  choices: UploadChoices,
): Promise<UploadResult> {
  if (!file || file.bytes === 0) return { ok: false, code: file?.isTooLarge ? 'FILE_TOO_LARGE' : 'FILE_MISSING' };
  if (file.isTooLarge) return { ok: false, code: 'FILE_TOO_LARGE' };
  const { encoding } = choices;
  if (encoding === undefined) return keepFile(shop, actor, file, choices.kind);
  return withScratchPath(shop, async (path): Promise<UploadResult> => {
    await writeFile(path, readText(file.path, encoding), { flag: 'wx', mode: 0o600 });
    const { size: bytes } = await stat(path);
    // Check the size again: non-Latin letters take more bytes in UTF-8.
    if (bytes > shop.settings(importSettings).maxMegabytes * megabyte) return { ok: false, code: 'FILE_TOO_LARGE' };
    return keepFile(shop, actor, { ...file, path, bytes }, choices.kind);
  });
}

async function keepFile(shop: Shop, actor: Actor, file: ReceivedFile, kindId: string): Promise<UploadResult> {
  const format = await detectFormat(file.path, isHeadOfAnyKind);
  if (isEncodingUnclear(format))
    return { ok: false, code: 'FILE_ENCODING_UNCLEAR', readings: format.guess?.readings ?? [] };
  const head = await readStart(file.path, format);
  if (!head) return { ok: false, code: 'FILE_UNREADABLE' };
  const kind = findKind(kindId) ?? guessKind(head.heads);
  if (!kind) return { ok: false, code: 'FILE_UNKNOWN' };
  if (!isPermitted(actor, kind.requires)) return { ok: false, code: 'IMPORT_NOT_ALLOWED' };
  const { keepDays, maxStoredMegabytes } = shop.settings(importSettings);
  const now = shop.clock.now();
  const id = await keepFileWithRow(openFiles(shop), file.path, (fileId) =>
    inTransaction(shop.db, async (tx) => {
      const columns = await findColumnMeanings(tx, kind.id, head.heads);
      return insertImport(tx, {
        ...{ kind: kind.id, name: cleanFileName(file.name, 'file.csv'), fileId, bytes: file.bytes, ...head },
        ...{ options: { columns }, by: actor.name, byStaffId: actor.staffId, createdAt: now },
        ...{ expiresAt: new Date(now.getTime() + keepDays * dayMs), maxBytes: maxStoredMegabytes * megabyte },
      });
    }),
  );
  return id === null ? { ok: false, code: 'FILES_FULL' } : { ok: true, id };
}

const isHeadOfAnyKind = (cell: string) => importKinds.some((kind) => kind.isHead(cell));

async function readStart(
  path: string,
  format: TableFormat,
): Promise<{ readonly heads: readonly string[]; readonly samples: readonly string[] } | null> {
  const rows: (readonly string[])[] = [];
  try {
    for await (const row of readRows(path, format)) {
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
