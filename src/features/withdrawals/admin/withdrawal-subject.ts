import { getOrder, type Order } from '#features/orders/index.ts';
import type { Db } from '#platform/database/database.ts';
import { findWithdrawal, type Withdrawal } from '../find-withdrawals.ts';
import { listWithdrawableLines, type WithdrawableLine } from '../withdrawal-lines.ts';

export interface WithdrawalSubject extends Withdrawal {
  readonly order: Order | null;
  readonly lines: readonly WithdrawableLine[];
}

export async function loadWithdrawalSubject(db: Db, id: number): Promise<WithdrawalSubject | null> {
  const withdrawal = await findWithdrawal(db, id);
  if (!withdrawal) return null;
  const { orderId } = withdrawal;
  if (orderId === null) return { ...withdrawal, order: null, lines: [] };
  const [order, lines] = await Promise.all([getOrder(db, { id: orderId }), listWithdrawableLines(db, orderId, id)]);
  return { ...withdrawal, order, lines };
}
