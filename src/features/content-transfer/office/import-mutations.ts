import { open } from 'node:fs/promises';
import { z } from 'zod';
import { readRecordId } from '#platform/admin/records/record.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { cleanFileName, keepFileWithRow } from '#platform/files/kept-uploads.ts';
import type { ReceivedFile } from '#platform/http/bodies/receive-files.ts';
import { defineMutation, type MutationCall } from '#platform/mutations/mutation.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { transferErrors } from '../errors.ts';
import { transferTexts as texts } from '../texts.ts';
import { addImportJob, writePermission } from './import-job.ts';
import { beginStep, type ContentFormat, insertImport, lockImport, openFiles } from './import-store.ts';
import { importPath, transferPath } from './paths.ts';
import { createTransferPage } from './transfer-page.tsx';

/** Bytes. A JSON file is read into memory as a whole. The command accepts larger files. */
const maxJsonBytes = 10_000_000;
const maxBytes = 100_000_000;
const maxStoredBytes = 1_000_000_000;
const keepMs = 14 * 24 * 60 * 60 * 1000;

const common = { requires: writePermission, errors: transferErrors } as const;

type RefusalCode = 'FILE_MISSING' | 'FILE_TOO_LARGE' | 'FILE_UNREADABLE' | 'FILES_FULL';
type UploadResult = { readonly ok: true; readonly id: number } | { readonly ok: false; readonly code: RefusalCode };

/** Detects the format by the first characters: JSON is an object, WXR is XML. */
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
  const createdAt = shop.clock.now();
  const id = await keepFileWithRow(openFiles(shop), file.path, (fileId) =>
    inTransaction(shop.db, async (tx) => {
      const inserted = await insertImport(tx, {
        ...{ name: cleanFileName(file.name, 'file'), format, fileId, bytes: file.bytes, createdAt },
        ...{ by: actor.name, byStaffId: actor.staffId, expiresAt: new Date(createdAt.getTime() + keepMs) },
        maxBytes: maxStoredBytes,
      });
      if (inserted !== null) await addImportJob(shop, tx, inserted);
      return inserted;
    }),
  );
  return id === null ? { ok: false, code: 'FILES_FULL' } : { ok: true, id };
}

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

/** Reads the import's id from the path; 0, which no import has, for an invalid id. */
const readId = ({ request }: MutationCall): number => readRecordId(request) ?? 0;

export const beginContentImport = defineMutation({
  ...common,
  name: 'content-transfer.begin-import',
  description: 'Imports a content file that was tried, or tries it again.',
  schema: z.object({ run: z.enum(['try', 'import']).default('try') }),
  run: async (call, { run }) => {
    const [{ shop }, actor, id] = [call, await call.getActor(), readId(call)];
    return inTransaction(shop.db, async (tx) => {
      const found = await lockImport(tx, { id });
      if (!found) return { ok: false, code: 'IMPORT_GONE' } as const;
      const isReady = found.state === 'tried' || (run === 'try' && found.state === 'failed');
      if (!isReady) return { ok: false, code: 'IMPORT_NOT_READY' } as const;
      const state = run === 'try' ? 'trying' : 'importing';
      await beginStep(tx, { id, state, by: actor.name, byStaffId: actor.staffId });
      await addImportJob(shop, tx, id);
      return { ok: true } as const;
    });
  },
  message: ({ shop: { t } }, { code }) => t(texts[code]),
  form: {
    path: importPath(':id'),
    success: (call) => ({ redirectTo: importPath(readId(call)) }),
    failure: (call, { code }) => ({ redirectTo: importPath(readId(call)), notices: [{ code }] }),
  },
});
