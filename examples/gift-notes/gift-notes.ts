import { count, eq } from 'drizzle-orm';
import { getOrder, type OrderEvent } from '#features/orders/index.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { giftNoteName } from './contract.ts';
import { giftNotes } from './tables.ts';

/** Cache tag of every page that is made from gift notes. */
export const giftNotesTag = 'gift-notes';

/** Handles `orderPlaced`: stores the note that the checkout put into the order's `meta`. */
export async function keepGiftNote(shop: Shop, tx: Tx, { id }: OrderEvent): Promise<void> {
  const order = await getOrder(tx, { id });
  const text = order?.meta[giftNoteName];
  if (typeof text !== 'string') return;
  await tx.insert(giftNotes).values({ orderId: id, text });
  await shop.pages.invalidate(tx, [giftNotesTag]);
}

/** Handles `orderCancelled`. An order that replaces this one has the note in its own `meta`. */
export async function dropGiftNote(shop: Shop, tx: Tx, { id }: OrderEvent): Promise<void> {
  const dropped = await tx.delete(giftNotes).where(eq(giftNotes.orderId, id)).returning({ orderId: giftNotes.orderId });
  if (dropped.length > 0) await shop.pages.invalidate(tx, [giftNotesTag]);
}

export async function getGiftNote(db: Db, orderId: number): Promise<string | null> {
  const [note] = await db.select({ text: giftNotes.text }).from(giftNotes).where(eq(giftNotes.orderId, orderId));
  return note?.text ?? null;
}

export async function countGiftNotes(db: Db): Promise<number> {
  const [row] = await db.select({ notes: count() }).from(giftNotes);
  return row?.notes ?? 0;
}
