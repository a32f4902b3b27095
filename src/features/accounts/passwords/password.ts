import { randomBytes } from 'node:crypto';
import { hashPassword as hash, verifyPassword as verify } from '@better-auth/utils/password';
import { createConcurrencyLimit } from '#platform/media/concurrency-limit.ts';

/** Longest password. Characters. */
export const maxPasswordLength = 200;

/**
 * A hash takes 32 MB and one of the four threads that files and pictures need too, so few are made at
 * a time. Requests that wait hold places of the admission lane that carts and orders need, so few
 * wait: more are answered with 503.
 */
const limitHashing = createConcurrencyLimit(2, 8);

/**
 * Hashes by scrypt with a salt of its own. Takes some 80 ms of a processor, on purpose.
 * @throws LimitReachedError when too many others wait
 */
export function hashPassword(password: string): Promise<string> {
  return limitHashing(() => hash(password));
}

/** Salt and key of a password that nobody knows. */
const unknownHash = `${randomBytes(16).toString('hex')}:${randomBytes(64).toString('hex')}`;

/**
 * @param storedHash null for an account that does not exist or has no password: takes as long, and
 * is false
 * @throws LimitReachedError when too many others wait
 */
export async function isPasswordOf(storedHash: string | null, password: string): Promise<boolean> {
  const isEqual = await limitHashing(() => verify(storedHash ?? unknownHash, password));
  return isEqual && storedHash !== null;
}

/** Of ten characters and more, from lists of leaked passwords. */
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

/** Checks a new password. Length alone counts, besides that nobody guesses it first. */
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
