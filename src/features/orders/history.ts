import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import { type Author, toAuthorColumns } from '#platform/sessions/author.ts';
import { orderHistory } from './tables.ts';

type HistoryEntry = Omit<typeof orderHistory.$inferSelect, 'id' | 'orderId'>;

const selectHistory = sqlQuery<HistoryEntry>(
  'orders.list-history',
  `select at, kind, from_status as "fromStatus", to_status as "toStatus", text, by, by_staff_id as "byStaffId"
  from order_history where order_id = $1 order by id`,
);

export async function getOrderHistory(db: Db, orderId: number): Promise<HistoryEntry[]> {
  return selectHistory(db, [orderId]);
}

const selectNote = sqlQuery<{ text: string }>(
  'orders.find-note',
  `select text from order_history where order_id = $1 and id = $2 and kind = 'note'`,
);

/** @returns the text of a note in the history; empty when the note does not exist */
export async function findNoteText(db: Db, orderId: number, noteId: number): Promise<string> {
  return (await selectNote(db, [orderId, noteId]))[0]?.text ?? '';
}

interface NewEntry extends Pick<HistoryEntry, 'at' | 'text'> {
  readonly orderId: number;
  /** Default: a note. */
  readonly kind?: 'note' | 'refund';
  readonly by: Author;
}

/**
 * Adds an entry to the history of a locked order. Changes of status write their entries themselves.
 * @returns the entry's id
 */
export async function addHistoryEntry(tx: Tx, { by, kind = 'note', ...entry }: NewEntry): Promise<number> {
  const values = { ...entry, kind, ...toAuthorColumns(by) };
  const [written] = await tx.insert(orderHistory).values(values).returning({ id: orderHistory.id });
  if (!written) throw new Error('the entry of the history was not written');
  return written.id;
}
