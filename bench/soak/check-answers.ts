import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '#platform/database/database.ts';
import { createEmlName } from '#platform/mail/message.ts';
import type { Diary } from './attempts.ts';
import type { Check } from './check-orders.ts';

interface OrderRow {
  readonly number: number;
  readonly token: string;
  readonly requestKey: string;
  readonly status: string;
  readonly isPaid: boolean;
  readonly confirmed: boolean;
  /** The shopper had confirmed this e-mail address before. */
  readonly isAddressKnown: boolean;
  readonly confirmedBy: string | null;
  readonly refunds: readonly number[];
}

async function readOrders({ pool }: Database): Promise<OrderRow[]> {
  const { rows } = await pool.query<OrderRow>(
    `select number, token, request_key as "requestKey", status, paid_at is not null as "isPaid",
      confirmed_at is not null as confirmed, confirmed_at is not distinct from created_at as "isAddressKnown", confirmed_by as "confirmedBy",
      (select coalesce(json_agg(r.id), '[]') from refunds r where r.order_id = o.id) as refunds
    from orders o order by number`,
  );
  return rows;
}

/** Compares what shoppers were told with the orders in the database. */
export async function checkAnswers(database: Database, { attempts }: Diary): Promise<Check[]> {
  const orders = await readOrders(database);
  const byKey = new Map(orders.map((order) => [order.requestKey, order]));
  const asked = new Set(attempts.map(({ requestKey }) => requestKey));
  const accepted = attempts.filter(({ tokens }) => tokens.size > 0);
  const refused = attempts.filter(({ tokens, refusal, isAbandoned, isUnanswered }) => {
    return tokens.size === 0 && refusal !== null && !isAbandoned && !isUnanswered;
  });
  return [
    {
      what: 'every order that a shopper was told of exists, one for each form',
      checked: accepted.length,
      failures: accepted
        .filter(({ tokens, requestKey }) => tokens.size !== 1 || !tokens.has(byKey.get(requestKey)?.token ?? ''))
        .map(({ requestKey }) => requestKey),
    },
    {
      what: 'every order that a shopper was told is confirmed is confirmed',
      checked: accepted.filter(({ isConfirmed }) => isConfirmed).length,
      failures: accepted
        .filter(({ isConfirmed, requestKey }) => isConfirmed && !byKey.get(requestKey)?.confirmed)
        .map(({ requestKey }) => requestKey),
    },
    {
      what: 'no refused form has an order',
      checked: refused.length,
      failures: refused.filter(({ requestKey }) => byKey.has(requestKey)).map(({ requestKey }) => requestKey),
    },
    {
      what: 'every order has a form, and no form has two orders',
      checked: orders.length,
      failures: orders
        .filter(
          ({ requestKey }, index) =>
            !asked.has(requestKey) || orders.findIndex((o) => o.requestKey === requestKey) !== index,
        )
        .map(({ number }) => String(number)),
    },
  ];
}

/** Compares the mails that each order requires with the rows and files of the outbox. */
export async function checkMails(database: Database, dataDir: string): Promise<Check[]> {
  const orders = await readOrders(database);
  const expected = orders.flatMap(listRequiredMails);
  const possible = [...expected, ...orders.map(({ number }) => toRequestId(number))];
  // Files that a kill left half-written have another extension.
  const files = readdirSync(join(dataDir, 'outbox')).filter((name) => name.endsWith('.eml'));
  const { rows } = await database.pool.query<{ id: string; state: string }>('select id, state from platform.mail');
  const known = rows.map(({ id }) => id);
  const sent = rows.filter(({ state }) => state === 'sent').map(({ id }) => id);
  return [
    { what: 'every mail that is due was sent', checked: expected.length, failures: exclude(expected, sent) },
    {
      what: 'no mail was sent that was not due',
      checked: rows.length,
      failures: exclude(known, possible).filter((id) => !id.startsWith('order-limits:')),
    },
    {
      what: 'the outbox has a file for each of these mails, and no other',
      checked: files.length,
      // A mail written before a kill may not be due after it; its row is then never marked sent.
      failures: [...exclude(sent.map(createEmlName), files), ...exclude(files, known.map(createEmlName))],
    },
  ];
}

const toRequestId = (number: number) => `order:${number}:confirm-request`;

/**
 * Ids of the mails that an order requires. The request to confirm is required while the order waits
 * and if its link was used; otherwise the order may have been settled before the mail was written.
 */
function listRequiredMails({
  number,
  status,
  isPaid,
  confirmed,
  isAddressKnown,
  confirmedBy,
  refunds,
}: OrderRow): string[] {
  const isAsked = confirmed ? confirmedBy === 'shopper' && !isAddressKnown : status === 'on-hold';
  const kinds = [
    ...(isAsked ? ['confirm-request'] : []),
    ...(confirmed ? ['confirmation', 'owner'] : []),
    ...(isPaid ? ['paid'] : []),
    ...(status === 'cancelled' ? ['cancelled'] : []),
    ...refunds.map((id) => `refunded:${id}`),
  ];
  return kinds.map((kind) => `order:${number}:${kind}`);
}

function exclude(all: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return all.filter((id) => !known.has(id));
}
