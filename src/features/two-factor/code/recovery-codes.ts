import { createHash, randomBytes } from 'node:crypto';
import { base32 } from '@better-auth/utils/base32';
import { normaliseCode } from '#platform/input/normalise-text.ts';

const count = 10;
/** 80 random bits, which are 16 letters and digits in base32. */
const byteLength = 10;

/** Creates ten recovery codes, written in groups of four characters. */
export const createRecoveryCodes = (): string[] =>
  Array.from({ length: count }, () =>
    base32
      .encode(randomBytes(byteLength), { padding: false })
      .toLowerCase()
      .replace(/.{4}(?=.)/g, '$&-'),
  );

/** Returns whether the text has the length of a recovery code, whatever separates its groups. */
export const isRecoveryCode = (typed: string): boolean => normalize(typed).length === 16;

const normalize = (typed: string): string =>
  normaliseCode(typed)
    .toLowerCase()
    .replace(/[^a-z2-7]/g, '');

/**
 * Hashes a recovery code: only hashes are stored. The codes have so many random bits that a slow hash is not needed.
 */
export const hashRecoveryCode = (customerId: number, typed: string): Buffer =>
  createHash('sha256')
    .update(`${customerId}\n${normalize(typed)}`)
    .digest();
