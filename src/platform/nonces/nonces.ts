import type { Clock } from '#platform/features/shop.ts';
import { isSigned, type Secrets, sign } from '#platform/sessions/signing.ts';

/**
 * Proves that a call comes from a page of this visitor. A nonce is bound to an action and valid for 12 to 24 hours.
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

/** Stands for all guests without a visitor. They share nonces where an action allows it: docs/decisions/0042. */
export const anyGuest = 'guest';

/** Milliseconds. A nonce is valid in the period of its creation and in the next period. */
const periodLength = 12 * 60 * 60 * 1000;

export function createNonces(secrets: Secrets, clock: Clock): Nonces {
  const getPeriod = () => Math.floor(clock.now().getTime() / periodLength);
  const createPayload = (visitor: string, action: string, period: number) => `${visitor}\n${action}\n${period}`;
  return {
    create: (visitor, action) => sign(secrets, 'nonce', createPayload(visitor, action, getPeriod())),
    isValid: (visitor, action, nonce) =>
      visitor !== null &&
      nonce.length <= 64 &&
      [getPeriod(), getPeriod() - 1].some((period) =>
        isSigned(secrets, 'nonce', createPayload(visitor, action, period), nonce),
      ),
  };
}
