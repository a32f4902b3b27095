import { enqueueNotice } from '#features/accounts/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { normaliseCode } from '#platform/input/normalise-text.ts';
import { createNotice } from '../notices.ts';
import { isRecoveryCode } from './recovery-codes.ts';
import { findStep } from './totp.ts';
import { findSecret, takeRecoveryCode, takeStep } from './two-factor-rows.ts';

const quarterSeconds = 15 * 60;
const daySeconds = 24 * 60 * 60;

/**
 * Wrong codes of one customer. With three codes of the app valid at a time, a guess succeeds once in 330,000. Recovery
 * codes count apart, so that nobody can use up the owner's last way in with guesses at the app: ten codes of 80 random
 * bits are guessed once in 10^23 tries.
 */
const limits = {
  app: [
    { name: 'two-factor-codes', max: 10, seconds: quarterSeconds },
    { name: 'two-factor-codes-day', max: 40, seconds: daySeconds },
  ],
  recovery: [
    { name: 'recovery-codes', max: 20, seconds: quarterSeconds },
    { name: 'recovery-codes-day', max: 200, seconds: daySeconds },
  ],
} as const;

/** Wrong codes in a quarter of an hour of which the customer is told: who types them knows the password. */
const warnedCodes = 5;
const warningLimit = { name: 'two-factor-warnings', max: 1, seconds: daySeconds };

interface CheckedCustomer {
  readonly id: number;
  readonly email: string;
}

interface TypedCode {
  readonly typed: string;
  /** Of a device on which the account has signed in; null for others. */
  readonly device: string | null;
}

async function warnOfWrongCodes(shop: Shop, { id, email }: CheckedCustomer, wrong: number): Promise<void> {
  if (wrong < warnedCodes) return;
  if (!(await shop.limits.consume([{ limit: warningLimit, key: String(id) }])).ok) return;
  await inTransaction(shop.db, (tx) => enqueueNotice(shop, tx, { to: email, ...createNotice(shop, 'guessed') }));
}

/**
 * Checks a code of the customer's app, or a recovery code, and uses it up. Strangers share their tries, and each
 * device on which the account has signed in has its own: who knows the password alone locks nobody out there. The
 * customer is told of the fifth wrong code in a quarter of an hour, once a day.
 * @returns `refused`: it was not checked, too many were wrong
 */
export async function checkCode(
  shop: Shop,
  customer: CheckedCustomer,
  { typed, device }: TypedCode,
): Promise<'correct' | 'wrong' | 'refused'> {
  const key = device === null ? String(customer.id) : `${customer.id} ${device}`;
  const uses = limits[isRecoveryCode(typed) ? 'recovery' : 'app'].map((limit) => ({ limit, key }));
  // Counted before the check, so that concurrent guesses can't exceed the limits.
  const allowance = await shop.limits.consume(uses);
  if (!allowance.ok) return 'refused';
  if (!(await takeCode(shop, customer.id, typed))) {
    await warnOfWrongCodes(shop, customer, allowance.counts[0] ?? 0);
    return 'wrong';
  }
  await allowance.giveBack();
  return 'correct';
}

async function takeCode(shop: Shop, customerId: number, typed: string): Promise<boolean> {
  const now = shop.clock.now();
  if (isRecoveryCode(typed)) return takeRecoveryCode(shop.db, customerId, typed, now);
  const code = normaliseCode(typed).replace(/[\s-]/g, '');
  const secret = await findSecret(shop, shop.db, customerId);
  if (secret === null || !/^\d{6}$/.test(code)) return false;
  const step = await findStep(secret, code, now);
  return step !== null && takeStep(shop.db, customerId, step);
}
