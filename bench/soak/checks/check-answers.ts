import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '#platform/database/database.ts';
import { createEmlName } from '#platform/mail/message.ts';
import { type Diary, isAccepted } from '../attempts.ts';
import type { Check } from './check.ts';

interface OrderRow {
  readonly number: number;
  readonly token: string;
  readonly requestKey: string;
  /** References of its payments. */
  readonly payments: readonly string[];
  /** Has waited for a transfer. */
  readonly wasOnHold: boolean;
  /** The shop may prepare it, or might. */
  readonly wasAccepted: boolean;
  readonly status: string;
  readonly paymentMethod: string;
  /** Was cancelled after an email about it had been sent. */
  readonly wasWithdrawn: boolean;
  readonly wasReopened: boolean;
  readonly isPaid: boolean;
  readonly confirmed: boolean;
  readonly confirmedBy: string | null;
  /** Had to be confirmed before it was placed. */
  readonly isSuspicious: boolean;
  readonly refunds: readonly RefundRow[];
  readonly shipments: readonly number[];
}

interface RefundRow {
  readonly id: number;
  readonly status: 'requested' | 'succeeded' | 'failed';
  readonly cause: 'staff' | 'late-payment';
  /** Less was given back than was requested. */
  readonly isIncomplete: boolean;
}

async function readOrders({ pool }: Database): Promise<OrderRow[]> {
  const { rows } = await pool.query<OrderRow>(
    `select o.number, o.token, o.request_key as "requestKey", o.status, o.payment_method as "paymentMethod", o.paid_at is not null as "isPaid",
      coalesce(h."wasOnHold", false) as "wasOnHold", coalesce(h."wasAccepted", false) as "wasAccepted",
      coalesce(h."wasWithdrawn", false) as "wasWithdrawn", coalesce(h."wasReopened", false) as "wasReopened",
      o.confirmed_at is not null as confirmed, o.confirmed_by as "confirmedBy", o.suspicion is not null as "isSuspicious",
      (select coalesce(json_agg(json_build_object('id', r.id, 'status', r.status, 'cause', r.cause,
        'isIncomplete', r.amount < r.requested_amount)), '[]') from refunds r where r.order_id = o.id) as refunds,
      (select coalesce(json_agg(s.id), '[]') from shipments s where s.order_id = o.id) as shipments,
      (select coalesce(json_agg(p.reference) filter (where p.reference is not null), '[]') from payments p where p.order_id = o.id) as payments
    from orders o left join lateral (
      select bool_or(to_status = 'on-hold') as "wasOnHold", bool_or(to_status in ('processing', 'completed')) as "wasAccepted",
        bool_or(to_status = 'cancelled' and from_status in ('on-hold', 'processing')) as "wasWithdrawn",
        bool_or(from_status = 'cancelled') as "wasReopened"
      from order_history where order_id = o.id and kind = 'status'
    ) h on true order by o.number`,
  );
  return rows;
}

