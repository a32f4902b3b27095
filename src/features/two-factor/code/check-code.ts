import type { Shop } from '#platform/features/shop.ts';
import { isRecoveryCode } from './recovery-codes.ts';
import { findStep } from './totp.ts';
import { findSecret, takeRecoveryCode, takeStep } from './two-factor-rows.ts';

/** Wrong codes of one customer. With three codes valid at a time, a guess succeeds once in 330,000. */
const quarterLimit = { name: 'two-factor-codes', max: 10, seconds: 15 * 60 };
const dayLimit = { name: 'two-factor-codes-day', max: 40, seconds: 24 * 60 * 60 };

/**
 * Checks a code of the customer's app, or a recovery code, and uses it up.
 * @returns `refused`: it was not checked, too many were wrong
 */
export async function checkCode(
  shop: Shop,
  customerId: number,
  typed: string,
): Promise<'correct' | 'wrong' | 'refused'> {
  const key = String(customerId);
  // Counted before the check, so that concurrent guesses can't exceed the limits.
  const allowance = await shop.limits.consume([quarterLimit, dayLimit].map((limit) => ({ limit, key })));
  if (!allowance.ok) return 'refused';
  if (!(await takeCode(shop, customerId, typed))) return 'wrong';
  await allowance.giveBack();
  return 'correct';
}

async function takeCode(shop: Shop, customerId: number, typed: string): Promise<boolean> {
  const now = shop.clock.now();
  if (isRecoveryCode(typed)) return takeRecoveryCode(shop.db, customerId, typed, now);
  const code = typed.replace(/\s/g, '');
  const secret = await findSecret(shop, shop.db, customerId);
  if (secret === null || !/^\d{6}$/.test(code)) return false;
  const step = await findStep(secret, code, now);
  return step !== null && takeStep(shop.db, customerId, step);
}
