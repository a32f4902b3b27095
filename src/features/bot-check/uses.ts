import { type Db, sqlQuery } from '#platform/database/database.ts';
import { defineJob } from '#platform/jobs/jobs.ts';

export interface BotCheckUse {
  /** Unique for each answer, 16 to 100 characters. */
  readonly nonce: string;
  /** Request key of the form; '' when it has none. */
  readonly formKey: string;
  /** When the answer would be refused anyway. */
  readonly expiresAt: Date;
}

const takeUse = sqlQuery<{ nonce: string }>(
  'bot-check.use-solution',
  `insert into bot_check_uses as used (nonce, form_key, expires_at) values ($1, $2, $3)
  on conflict (nonce) do update set expires_at = used.expires_at where used.form_key = excluded.form_key and used.form_key <> ''
  returning nonce`,
);

/** Records that an answer has passed. @returns false when it has passed before, for another form */
export async function takeOnce(db: Db, { nonce, formKey, expiresAt }: BotCheckUse): Promise<boolean> {
  return (await takeUse(db, [nonce, formKey.slice(0, 100), expiresAt])).length > 0;
}

const findFormKey = sqlQuery<{ formKey: string }>(
  'bot-check.find-use',
  'select form_key as "formKey" from bot_check_uses where nonce = $1',
);

/** The request key of the form with which an answer has passed; null when it has not. */
export async function findUsedFormKey(db: Db, nonce: string): Promise<string | null> {
  const [use] = await findFormKey(db, [nonce]);
  return use?.formKey ?? null;
}

const deleteExpired = sqlQuery('bot-check.purge-uses', 'delete from bot_check_uses where expires_at < $1');

/** Solutions that have expired are refused without being kept. */
export const purgeBotChecksJob = defineJob({
  name: 'bot-check:purge-uses',
  every: '25 * * * *',
  run: async ({ db, clock }) => {
    await deleteExpired(db, [clock.now()]);
  },
});