/** Compares what shoppers were told with the orders in the database. */
export async function checkAnswers(database: Database, { attempts, manualOrders }: Diary): Promise<Check[]> {
  const orders = await readOrders(database);
  const byKey = new Map(orders.map((order) => [order.requestKey, order]));
  const asked = new Set([...attempts.map(({ requestKey }) => requestKey), ...manualOrders.keys()]);
  const accepted = attempts.filter(isAccepted);
  const refused = attempts.filter((attempt) => {
    return !isAccepted(attempt) && attempt.refusal !== null && !attempt.isAbandoned && !attempt.isUnanswered;
  });
  return [
    {
      what: 'every order that a shopper was told of exists, one for each form',
      checked: accepted.length,
      failures: accepted
        .filter(({ tokens, payments, requestKey }) => {
          const order = byKey.get(requestKey);
          return (
            [...tokens].some((token) => token !== order?.token) ||
            [...payments].some((id) => !order?.payments.includes(id))
          );
        })
        .map(({ requestKey }) => requestKey),
    },
    {
      what: 'every manual order that the clerk was told of exists, one for each file or draft',
      checked: manualOrders.size,
      failures: [...manualOrders]
        .filter(([key, token]) => token !== null && byKey.get(key)?.token !== token)
        .map(([key]) => key),
    },
    {
      what: 'every order that a shopper was told is confirmed is confirmed',
      checked: accepted.filter(({ isConfirmed }) => isConfirmed).length,
      failures: accepted
        .filter(({ isConfirmed, requestKey }) => isConfirmed && !byKey.get(requestKey)?.confirmed)
        .map(({ requestKey }) => requestKey),
    },
    {
      what: 'no refused form has an order, or it has ended and the refusal links to it',
      checked: refused.length,
      failures: refused
        .filter(({ requestKey, linked }) => byKey.has(requestKey) && !linked.has(byKey.get(requestKey)?.token ?? ''))
        .map(({ requestKey }) => requestKey),
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
  const expected = [...orders.flatMap(listRequiredMails), ...(await listOtherMails(database))];
  const possible = [
    ...expected,
    ...orders.map(({ number }) => toRequestId(number)),
    ...orders.map(({ number }) => `order:${number}:owner-unconfirmed`),
    ...orders.flatMap(toPaymentRequestId),
  ];
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

/** Documents are sent to the shopper. The receipt of a withdrawal goes to the address of its order alone. */
async function listOtherMails({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select 'order:' || o.number || ':document:' || d.label as id from documents d join orders o on o.id = d.order_id
    union all select 'withdrawal:' || id || ':owner' from withdrawals
    union all select 'withdrawal:' || id || ':receipt' from withdrawals where order_id is not null`,
  );
  return rows.map(({ id }) => id);
}

const toRequestId = (number: number) => `order:${number}:confirm-request`;

/** The shopper of a manual order with an online payment is sent where it is paid, unless it was settled before. */
const toPaymentRequestId = ({ number, requestKey, paymentMethod }: OrderRow) =>
  /^(manual|draft)-/.test(requestKey) && paymentMethod === 'test_card' ? [`order:${number}:payment-request`] : [];

/**
 * Ids of the mails that an order requires. The request to confirm is required while the order waits
 * and if its link was used; otherwise the order may have been settled before the mail was written.
 */
function listRequiredMails(order: OrderRow): string[] {
  const { number, status, isPaid, paymentMethod, confirmed, confirmedBy, isSuspicious, refunds, shipments } = order;
  const wasHeld = isSuspicious && order.wasOnHold;
  const isAsked = wasHeld && (confirmed ? confirmedBy === 'shopper' : status === 'on-hold');
  const isPlaced = order.wasAccepted || (order.wasOnHold && (confirmed || !isSuspicious));
  // Its first whole mail says that it is paid.
  const wasPaidWhileHeld = wasHeld && confirmedBy === 'payment';
  const kinds = [
    ...(isAsked ? ['confirm-request'] : []),
    ...(isPlaced ? ['confirmation', 'owner'] : []),
    ...(isPaid && paymentMethod !== 'test_card' && !wasPaidWhileHeld ? ['paid'] : []),
    ...(order.wasWithdrawn ? ['cancelled'] : []),
    ...(order.wasReopened ? ['order-reopened'] : []),
    ...refunds.flatMap(listRefundMails),
    ...shipments.map((id) => `shipped:${id}`),
  ];
  return kinds.map((kind) => `order:${number}:${kind}`);
}

/** The shopper hears of money that comes back; the shop of money that came late or was not given back. */
function listRefundMails({ id, status, cause, isIncomplete }: RefundRow): string[] {
  const isLate = cause === 'late-payment';
  if (status === 'failed') return [`${isLate ? 'late-payment-kept' : 'refund-failed'}:${id}`];
  if (status === 'requested') return [];
  const toShop = isIncomplete ? [`refund-incomplete:${id}`] : isLate ? [`late-payment-refunded:${id}`] : [];
  return [`refunded:${id}`, ...toShop];
}

function exclude(all: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return all.filter((id) => !known.has(id));
}
