import { randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import { z } from 'zod';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { ReceivedFile } from '#platform/http/bodies/receive-files.ts';
import { defineMutation, type MutationCall } from '#platform/mutations/mutation.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { transferErrors } from '../errors.ts';
import { transferTexts as texts } from '../texts.ts';
import { addImportJob, writePermission } from './import-job.ts';
import { beginStep, type ContentFormat, insertImport, lockImport, openFiles } from './import-store.ts';
import { importPath, transferPath } from './paths.ts';
import { createTransferPage } from './transfer-page.tsx';

/** JSON is read as a whole. The command takes larger files. */
const maxJsonBytes = 10_000_000;
const maxBytes = 100_000_000;
const maxStoredBytes = 1_000_000_000;
const keepMs = 14 * 24 * 60 * 60 * 1000;

const common = { requires: writePermission, errors: transferErrors } as const;

type UploadResult =
  | { readonly ok: true; readonly id: number }
  | {
      readonly ok: false;
      readonly code: 'FILE_MISSING' | 'FILE_TOO_LARGE' | 'FILE_UNREADABLE' | 'FILES_FULL';
    };

/** By how it begins: JSON is an object, WXR is XML. */
async function findFormat(path: string): Promise<ContentFormat | null> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1000), 0, 1000, 0);
    const begin = buffer
      .toString('utf8', 0, bytesRead)
      .replace(/^\ufeff/, '')
      .trimStart();
    if (begin.startsWith('{')) return 'json';
    return begin.startsWith('<') ? 'wxr' : null;
  } finally {
    await file.close();
  }
}

async function upload(shop: Shop, actor: Actor, file: ReceivedFile | undefined): Promise<UploadResult> {
  if (file?.isTooLarge) return { ok: false, code: 'FILE_TOO_LARGE' };
  if (!file || file.bytes === 0) return { ok: false, code: 'FILE_MISSING' };
  const format = await findFormat(file.path);
  if (format === null) return { ok: false, code: 'FILE_UNREADABLE' };
  if (format === 'json' && file.bytes > maxJsonBytes) return { ok: false, code: 'FILE_TOO_LARGE' };
  const [fileId, createdAt] = [randomUUID(), shop.clock.now()];
  const files = openFiles(shop);
  // The file comes before its row: a job deletes old files without a row.
  await files.keep(fileId, file.path);
  const id = await inTransaction(shop.db, async (tx) => {
    const row = {
      ...{ name: cleanName(file.name), format, fileId, bytes: file.bytes, createdAt },
      ...{ by: actor.name, byStaffId: actor.staffId, expiresAt: new Date(createdAt.getTime() + keepMs) },
    };
    const inserted = await insertImport(tx, row, maxStoredBytes);
    if (inserted !== null) await addImportJob(shop, tx, inserted);
    return inserted;
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
    .slice(0, 200) || 'file';

export const uploadContent = defineMutation({
  ...common,
  name: 'content-transfer.upload-file',
  description: 'Keeps a content file and tries it. Nothing changes yet.',
  schema: z.unknown(),
  files: () => ({ maxBytes, maxFiles: 1 }),
  run: async ({ shop, request, getActor }): Promise<UploadResult> => upload(shop, await getActor(), request.files?.[0]),
  message: ({ shop: { t } }, { code }) => t(texts[code]),
  form: {
    path: transferPath,
    success: (_call, { id }) => ({ redirectTo: importPath(id) }),
    failure: async ({ shop }, { code }) => ({ page: await createTransferPage(shop, shop.t(texts[code])) }),
  },
});

/** The id of the path; 0 for what no import can have. */
export function readId({ params }: Pick<MutationCall['request'], 'params'>): number {
  const { id } = params as { readonly id: string };
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0;
}

export const beginContentImport = defineMutation({
  ...common,
  name: 'content-transfer.begin-import',
  description: 'Imports a content file that was tried, or tries it again.',
  schema: z.object({ run: z.enum(['try', 'import']).default('try') }),
  run: async ({ shop, request, getActor }, { run }) => {
    const [actor, id] = [await getActor(), readId(request)];
    return inTransaction(shop.db, async (tx) => {
      const found = await lockImport(tx, id);
      if (!found) return { ok: false, code: 'IMPORT_GONE' } as const;
      const isReady = found.state === 'tried' || (run === 'try' && found.state === 'failed');
      if (!isReady) return { ok: false, code: 'IMPORT_NOT_READY' } as const;
      const by = { by: actor.name, byStaffId: actor.staffId };
      await beginStep(tx, id, run === 'try' ? 'trying' : 'importing', by);
      await addImportJob(shop, tx, id);
      return { ok: true } as const;
    });
  },
  message: ({ shop: { t } }, { code }) => t(texts[code]),
  form: {
    path: importPath(':id'),
    success: ({ request }) => ({ redirectTo: importPath(readId(request)) }),
    failure: ({ request }, { code }) => ({ redirectTo: importPath(readId(request)), notices: [{ code }] }),
  },
});
