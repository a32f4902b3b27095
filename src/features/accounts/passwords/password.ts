import { randomBytes } from 'node:crypto';
import { hashPassword as hash, verifyPassword as verify } from '@better-auth/utils/password';
import { createConcurrencyLimit } from '#platform/media/concurrency-limit.ts';

/** Characters of the longest password. */
export const maxPasswordLength = 200;

/**
 * A hash takes 32 MB and one of the four threads that files and pictures also need, so few hashes are computed at a
 * time. Waiting requests occupy places of the admission lane that carts and orders need, so few requests may wait:
 * further requests are answered with 503.
 */
const limitHashing = createConcurrencyLimit(2, 8);

/**
 * Hashes a password with scrypt and its own salt. A hash intentionally takes some 80 ms of processor time.
 * @throws LimitReachedError when too many other requests wait
 */
export function hashPassword(password: string): Promise<string> {
  return limitHashing(() => hash(password));
}

/** Salt and key of a password that nobody knows. */
const unknownHash = `${randomBytes(16).toString('hex')}:${randomBytes(64).toString('hex')}`;

/**
 * @param storedHash null for an account that does not exist or has no password: the check takes as long, and the
 * result is false
 * @throws LimitReachedError when too many other requests wait
 */
export async function isPasswordOf(storedHash: string | null, password: string): Promise<boolean> {
  const isEqual = await limitHashing(() => verify(storedHash ?? unknownHash, password));
  return isEqual && storedHash !== null;
}

/** Passwords of ten characters and more from lists of leaked passwords. */
const commonPasswords = new Set(
  [
    ...['1234567890', '0123456789', '0987654321', '1111111111', '0000000000', '1q2w3e4r5t', '1qaz2wsx3edc'],
    ...['qwertyuiop', 'qwerty12345', 'qwerty123456', 'qwertyuiop123', 'asdfghjkl1', 'asdfghjkl123', 'zxcvbnm123'],
    ...['password12', 'password123', 'password1234', 'password12345', 'password123456', 'passw0rd123', 'mypassword'],
    ...['iloveyou12', 'iloveyou123', 'welcome123', 'welcome1234', 'letmein123', 'letmein1234', 'changeme123'],
    ...['administrator', 'admin12345', 'admin123456', 'superman123', 'football123', 'princess123', 'sunshine123'],
    ...['abcdefghij', 'abcdefghijk', 'abc1234567', 'a123456789', '123456789a', '12345678910', '123123123123'],
  ].map((password) => password.toLowerCase()),
);

export type PasswordProblem = 'REQUIRED' | 'TOO_SHORT' | 'TOO_LONG' | 'TOO_COMMON';

/** Checks a new password. Any password that is long enough and not easily guessed is accepted. */
export function findPasswordProblem(
  password: string,
  { minLength, email }: { readonly minLength: number; readonly email: string },
): PasswordProblem | null {
  if (password === '') return 'REQUIRED';
  if (password.length > maxPasswordLength) return 'TOO_LONG';
  if ([...password].length < minLength) return 'TOO_SHORT';
  const simple = password.toLowerCase();
  const isRepeated = new Set(simple).size < 4;
  return isRepeated || commonPasswords.has(simple) || simple === email.toLowerCase() ? 'TOO_COMMON' : null;
}
