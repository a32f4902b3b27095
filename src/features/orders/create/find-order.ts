import { sqlQuery, type Tx } from '#platform/database/database.ts';

const selectByRequestKey = sqlQuery<{ number: number; token: string }>(
  'orders.find-by-request-key',
  'select number, token from orders where request_key = $1',
);

export async function findOrderByRequestKey(
  tx: Tx,
  requestKey: string,
): Promise<{ readonly number: number; readonly token: string } | null> {
  return (await selectByRequestKey(tx, [requestKey]))[0] ?? null;
}

const selectByNumber = sqlQuery<{ id: number }>('orders.find-id-by-number', 'select id from orders where number = $1');

export async function findOrderByNumber(tx: Tx, number: number): Promise<{ readonly id: number } | null> {
  return (await selectByNumber(tx, [number]))[0] ?? null;
}
