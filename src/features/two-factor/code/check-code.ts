import { enqueueNotice } from '#features/accounts/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { normaliseCode } from '#platform/input/normalise-text.ts';
import { createNotice } from '../notices.ts';
import { isRecoveryCode } from './recovery-codes.ts';
import { findStep } from './totp.ts';
import { findSecret, takeRecoveryCode, takeStep } from './two-factor-rows.ts';

/** Wrong codes of one customer. With three codes valid at a time, a guess succeeds once in 330,000. */
const quarterLimit = { name: 'two-factor-codes', max: 10, seconds: 15 * 60 };
const dayLimit = { name: 'two-factor-codes-day', max: 40, seconds: 24 * 60 * 60 };

/** Wrong codes in a quarter of an hour of which the customer is told: who types them knows the password. */
const warnedCodes = 5;
const warningLimit = { name: 'two-factor-warnings', max: 1, seconds: 24 * 60 * 60 };

interface CheckedCustomer {
  readonly id: number;
  readonly email: string;
}

async function warnOfWrongCodes(shop: Shop, { email }: CheckedCustomer, key: string): Promise<void> {
  const [wrong = 0] = await shop.limits.read([{ limit: quarterLimit, key }]);
  if (wrong < warnedCodes || !(await shop.limits.consume([{ limit: warningLimit, key }])).ok) return;
  await inTransaction(shop.db, (tx) => enqueueNotice(shop, tx, { to: email, ...createNotice(shop, 'guessed') }));
}

/**
 * Checks a code of the customer's app, or a recovery code, and uses it up. The customer is told of the
 * fifth wrong one in a quarter of an hour, once a day.
 * @returns `refused`: it was not checked, too many were wrong
 */
export async function checkCode(
  shop: Shop,
  customer: CheckedCustomer,
  typed: string,
): Promise<'correct' | 'wrong' | 'refused'> {
  const key = String(customer.id);
  // Counted before the check, so that concurrent guesses can't exceed the limits.
  const allowance = await shop.limits.consume([quarterLimit, dayLimit].map((limit) => ({ limit, key })));
  if (!allowance.ok) return 'refused';
  if (!(await takeCode(shop, customer.id, typed))) {
    await warnOfWrongCodes(shop, customer, key);
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
