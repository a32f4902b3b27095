import { type Db, sqlQuery } from '#platform/database/database.ts';
import { namedQuery } from '#platform/database/named-query.ts';
import { purgeInBatches } from '#platform/database/purge.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { VatAnswer } from '../ports.ts';

export type VatOutcome = VatAnswer['outcome'];

const hour = 3_600_000;

/**
 * Milliseconds for which an answer is valid. A new number may be registered later, and an unavailable service may
 * come back.
 */
const validFor: Readonly<Record<VatOutcome, number>> = { valid: 24 * hour, invalid: hour, unavailable: 2 * 60_000 };

/** Days for which expired answers are kept, for orders that were calculated with them. */
const keptDays = 30;

/** Prefers an answer over a failure: of two processes that ask at the same time, one may get no answer. */
const selectAnswer = sqlQuery<{ outcome: VatOutcome }>(
  'vat-numbers.find-answer',
  `select outcome from vat_number_checks where number = $1 and expires_at > $2 order by outcome = 'unavailable', id desc limit 1`,
);

/** @returns the last answer of the service; null when nobody has asked about the number, or the answer has expired */
export async function findAnswer({ clock }: Pick<Shop, 'clock'>, db: Db, number: string): Promise<VatOutcome | null> {
  return (await selectAnswer(db, [number, clock.now()]))[0]?.outcome ?? null;
}

type AnswerValues = Record<'number' | 'outcome' | 'reason' | 'consultation' | 'name' | 'address', string> & {
  readonly now: Date;
  readonly until: Date;
};

const insertAnswer = namedQuery<AnswerValues>(
  'vat-numbers.add-answer',
  `insert into vat_number_checks (number, outcome, reason, asked_at, expires_at, consultation, name, address)
  values ($number, $outcome, $reason, $now, $until, $consultation, $name, $address)`,
);

export async function addAnswer(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  number: string,
  answer: VatAnswer,
): Promise<void> {
  const now = clock.now();
  const until = new Date(now.getTime() + validFor[answer.outcome]);
  const emptyAnswer = { reason: '', consultation: '', name: '', address: '' };
  await insertAnswer(db, { ...emptyAnswer, ...answer, number, now, until });
}

const deleteAnswers = sqlQuery<{ id: number }>(
  'vat-numbers.purge-answers',
  `delete from vat_number_checks where id in (select id from vat_number_checks where expires_at < $1 limit $2) returning id`,
);

/** Deletes old answers. Orders keep copies of the answers that they need. */
export const purgeAnswersJob = defineJob({
  name: 'vat-numbers:purge-answers',
  every: '25 3 * * *',
  run: async ({ db, clock }) => {
    const before = new Date(clock.now().getTime() - keptDays * 24 * hour);
    await purgeInBatches(async (limit) => (await deleteAnswers(db, [before, limit])).length);
  },
});
