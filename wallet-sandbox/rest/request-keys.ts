import type { Context } from '../context.ts';
import { days, hours } from '../state/clock.ts';
import type { Documents } from '../state/documents.ts';
import type { Call } from './call.ts';
import { Problem } from './problem.ts';

const lifetimes = { order: 6 * hours, payment: 45 * days } as const;

interface KeyedWork<K extends keyof Documents> {
  readonly operation: string;
  readonly kind: K;
  readonly lifetime: keyof typeof lifetimes;
  readonly run: () => Documents[K];
}

/**
 * Does the work once for each request key. A repeated key gets what the first request made, in its
 * state of now, whatever the repetition's body says. Refusals aren't kept: the work is tried again.
 */
export function runOnce<K extends keyof Documents>(
  { store, clock }: Context,
  { requestKey }: Call,
  { operation, kind, lifetime, run }: KeyedWork<K>,
): { document: Documents[K]; isRepeated: boolean } {
  if (requestKey === null) return { document: run(), isRepeated: false };
  if (requestKey.length > 108) throw new Problem(400, 'INVALID_STRING_LENGTH', { field: 'PayPal-Request-Id' });
  const id = `${operation} ${requestKey}`;
  const now = clock.now().getTime();
  const known = store.get('keys', id);
  const first = known && known.expiresAt > now ? store.get(kind, known.documentId) : undefined;
  if (first) return { document: first, isRepeated: true };
  const document = run();
  store.put('keys', { id, documentId: document.id, expiresAt: now + lifetimes[lifetime] });
  return { document, isRepeated: false };
}
