import { createHash, randomBytes } from 'node:crypto';
import { base32 } from '@better-auth/utils/base32';
import { normaliseCode } from '#platform/input/normalise-text.ts';

const count = 10;
/** 80 random bits: 16 letters and digits. */
const byteLength = 10;

/** Ten codes in groups of four. */
export const createRecoveryCodes = (): string[] =>
  Array.from({ length: count }, () =>
    base32
      .encode(randomBytes(byteLength), { padding: false })
      .toLowerCase()
      .replace(/.{4}(?=.)/g, '$&-'),
  );

/** Whether this can be a recovery code, however its groups are typed. */
export const isRecoveryCode = (typed: string): boolean => normalize(typed).length === 16;

const normalize = (typed: string): string =>
  normaliseCode(typed)
    .toLowerCase()
    .replace(/[^a-z2-7]/g, '');

/** Only hashes are stored. The codes have so many random bits that a slow hash is not needed. */
export const hashRecoveryCode = (customerId: number, typed: string): Buffer =>
  createHash('sha256')
    .update(`${customerId}\n${normalize(typed)}`)
    .digest();
