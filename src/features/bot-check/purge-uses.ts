import { z } from 'zod';
import { sqlQuery } from '#platform/database/database.ts';
import { defineJob } from '#platform/jobs/jobs.ts';

const deleteExpired = sqlQuery('bot-check.purge-uses', 'delete from bot_check_uses where expires_at < $1');

/** Solutions that have expired are refused without being kept. */
export const purgeBotChecksJob = defineJob({
  name: 'bot-check:purge-uses',
  schema: z.object({}),
  every: '25 * * * *',
  run: async ({ db, clock }) => {
    await deleteExpired(db, [clock.now()]);
  },
});
