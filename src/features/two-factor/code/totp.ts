import { randomBytes } from 'node:crypto';
import { base32 } from '@better-auth/utils/base32';
import { createOTP } from '@better-auth/utils/otp';

/** Seconds in which one code is shown (RFC 6238). */
const stepSeconds = 30;

/** Characters of the secret; each has 6 random bits. */
const secretLength = 25;

/** A secret for an app that makes codes: 150 random bits. */
export const createSecret = (): string => randomBytes(secretLength).toString('base64url').slice(0, secretLength);

/** The secret as it is typed into an app: groups of four. */
export const formatSecret = (secret: string): string =>
  base32.encode(secret, { padding: false }).replace(/.{4}(?=.)/g, '$& ');

/** What the QR code has. */
export const createSetupUrl = (secret: string, issuer: string, account: string): string =>
  createOTP(secret).url(issuer, account);

/** 30 seconds since 1970. */
export const getStep = (now: Date): number => Math.floor(now.getTime() / 1000 / stepSeconds);

/** The code of six digits that an app shows in a step. */
export const createCode = (secret: string, step: number): Promise<string> => createOTP(secret).hotp(step);

/**
 * The step of a code: this one, or for clocks that differ the one before or after. Null for a wrong
 * code. Compares all, so that the time tells nothing.
 */
export async function findStep(secret: string, code: string, now: Date): Promise<number | null> {
  const current = getStep(now);
  let found: number | null = null;
  for (const step of [current - 1, current, current + 1]) if ((await createCode(secret, step)) === code) found = step;
  return found;
}
