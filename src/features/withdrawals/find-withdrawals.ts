import { type Db, sqlQuery } from '#platform/database/database.ts';
import { type Author, toAuthorColumns } from '#platform/sessions/author.ts';

export interface Withdrawal {
  readonly id: number;
  /** Null when number and email address match no order. */
  readonly orderId: number | null;
  /** The number as it was typed. */
  readonly orderNumber: string;
  readonly email: string;
  readonly name: string;
  readonly scope: 'whole' | 'part';
  readonly items: string;
  readonly reason: string;
  readonly declaredAt: Date;
  /** Null while nothing was shipped. */
  readonly periodEndsAt: Date | null;
  readonly isLate: boolean;
  readonly closedAt: Date | null;
  readonly closingNote: string | null;
}

const columns = `w.id, w.order_id as "orderId", w.order_number as "orderNumber", w.email, w.name, w.scope, w.items, w.reason,
  w.declared_at as "declaredAt", w.period_ends_at as "periodEndsAt", coalesce(w.declared_at > w.period_ends_at, false) as "isLate",
  c.closed_at as "closedAt", c.note as "closingNote"
  from withdrawals w left join withdrawal_closings c on c.withdrawal_id = w.id`;

const selectById = sqlQuery<Withdrawal>('withdrawals.find-by-id', `select ${columns} where w.id = $1`);

const selectOpenOfOrder = sqlQuery<Withdrawal>(
  'withdrawals.find-open-of-order',
  `select ${columns} where w.order_id = $1 and c.withdrawal_id is null order by w.declared_at desc, w.id desc limit 1`,
);

const selectNewest = sqlQuery<Withdrawal>(
  'withdrawals.list-newest',
  `select ${columns} where $1 or c.withdrawal_id is null order by w.declared_at desc, w.id desc limit $2 offset $3`,
);

export async function findWithdrawal(db: Db, id: number): Promise<Withdrawal | null> {
  return (await selectById(db, [id]))[0] ?? null;
}

/** Finds the newest open withdrawal from an order. */
export async function findOpenWithdrawal(db: Db, orderId: number): Promise<Withdrawal | null> {
  return (await selectOpenOfOrder(db, [orderId]))[0] ?? null;
}

interface WithdrawalRange {
  readonly withClosed: boolean;
  /** Counted from 1. */
  readonly page: number;
  readonly perPage: number;
}

/** Lists withdrawals, newest first. */
export function listWithdrawals(db: Db, { withClosed, page, perPage }: WithdrawalRange): Promise<Withdrawal[]> {
  return selectNewest(db, [withClosed, perPage, (page - 1) * perPage]);
}

const insertClosing = sqlQuery<{ id: number }>(
  'withdrawals.insert-closing',
  `insert into withdrawal_closings (withdrawal_id, note, by, closed_at, by_staff_id) values ($1, $2, $3, $4, $5)
  on conflict (withdrawal_id) do nothing returning withdrawal_id as id`,
);

interface Closing {
  readonly id: number;
  readonly note: string;
  readonly by: Author;
  readonly now: Date;
}

/** @returns false when the withdrawal was already closed */
export async function closeWithdrawal(db: Db, { id, note, by, now }: Closing): Promise<boolean> {
  const author = toAuthorColumns(by);
  return (await insertClosing(db, [id, note, author.by, now, author.byStaffId])).length > 0;
}
