import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '#platform/database/database.ts';
import { createEmlName } from '#platform/mail/message.ts';
import { type Check, checkInvariants } from '../checks/check.ts';
import type { WalletBook } from './stand-in.ts';

interface LedgerPayment {
  readonly id: number;
  readonly publicId: string;
  readonly status: string;
  readonly captured: number;
  readonly refunded: number;
  readonly orderNumber: number | null;
  readonly orderStatus: string | null;
  readonly isPaid: boolean;
  readonly total: number;
  /** The wallet's ids of captures and refunds that succeeded. */
  readonly captureIds: readonly string[];
}

async function readLedger({ pool }: Database): Promise<LedgerPayment[]> {
  const { rows } = await pool.query<LedgerPayment>(
    `select p.id::integer, p.public_id as "publicId", p.status, p.captured::integer, p.refunded::integer, o.number::integer as "orderNumber",
      o.status as "orderStatus", o.paid_at is not null as "isPaid", o.total::integer, coalesce(array_agg(t.provider_reference)
        filter (where t.kind = 'capture' and t.status = 'succeeded'), '{}') as "captureIds"
    from payments p left join orders o on o.id = p.order_id left join payment_transactions t on t.payment_id = p.id
    where p.provider in ('wallet', 'wallet-card') group by p.id, o.id order by p.id`,
  );
  return rows;
}

/** Cents. All amounts of the soak are in a currency with two decimals. */
const toCents = ({ value }: { readonly value: string }) => Math.round(Number(value) * 100);
const money = new Set(['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED']);

interface Sums {
  readonly captured: number;
  readonly refunded: number;
  readonly captureIds: readonly string[];
}

/** Of a payment: a declined card is followed by another order of the wallet for the same one. */
function sumUp(books: readonly WalletBook[]): Sums {
  const taken = books.flatMap(({ captures }) => captures).filter(({ status }) => money.has(status));
  const add = (amounts: readonly { readonly value: string }[]) =>
    amounts.reduce((sum, amount) => sum + toCents(amount), 0);
  return {
    captured: add(taken.map(({ amount }) => amount)),
    refunded: add(taken.flatMap(({ refunded }) => refunded)),
    captureIds: taken.map(({ id }) => id),
  };
}

/** Compares the wallet's books with the shop's ledger and orders, to the cent. */
export async function checkWalletBooks(database: Database, books: readonly WalletBook[]): Promise<Check[]> {
  const ledger = await readLedger(database);
  const known = new Map(ledger.map((payment) => [payment.publicId, payment]));
  const entries = [...Map.groupBy(books, ({ customId, orderId }) => customId ?? orderId)].map(([customId, own]) => ({
    ...{ own, sums: sumUp(own), payment: known.get(customId) },
  }));
  const check = (what: string, holds: (entry: (typeof entries)[number]) => boolean): Check => ({
    ...{ what, checked: entries.length },
    failures: entries
      .filter((entry) => !holds(entry))
      .map(
        ({ own, sums, payment }) =>
          `${own.map(({ orderId, status }) => `${orderId} ${status}`).join(', ')} (captured ${sums.captured}, refunded ${sums.refunded}) is ${JSON.stringify(payment)}`,
      ),
  });
  const withMoney = entries.filter(({ sums }) => sums.captured > 0);
  const byOrder = Map.groupBy(
    ledger.filter(({ captured, orderNumber }) => captured > 0 && orderNumber !== null),
    ({ orderNumber }) => orderNumber,
  );
  return [
    check('the wallet’s books and the shop’s ledger agree to the cent', ({ sums, payment }) =>
      payment ? sums.captured === payment.captured && sums.refunded === payment.refunded : sums.captured === 0,
    ),
    check('each capture of the books is in the ledger once', ({ sums, payment }) => {
      return sums.captureIds.toSorted().join() === (payment?.captureIds.toSorted().join() ?? '');
    }),
    check(
      'no payment was captured twice, whatever number of cards was tried',
      ({ sums }) => sums.captureIds.length <= 1,
    ),
    {
      ...check('every captured amount has a paid order of its total, or was given back', ({ sums, payment }) => {
        if (sums.captured === 0 || sums.captured === sums.refunded) return true;
        return payment?.isPaid === true && payment.orderStatus !== 'cancelled' && payment.total === sums.captured;
      }),
      checked: withMoney.length,
    },
    {
      what: 'no order has money of two payments',
      checked: byOrder.size,
      failures: [...byOrder].flatMap(([number, payments]) =>
        payments.filter(({ captured, refunded }) => captured > refunded).length > 1 ? [`order ${number}`] : [],
      ),
    },
    {
      what: 'the books have what the ledger has',
      checked: ledger.length,
      failures: ledger
        .filter(({ publicId, captured }) => captured > 0 && !books.some(({ customId }) => customId === publicId))
        .map(({ id }) => `payment ${id}`),
    },
  ];
}

