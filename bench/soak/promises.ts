import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '#platform/database/database.ts';
import { createEmlName } from '#platform/mail/message.ts';
import type { Check } from './checks.ts';
import type { Diary } from './diary.ts';

interface OrderRow {
  readonly number: number;
  readonly token: string;
  readonly requestKey: string;
  readonly status: string;
  readonly paid: boolean;
  readonly confirmed: boolean;
  /** Its shopper had confirmed the address before. */
  readonly known: boolean;
  readonly confirmedBy: string | null;
  readonly refunds: readonly number[];
}

async function readOrders({ pool }: Database): Promise<OrderRow[]> {
  const { rows } = await pool.query<OrderRow>(
    `select number, token, request_key as "requestKey", status, paid_at is not null as paid,
      confirmed_at is not null as confirmed, confirmed_at is not distinct from created_at as known, confirmed_by as "confirmedBy",
      (select coalesce(json_agg(r.id), '[]') from refunds r where r.order_id = o.id) as refunds
    from orders o order by number`,
  );
  return rows;
}

/** What shoppers were told, against what the shop has. */
export async function checkAnswers(database: Database, { attempts }: Diary): Promise<Check[]> {
  const orders = await readOrders(database);
  const byKey = new Map(orders.map((order) => [order.requestKey, order]));
  const asked = new Set(attempts.map(({ requestKey }) => requestKey));
  const accepted = attempts.filter(({ tokens }) => tokens.size > 0);
  const refused = attempts.filter(({ tokens, refusal, left, unanswered }) => {
    return tokens.size === 0 && refusal !== null && !left && !unanswered;
  });
  return [
    {
      what: 'every order that a shopper was told of is there, one for each form',
      of: accepted.length,
      breaches: accepted
        .filter(({ tokens, requestKey }) => tokens.size !== 1 || !tokens.has(byKey.get(requestKey)?.token ?? ''))
        .map(({ requestKey }) => requestKey),
    },
    {
      what: 'every order that its shopper has confirmed is confirmed',
      of: accepted.filter(({ confirmed }) => confirmed).length,
      breaches: accepted
        .filter(({ confirmed, requestKey }) => confirmed && !byKey.get(requestKey)?.confirmed)
        .map(({ requestKey }) => requestKey),
    },
    {
      what: 'of a form that was refused there is no order',
      of: refused.length,
      breaches: refused.filter(({ requestKey }) => byKey.has(requestKey)).map(({ requestKey }) => requestKey),
    },
    {
      what: 'nobody has an order that they did not ask for, or two of one form',
      of: orders.length,
      breaches: orders
        .filter(
          ({ requestKey }, at) => !asked.has(requestKey) || orders.findIndex((o) => o.requestKey === requestKey) !== at,
        )
        .map(({ number }) => String(number)),
    },
  ];
}

/** Each order's mails by what happened to it, against the outbox's files and its records. */
export async function checkMails(database: Database, dataDir: string): Promise<Check[]> {
  const orders = await readOrders(database);
  const expected = orders.flatMap(mailsOf);
  const possible = [...expected, ...orders.map(({ number }) => requestOf(number))];
  // What a kill left half-written beside them has another ending.
  const files = readdirSync(join(dataDir, 'outbox')).filter((name) => name.endsWith('.eml'));
  const { rows } = await database.pool.query<{ id: string; state: string }>('select id, state from platform.mail');
  const known = rows.map(({ id }) => id);
  const sent = rows.filter(({ state }) => state === 'sent').map(({ id }) => id);
  return [
    { what: 'every mail that is due was sent', of: expected.length, breaches: without(expected, sent) },
    {
      what: 'no mail was sent that was not due',
      of: rows.length,
      breaches: without(known, possible).filter((id) => !id.startsWith('order-limits:')),
    },
    {
      what: 'the outbox has a file of each of these mails, and no other',
      of: files.length,
      // A mail that was written and not recorded before a kill may be moot afterwards: its row stays as it was.
      breaches: [...without(sent.map(createEmlName), files), ...without(files, known.map(createEmlName))],
    },
  ];
}

const requestOf = (number: number) => `order:${number}:confirm-request`;

/** That it is asked for is due while it is awaited, and where its link was used; else it may have been settled before the mail was written. */
function mailsOf({ number, status, paid, confirmed, known, confirmedBy, refunds }: OrderRow): string[] {
  const isAsked = confirmed ? confirmedBy === 'shopper' && !known : status === 'on-hold';
  const kinds = [
    ...(isAsked ? ['confirm-request'] : []),
    ...(confirmed ? ['confirmation', 'owner'] : []),
    ...(paid ? ['paid'] : []),
    ...(status === 'cancelled' ? ['cancelled'] : []),
    ...refunds.map((id) => `refunded:${id}`),
  ];
  return kinds.map((kind) => `order:${number}:${kind}`);
}

function without(all: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return all.filter((one) => !known.has(one));
}
