import { randomInt } from 'node:crypto';

const digits = '0123456789';
const letters = 'ABCDEFGHJKLMNPRSTUVWXY';

function pick(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** An order, authorization, capture, refund or webhook: 17 digits and letters that begin with a digit. */
export const createId = () => pick(digits, 1) + pick(digits + letters, 15) + pick(letters, 1);

export const createEventId = () => `WH-${createId()}-${createId()}`;

export const createDisputeId = () => `PP-D-${pick(digits, 5)}`;

/** What the provider's staff finds a request by. */
export const createDebugId = () => pick('0123456789abcdef', 13);
