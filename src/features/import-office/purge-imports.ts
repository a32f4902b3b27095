import { purgeFilesWithRows } from '#platform/files/kept-uploads.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { deleteExpiredExports } from './exports/export-files.ts';
import { openFiles } from './files.ts';
import { deleteExpired, findExistingFiles } from './imports/import-store.ts';

/** Deletes expired imports and exports, and files without a row, which a crash may leave behind. */
export const purgeImportsJob = defineJob({
  name: 'import-office:purge',
  every: '20 * * * *',
  run: async (shop) => {
    const files = openFiles(shop);
    const now = shop.clock.now();
    await purgeFilesWithRows(files, (limit) => deleteExpired(shop.db, { now, limit }));
    await purgeFilesWithRows(files, (limit) => deleteExpiredExports(shop.db, { now, limit }));
    await files.removeStray((ids) => findExistingFiles(shop.db, { ids }));
  },
});
