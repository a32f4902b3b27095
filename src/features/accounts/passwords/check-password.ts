import type { LimitUse } from '#platform/limits/limits.ts';
import { getClientNetwork } from '#platform/limits/network.ts';
import type { MutationCall } from '#platform/mutations/mutation.ts';
import { accountSettings } from '../settings.ts';
import { isPasswordOf } from './password.ts';

interface PasswordCheck {
  /** Whose failures count together. Strangers, a known device and an open session have keys of their own. */
  readonly key: string;
  /** Whether strangers type it. Failures of strangers from one network count together. */
  readonly isStranger: boolean;
  /** Null for an account that does not exist or has no password. */
  readonly hash: string | null;
  readonly password: string;
}

/**
 * Checks a password within limits. Failures count against guessing. All checks count too, because
 * each takes a hash: who knows one password could otherwise have any number of them made.
 * @returns `refused`: the password was not checked, there were too many
 * @throws LimitReachedError when too many others wait; that is no failure
 */
export async function checkPassword(
  call: Pick<MutationCall, 'shop' | 'request'>,
  { hash, password, ...source }: PasswordCheck,
): Promise<'correct' | 'wrong' | 'refused'> {
  // Counted before the check, so that concurrent guesses can't exceed the limits.
  const allowance = await call.shop.limits.consume(listCheckUses(call, source));
  if (!allowance.ok) return 'refused';
  try {
    if (!(await isPasswordOf(hash, password))) return 'wrong';
  } catch (error) {
    await allowance.giveBack();
    throw error;
  }
  await allowance.giveBack();
  return 'correct';
}

const quarterSeconds = 15 * 60;
const daySeconds = 24 * 60 * 60;

function listCheckUses(
  { shop, request }: Pick<MutationCall, 'shop' | 'request'>,
  { key, isStranger }: Pick<PasswordCheck, 'key' | 'isStranger'>,
): LimitUse[] {
  const { signInFailures, signInAttempts } = shop.settings(accountSettings);
  const network = getClientNetwork(request.ip);
  const quarterLimit = (name: string, max: number) => ({ name, max, seconds: quarterSeconds });
  const uses: LimitUse[] = [
    { limit: quarterLimit('sign-ins', signInFailures.account), key },
    { limit: { name: 'sign-ins-day', max: signInFailures.accountPerDay, seconds: daySeconds }, key },
    { limit: quarterLimit('sign-in-attempts', signInAttempts.account), key, isKept: true },
  ];
  if (network === null) return uses;
  uses.push({ limit: quarterLimit('sign-in-attempts-network', signInAttempts.network), key: network, isKept: true });
  if (isStranger) uses.push({ limit: quarterLimit('sign-ins-network', signInFailures.network), key: network });
  return uses;
}
