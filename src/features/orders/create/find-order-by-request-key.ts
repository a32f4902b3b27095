import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { OrderStatus } from '../contract.ts';

/** Fields that tell a repeated checkout request from a new one. */
export interface ExistingOrder {
  readonly number: number;
  readonly token: string;
  readonly status: OrderStatus;
  readonly visitorId: string | null;
  readonly cartId: string | null;
  readonly cartVersion: number;
  readonly requestHash: string;
}

const selectByRequestKey = sqlQuery<ExistingOrder>(
  'orders.find-by-request-key',
  `select number, token, status, visitor_id as "visitorId", cart_id as "cartId", cart_version as "cartVersion", request_hash as "requestHash"
  from orders where request_key = $1`,
);

/** Finds the order that an earlier request with this key created. */
export async function findOrderByRequestKey(tx: Tx, requestKey: string): Promise<ExistingOrder | null> {
  return (await selectByRequestKey(tx, [requestKey]))[0] ?? null;
}
