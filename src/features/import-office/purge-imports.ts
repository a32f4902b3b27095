import { z } from 'zod';
import { purgeInBatches } from '#platform/database/purge.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { deleteExpiredExports } from './exports/export-files.ts';
import { openFiles } from './files.ts';
import { deleteExpired, findExistingFiles } from './import-store.ts';

/** Deletes imports and exports whose time is over, and files without a row that a crash has left. */
export const purgeImportsJob = defineJob({
  name: 'import-office:purge',
  schema: z.object({}),
  every: '20 * * * *',
  run: async (shop) => {
    const files = openFiles(shop);
    const now = shop.clock.now();
    await purgeInBatches(async (limit) => {
      const deleted = await deleteExpired(shop.db, now, limit);
      await files.remove(deleted.map(({ fileId }) => fileId));
      return deleted.length;
    });
    await purgeInBatches(async (limit) => {
      const deleted = await deleteExpiredExports(shop.db, now, limit);
      await files.remove(deleted.map(({ id }) => id));
      return deleted.length;
    });
    await files.removeStray((ids) => findExistingFiles(shop.db, ids));
  },
});
