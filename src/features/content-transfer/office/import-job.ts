import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { UnreadableFile } from '#platform/csv/read-rows.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { createProgressNotes, purgeFilesWithRows } from '#platform/files/kept-uploads.ts';
import { withCopy } from '#platform/files/scratch-files.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { type Actor, findStaffActorById, isPermitted } from '#platform/sessions/actor.ts';
import { readContentFile } from '../content-file.ts';
import { type ImportOptions, importContent, type TransferReport } from '../import-content.ts';
import { importWxr, type WxrReport } from '../wxr/import-wxr.ts';
import {
  type ContentImport,
  deleteExpired,
  endStep,
  findExistingFiles,
  findImport,
  findWaitingPicture,
  listFetched,
  markPicture,
  noteProgress,
  openFiles,
  toStoredReport,
} from './import-store.ts';

/** Milliseconds after which fetching pictures lets other slow jobs run. */
const chunkTime = 5_000;
/** The greatest number of pictures per import, so that a file can't cause an unlimited number of requests. */
const maxPictures = 10_000;

export const writePermission = 'content.write';

/**
 * Runs the dry run of a file, or fetches its pictures and imports it. Each step can be repeated after a crash:
 * fetched pictures are kept, and imported entries are not changed again.
 */
export const importFileJob = defineJob({
  name: 'content-transfer:import-file',
  schema: z.object({ importId: z.int().positive() }),
  slow: true,
  maxAttempts: 5,
  run: async (shop, { importId }, { isLast }) => {
    const found = await findImport(shop.db, { id: importId });
    if (found?.state !== 'trying' && found?.state !== 'importing') return;
    try {
      const problem = await workOnImport(shop, found);
      if (problem !== null) await fail(shop, found, problem);
    } catch (error) {
      // Otherwise the import would stay in this state for ever, and staff could not try again.
      if (isLast) await fail(shop, found, 'the server failed, and its log says why; try the file again');
      throw error;
    }
  },
});

const fail = (shop: Shop, found: ContentImport, problem: string) =>
  inTransaction(shop.db, (tx) => endStep(tx, found, { state: 'failed', problem }));

export const addImportJob = (shop: Shop, db: Parameters<Shop['jobs']['add']>[0], importId: number): Promise<void> =>
  shop.jobs.add(db, importFileJob, { importId }, { key: `content-import:${importId}` });

/** @returns the reason why the import failed; null when the step was continued or completed */
async function workOnImport(shop: Shop, found: ContentImport): Promise<string | null> {
  const { id, state, fileId } = found;
  // The permission may have been revoked since the upload.
  const actor = found.byStaffId === null ? null : await findStaffActorById(shop, found.byStaffId);
  if (!actor || !isPermitted(actor, writePermission)) return `${found.by} may not change content any more`;
  if (state === 'importing' && !(await fetchWaiting(shop, id))) {
    await addImportJob(shop, shop.db, id);
    return null;
  }
  const files = openFiles(shop);
  if ((await files.open(fileId)) === null) return 'the file is gone; upload it again';
  const report = await withCopy(shop, files, fileId, (path) => importFile(shop, found, path, actor));
  if (typeof report === 'string') return report;
  const stored = toStoredReport(report, report.notes);
  const isEnded = await inTransaction(shop.db, (tx) =>
    state === 'trying'
      ? endStep(tx, found, { state: 'tried', report: stored, pictures: report.unfetched.slice(0, maxPictures) })
      : endStep(tx, found, { state: 'done', report: stored }),
  );
  if (isEnded && state === 'importing') await files.remove([fileId]);
  return null;
}

/** @returns an error message when the file can't be read */
async function importFile(
  shop: Shop,
  { id, state, format }: ContentImport,
  path: string,
  actor: Actor,
): Promise<string | (TransferReport & Pick<WxrReport, 'notes'>)> {
  const dryRun = state === 'trying';
  const onProgress = createProgressNotes(shop, id, (progress) => noteProgress(shop.db, { id, ...progress }));
  const options: ImportOptions = {
    ...{ actor, dryRun, onProgress },
    pictures: dryRun ? undefined : await listFetched(shop.db, id),
  };
  if (format === 'json') {
    const content = readContentFile(await readFile(path, 'utf8'));
    return typeof content === 'string' ? content : { ...(await importContent(shop, content, options)), notes: [] };
  }
  try {
    return await importWxr(shop, path, options);
  } catch (error) {
    if (error instanceof UnreadableFile) return error.message;
    throw error;
  }
}

/** Fetches pictures one by one, and stores each of them at once. @returns whether all pictures are fetched */
async function fetchWaiting(shop: Shop, id: number): Promise<boolean> {
  const end = performance.now() + chunkTime;
  for (;;) {
    const picture = await findWaitingPicture(shop.db, { id });
    if (!picture) return true;
    if (performance.now() > end) return false;
    const { url, position } = picture;
    const stored = await shop.media.storeFromUrl(shop.db, { url, alt: '' });
    if (!stored.ok) shop.log.warn({ url, code: stored.code }, 'a picture of imported content could not be fetched');
    await markPicture(shop.db, { id, position, mediaId: stored.ok ? stored.id : null });
  }
}

/** Deletes expired imports, and files without a row that a crash has left. */
export const purgeContentImportsJob = defineJob({
  name: 'content-transfer:purge',
  every: '35 * * * *',
  run: async (shop) => {
    const files = openFiles(shop);
    await purgeFilesWithRows(files, (limit) => deleteExpired(shop.db, { now: shop.clock.now(), limit }));
    await files.removeStray((ids) => findExistingFiles(shop.db, { ids }));
  },
});
