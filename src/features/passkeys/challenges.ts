import { createHash, randomBytes } from 'node:crypto';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import { getHostCookieName, readCookie, setCookie } from '#platform/http/security/cookies.ts';
import type { MutationCall } from '#platform/mutations/mutation.ts';
import { isSigned, sign } from '#platform/sessions/signing.ts';

/** Seconds in which a challenge can be answered. */
export const challengeSeconds = 5 * 60;

const cookieName = 'passkey';

/** Purpose of a challenge: a sign-in, or a new passkey of one customer. */
export type ChallengePurpose = 'sign-in' | `add:${number}`;

const toSignedText = (purpose: ChallengePurpose, browser: string, value: string) => `${purpose}\n${browser}\n${value}`;

const readBrowser = ({ shop, request }: Pick<MutationCall, 'shop' | 'request'>): string | null => {
  const browser = readCookie(request, getHostCookieName(shop.config, cookieName));
  return browser !== null && /^[\w-]{22}$/.test(browser) ? browser : null;
};

/**
 * Creates a challenge that only this browser can answer, for a few minutes. It is signed instead of stored, so that
 * many requests do not fill a table.
 * @returns base64url, as in the JSON of WebAuthn
 */
export function createChallenge(
  call: Pick<MutationCall, 'shop' | 'request' | 'reply'>,
  purpose: ChallengePurpose,
): string {
  const { config, clock } = call.shop;
  const browser = readBrowser(call) ?? randomBytes(16).toString('base64url');
  const expires = clock.now().getTime() + challengeSeconds * 1000;
  const value = `${randomBytes(16).toString('base64url')}.${expires}`;
  const signature = sign(config.secrets, 'passkey-challenge', toSignedText(purpose, browser, value));
  const cookie = getHostCookieName(config, cookieName);
  setCookie(config, call.reply, cookie, browser, { seconds: challengeSeconds, httpOnly: true });
  return Buffer.from(`${value}.${signature}`).toString('base64url');
}

/** True when this browser got the challenge for this purpose, not longer than `challengeSeconds` ago. */
export function isChallengeValid(
  call: Pick<MutationCall, 'shop' | 'request'>,
  purpose: ChallengePurpose,
  challenge: string,
): boolean {
  const browser = readBrowser(call);
  const [random = '', expires = '', signature = ''] = Buffer.from(challenge, 'base64url').toString().split('.');
  if (browser === null || !(Number(expires) > call.shop.clock.now().getTime())) return false;
  const text = toSignedText(purpose, browser, `${random}.${expires}`);
  return isSigned(call.shop.config.secrets, 'passkey-challenge', text, signature);
}

const insertUsed = sqlQuery<{ used: number }>(
  'passkeys.use-challenge',
  `insert into used_passkey_challenges (challenge_hash, expires_at) values ($1, $2)
  on conflict do nothing returning 1 as used`,
);

/**
 * Marks a challenge as answered. Of concurrent calls, one succeeds.
 * @returns false for a challenge that was answered before
 */
export async function takeChallenge(db: Db, challenge: string, now: Date): Promise<boolean> {
  const hash = createHash('sha256').update(Buffer.from(challenge, 'base64url')).digest();
  return (await insertUsed(db, [hash, new Date(now.getTime() + 2 * challengeSeconds * 1000)])).length === 1;
}

const deleteUsed = sqlQuery('passkeys.purge-challenges', 'delete from used_passkey_challenges where expires_at < $1');

export async function purgeChallenges(db: Db, now: Date): Promise<void> {
  await deleteUsed(db, [now]);
}
