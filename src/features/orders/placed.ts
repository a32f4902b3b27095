import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { OrderStatus } from './contract.ts';

/** What tells a resent checkout form from a new one. */
export interface PlacedOrder {
  readonly id: number;
  readonly number: number;
  readonly token: string;
  readonly status: OrderStatus;
  readonly total: number;
  readonly visitorId: string | null;
  readonly cartId: string | null;
  readonly cartVersion: number;
  readonly requestHash: string;
}

const byKey = sqlQuery<PlacedOrder>(
  'orders.by-request-key',
  `select id, number, token, status, total, visitor_id as "visitorId", cart_id as "cartId", cart_version as "cartVersion", request_hash as "requestHash"
  from orders where request_key = $1`,
);

/** The order that a checkout form with this key has made already. */
export async function findPlaced(tx: Tx, requestKey: string): Promise<PlacedOrder | null> {
  return (await byKey(tx, [requestKey]))[0] ?? null;
}
