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
 * Limits of wrong codes per customer. Three app codes are valid at a time, so a guess succeeds once in 330,000.
 * Recovery codes have their own limits, so that an attacker who guesses app codes can't lock the owner out of
 * recovery. Ten codes of 80 random bits are guessed once in 10^23 tries.
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

/**
 * Number of wrong codes in 15 minutes after which the customer is warned: the person who types them knows the
 * password.
 */
const warnedCodes = 5;
const warningLimit = { name: 'two-factor-warnings', max: 1, seconds: daySeconds };

interface CheckedCustomer {
  readonly id: number;
  readonly email: string;
}

interface TypedCode {
  readonly typed: string;
  /** Id of a device on which the account has signed in before; null for other devices. */
  readonly device: string | null;
}

async function warnOfWrongCodes(shop: Shop, { id, email }: CheckedCustomer, wrong: number): Promise<void> {
  if (wrong < warnedCodes) return;
  if (!(await shop.limits.consume([{ limit: warningLimit, key: String(id) }])).ok) return;
  await inTransaction(shop.db, (tx) => enqueueNotice(shop, tx, { to: email, ...createNotice(shop, 'guessed') }));
}

/**
 * Checks a code of the customer's app or a recovery code, and uses it up. All unknown devices share one limit, and
 * each device on which the account has signed in has its own, so that an attacker with the password can't lock the
 * customer out on a known device. The customer is told of the fifth wrong code in 15 minutes, once a day.
 * @returns `refused` when the code was not checked because too many codes were wrong
 */
export async function checkCode(
  shop: Shop,
  customer: CheckedCustomer,
  { typed, device }: TypedCode,
): Promise<'correct' | 'wrong' | 'refused'> {
  const key = device === null ? String(customer.id) : `${customer.id} ${device}`;
  const uses = limits[isRecoveryCode(typed) ? 'recovery' : 'app'].map((limit) => ({ limit, key }));
  // Count the try before the check, so that concurrent guesses can't exceed the limits.
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
