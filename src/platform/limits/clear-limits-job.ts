import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { defineJob } from '#platform/jobs/jobs.ts';

/** Removes counts whose window is over. */
export const clearLimitsJob = defineJob({
  name: 'limits:clear',
  schema: z.object({}),
  every: '*/15 * * * *',
  run: async ({ db, clock }) => {
    await db.execute(sql`delete from platform.rate_limits where expire < ${clock.now().getTime()}`);
  },
});
