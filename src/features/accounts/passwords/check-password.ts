import type { LimitUse } from '#platform/limits/limits.ts';
import { getClientNetwork } from '#platform/limits/network.ts';
import type { MutationCall } from '#platform/mutations/mutation.ts';
import { accountSettings } from '../settings.ts';
import { isPasswordOf } from './password.ts';

interface PasswordCheck {
  /** Key under which failures are counted. Strangers, a known device and an open session have keys of their own. */
  readonly key: string;
  /** Whether a stranger types the password. Failures of strangers from one network are counted together. */
  readonly isStranger: boolean;
  /** Null for an account that does not exist or has no password. */
  readonly hash: string | null;
  readonly password: string;
}

/**
 * Checks a password within limits. Failures count against guessing. Successful checks count, too, because each
 * computes a hash: a person who knows one password could otherwise request any number of hashes.
 * @returns `refused` when the password was not checked because there were too many checks
 * @throws LimitReachedError when too many other requests wait, which does not count as a failure
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
