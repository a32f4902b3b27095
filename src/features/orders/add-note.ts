import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Author } from '#platform/sessions/author.ts';
import { enqueueOrderMail } from './emails/order-mail-job.ts';
import { addHistoryEntry } from './history.ts';
import { type LockedOrder, lockOrder, type OrderNotFound, orderNotFound } from './status/order-status.ts';

interface NoteInput {
  readonly orderId: number;
  /** Plain text of at most 2,000 characters. */
  readonly text: string;
  /** Sends the note to the shopper by email. */
  readonly toCustomer: boolean;
  readonly by: Author;
}

export type NoteResult = { readonly ok: true; readonly noteId: number; readonly order: LockedOrder } | OrderNotFound;

export async function addNote(shop: Shop, tx: Tx, { orderId, text, toCustomer, by }: NoteInput): Promise<NoteResult> {
  const order = await lockOrder(tx, orderId);
  if (!order) return orderNotFound;
  const noteId = await addHistoryEntry(tx, { orderId, at: shop.clock.now(), text, by });
  if (toCustomer) await enqueueOrderMail(shop, tx, { order: orderId, kind: 'note', note: noteId });
  return { ok: true, noteId, order };
}
