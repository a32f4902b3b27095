import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { contactFormSettings } from '../settings.ts';

export interface UsedChallenge {
  /** Unique: a nonce and its signature. */
  readonly challenge: string;
  readonly expiresAt: Date;
}

/** `use` is null for a challenge that is forged or expired. */
export interface CheckedChallenge {
  readonly isRight: boolean;
  readonly use: UsedChallenge | null;
}

/** Milliseconds. */
export const getLifetime = ({ settings }: Pick<Shop, 'settings'>) =>
  settings(contactFormSettings).challengeMinutes * 60_000;

const insertUses = sqlQuery<{ challenge: string }>(
  'contact-forms.use-challenges',
  `insert into contact_challenge_uses (challenge, expires_at)
  select challenge, "expiresAt" from jsonb_to_recordset($1) as used (challenge text, "expiresAt" timestamptz) order by challenge
  on conflict (challenge) do nothing returning challenge`,
);

/** @returns the challenges that nobody has answered before */
export async function recordChallengeUses(db: Db, uses: readonly UsedChallenge[]): Promise<ReadonlySet<string>> {
  if (uses.length === 0) return new Set();
  return new Set((await insertUses(db, [JSON.stringify(uses)])).map(({ challenge }) => challenge));
}

const deleteExpired = sqlQuery(
  'contact-forms.purge-challenges',
  'delete from contact_challenge_uses where expires_at < $1',
);

/** An expired challenge is refused by its time, so its use need not be known. */
export const purgeChallengeUses = ({ db, clock }: Pick<Shop, 'db' | 'clock'>) => deleteExpired(db, [clock.now()]);
