import { createHmac, timingSafeEqual } from 'node:crypto';

/** Secrets in use: the first signs, all are accepted. */
export type Secrets = readonly [string, ...string[]];

function mac(secret: string, purpose: string, value: string): string {
  return createHmac('sha256', secret).update(`${purpose}\n${value}`).digest('base64url');
}

/** @param purpose keeps a signature made for one thing from being used for another */
export function sign(secrets: Secrets, purpose: string, value: string): string {
  return mac(secrets[0], purpose, value);
}

export function isSigned(secrets: Secrets, purpose: string, value: string, signature: string): boolean {
  const given = Buffer.from(signature);
  return secrets.some((secret) => {
    const expected = Buffer.from(mac(secret, purpose, value));
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
}
