import { createHmac, timingSafeEqual } from 'node:crypto';

/** The first secret signs; signatures of all secrets are accepted. */
export type Secrets = readonly [string, ...string[]];

function createMac(secret: string, purpose: string, value: string): string {
  return createHmac('sha256', secret).update(`${purpose}\n${value}`).digest('base64url');
}

/** @param purpose a signature for one purpose is invalid for another */
export function sign(secrets: Secrets, purpose: string, value: string): string {
  return createMac(secrets[0], purpose, value);
}

export function isSigned(secrets: Secrets, purpose: string, value: string, signature: string): boolean {
  const given = Buffer.from(signature);
  return secrets.some((secret) => {
    const expected = Buffer.from(createMac(secret, purpose, value));
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
}