const invariants: Readonly<Record<string, string>> = {
  'every paid order has one captured payment of its total': `
    select o.number from orders o where o.payment_method in ('wallet', 'wallet-card') and o.paid_at is not null
      and (select count(*) from payments p where p.order_id = o.id and p.captured = o.total) <> 1
      and not exists (select from refunds r where r.order_id = o.id and r.cause = 'late-payment')`,
  'nothing is requested any more, but disputes that nobody has decided': `
    select p.id, t.kind, t.amount from payment_transactions t join payments p on p.id = t.payment_id
    where t.status = 'requested' and t.kind <> 'dispute'`,
  'every event was settled':
    'select id, event_id from provider_events where settled_at is null and public_id is not null',
  'no order waits for ever': `select number, status from orders where status in ('pending', 'failed', 'on-hold')`,
  'no stock is held for an order that has ended': `
    select o.number, r.quantity from stock_reservations r join orders o on o.id = r.order_id where o.status = 'cancelled' and r.state <> 'released'`,
  'no authorized money is left with an order that does not need it, or without one': `
    select p.id, p.status from payments p left join orders o on o.id = p.order_id where p.status = 'open'
      and p.captured + p.voided < p.authorized`,
  'no payment of a live order is left open': `
    select p.id, p.status, o.number from payments p join orders o on o.id = p.order_id
    where o.paid_at is null and o.status <> 'cancelled' and p.status in ('created', 'requires_action', 'pending')`,
  'an order was confirmed by one mail when it was paid, and by none before': `
    select o.number, o.status from orders o where (select count(*) from platform.mail m where m.id = 'order:' || o.number || ':confirmation')
      <> case when o.paid_at is null then 0 else 1 end`,
  'no mail says that a payment has failed that did not': `
    select o.number from orders o join platform.mail m on m.id = 'order:' || o.number || ':payment-failed'
    where not exists (select from payments p where p.order_id = o.id and p.status = 'failed')`,
};

export const checkWalletOrders = (database: Database): Promise<Check[]> =>
  checkInvariants(database, 'select count(*)::integer as count from orders', invariants);

/** Numbers of the test wallet's cards, and the date that is typed with them. */
const cardData = '4111 ?1111 ?1111 ?1111|5555 ?5555 ?5555 ?4444|4000 ?0000 ?0000 ?[0-9]{4}|2039-12|12 / 39';

/** The shop knows brand and last digits. */
export async function checkCardData({ pool }: Database): Promise<Check> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const failures: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query(`select from ${name} t where t::text ~ $1`, [cardData]);
    if (rows.length > 0) failures.push(`${name}: ${rows.length} rows`);
  }
  return { what: 'nothing of a card is in any table but its brand and last digits', checked: tables.length, failures };
}

/** Each mail has one file: the outbox writes a second one under another name. */
export async function checkWalletMails({ pool }: Database, dataDir: string): Promise<Check> {
  const files = readdirSync(join(dataDir, 'outbox')).filter((name) => name.endsWith('.eml'));
  const { rows } = await pool.query<{ id: string }>(`select id from platform.mail where state = 'sent'`);
  const expected = new Set(rows.map(({ id }) => createEmlName(id)));
  return {
    what: 'each mail was sent once',
    checked: rows.length,
    failures: [
      ...files.filter((name) => !expected.has(name)),
      ...[...expected].filter((name) => !files.includes(name)),
    ],
  };
}
