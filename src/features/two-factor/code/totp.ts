import { randomBytes } from 'node:crypto';
import { base32 } from '@better-auth/utils/base32';
import { createOTP } from '@better-auth/utils/otp';

/** Seconds for which a code is shown (RFC 6238). */
const stepSeconds = 30;

/** Characters of the secret, with 6 random bits each. */
const secretLength = 25;

/** Creates a secret of 150 random bits for an authenticator app. */
export const createSecret = (): string => randomBytes(secretLength).toString('base64url').slice(0, secretLength);

/** Formats the secret in groups of four characters, to type it into an app. */
export const formatSecret = (secret: string): string =>
  base32.encode(secret, { padding: false }).replace(/.{4}(?=.)/g, '$& ');

export const createSetupUrl = (secret: string, issuer: string, account: string): string =>
  createOTP(secret).url(issuer, account);

/** Returns the TOTP step: the number of 30-second periods since 1970. */
export const getStep = (now: Date): number => Math.floor(now.getTime() / 1000 / stepSeconds);

/** Creates the six-digit code that an app shows in a step. */
export const createCode = (secret: string, step: number): Promise<string> => createOTP(secret).hotp(step);

/**
 * Finds the step of a code. Clocks may differ, so the previous and the next step count too.
 * Compares all three codes, so that the duration reveals nothing.
 * @returns null for a wrong code
 */
export async function findStep(secret: string, code: string, now: Date): Promise<number | null> {
  const current = getStep(now);
  let found: number | null = null;
  for (const step of [current - 1, current, current + 1]) if ((await createCode(secret, step)) === code) found = step;
  return found;
}
