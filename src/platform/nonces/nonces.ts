import type { Clock } from '#platform/features/shop.ts';
import { isSigned, type Secrets, sign } from '#platform/sessions/signing.ts';

/**
 * Proves that a call comes from a page of this visitor. Bound to an action, valid 12 to 24 hours.
 */
export interface Nonces {
  create(visitor: string, action: string): string;
  isValid(visitor: string | null, action: string, nonce: string): boolean;
}

declare module '#platform/features/shop.ts' {
  interface Shop {
    readonly nonces: Nonces;
  }
}

const halfLife = 12 * 60 * 60 * 1000;

export function createNonces(secrets: Secrets, clock: Clock): Nonces {
  const tick = () => Math.floor(clock.now().getTime() / halfLife);
  const value = (visitor: string, action: string, at: number) => `${visitor}\n${action}\n${at}`;
  return {
    create: (visitor, action) => sign(secrets, 'nonce', value(visitor, action, tick())),
    isValid: (visitor, action, nonce) =>
      visitor !== null &&
      nonce.length <= 64 &&
      [tick(), tick() - 1].some((at) => isSigned(secrets, 'nonce', value(visitor, action, at), nonce)),
  };
}
