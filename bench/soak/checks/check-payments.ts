import type { Database } from '#platform/database/database.ts';
import type { TestProviderServer } from '#tests/support/test-provider.ts';
import { type Check, checkInvariants } from './check.ts';

interface LedgerPayment {
  readonly id: number;
  readonly publicId: string;
  readonly reference: string | null;
  readonly status: string;
  readonly amount: number;
  readonly authorized: number;
  readonly captured: number;
  readonly voided: number;
  readonly refunded: number;
  /** `capture 1500 tx_…` of each transaction that succeeded, sorted. */
  readonly moves: readonly string[];
}

async function readLedger({ pool }: Database): Promise<LedgerPayment[]> {
  const { rows } = await pool.query<LedgerPayment>(
    `select p.id, p.public_id as "publicId", p.reference, p.status, p.amount, p.authorized, p.captured, p.voided, p.refunded,
      coalesce(array_agg(t.kind || ' ' || t.amount || ' ' || t.provider_reference) filter (where t.id is not null), '{}') as moves
    from payments p left join payment_transactions t on t.payment_id = p.id and t.status = 'succeeded'
    where p.provider = 'test_card' group by p.id order by p.id`,
  );
  return rows.map((row) => ({ ...row, moves: row.moves.toSorted() }));
}

const sums = ['authorize', 'capture', 'void', 'refund'] as const;
const columns = { authorize: 'authorized', capture: 'captured', void: 'voided', refund: 'refunded' } as const;

/** Compares the books of the test provider with the shop's ledger, payment by payment. */
export async function checkProviderBooks(database: Database, { books }: TestProviderServer): Promise<Check[]> {
  const ledger = await readLedger(database);
  const known = new Map(ledger.map((payment) => [payment.publicId, payment]));
  const all = [...books.values()];
  const sumUp = (book: (typeof all)[number], kind: string) =>
    book.transactions.filter((each) => each.kind === kind).reduce((sum, { amount }) => sum + amount, 0);
  const find = (what: string, holds: (book: (typeof all)[number], payment: LedgerPayment | undefined) => boolean) => ({
    ...{ what, checked: all.length },
    failures: all
      .filter((book) => !holds(book, known.get(book.publicId)))
      .map((book) => {
        const given = book.transactions.map(({ kind, amount }) => `${kind} ${amount}`).join(', ');
        return `payment ${known.get(book.publicId)?.id} (${book.status}; ${given})`;
      }),
  });
  return [
    find('the provider’s books and the ledger have the same sums for each payment', (book, payment) =>
      sums.every((kind) => sumUp(book, kind) === payment?.[columns[kind]]),
    ),
    find('the provider’s books and the ledger have the same transactions, each once', (book, payment) => {
      const moves = book.transactions.map(({ kind, amount, reference }) => `${kind} ${amount} ${reference}`).toSorted();
      return moves.join() === payment?.moves.join();
    }),
    find('no payment was captured twice or beyond its amount', (book) => {
      const captures = book.transactions.filter(({ kind }) => kind === 'capture');
      return captures.length <= 1 && sumUp(book, 'capture') <= book.amount;
    }),
    find('no authorized money is left with an order that does not need it', (book, payment) => {
      const left = sumUp(book, 'authorize') - sumUp(book, 'capture') - sumUp(book, 'void');
      const wasRefused = [...book.answers.values()].some(({ status }) => status === 'failed');
      return payment !== undefined && (left <= 0 || wasRefused);
    }),
    {
      what: 'every payment that the provider does not know has never begun',
      checked: ledger.length - all.length,
      failures: ledger
        .filter(({ publicId }) => !books.has(publicId))
        .filter(({ reference, moves, status }) => reference !== null || moves.length > 0 || status === 'open')
        .map(({ id, status }) => `payment ${id} (${status})`),
    },
  ];
}

const ledgerInvariants: Readonly<Record<string, string>> = {
  'nothing is requested any more': `
    select p.id, t.kind from payment_transactions t join payments p on p.id = t.payment_id where t.status = 'requested'`,
  'the sums of payments and orders are those of their transactions': `
    select o.number from orders o join payments p on p.order_id = o.id
    where (p.authorized, p.captured, p.voided, p.refunded) <> (
        select coalesce(sum(amount) filter (where kind = 'authorize'), 0)::bigint, coalesce(sum(amount) filter (where kind = 'capture'), 0)::bigint,
          coalesce(sum(amount) filter (where kind = 'void'), 0)::bigint, coalesce(sum(amount) filter (where kind = 'refund'), 0)::bigint
        from payment_transactions where payment_id = p.id and status = 'succeeded')
      or (o.captured_total, o.refunded_total) <> (
        select sum(captured)::bigint, sum(refunded)::bigint from payments where order_id = o.id)`,
  'every order has a payment of its total, and money only once': `
    select o.number, count(p.id) from orders o left join payments p on p.order_id = o.id
    group by o.id having count(p.id) = 0 or min(p.amount) <> o.total or max(p.amount) <> o.total
      or count(p.id) filter (where p.provider <> 'test_card') > 1`,
  'every offline payment has the status of its order': `
    select o.number, p.status from payments p join orders o on o.id = p.order_id where p.provider in ('bank_transfer', 'cash_on_delivery')
      and p.status <> case o.status when 'cancelled' then 'cancelled' else 'open' end`,
  'late money was given back, or the shop was told that it could not be': `
    select r.id, r.status from refunds r join orders o on o.id = r.order_id where r.cause = 'late-payment' and not exists (
      select from platform.mail m where m.id = 'order:' || o.number || ':late-payment-' || case r.status when 'succeeded' then 'refunded' else 'kept' end
        || ':' || r.id)`,
  'every event of the provider was settled': 'select id from provider_events where settled_at is null',
};

export const checkLedger = (database: Database): Promise<Check[]> =>
  checkInvariants(database, 'select count(*)::integer as count from payments', ledgerInvariants);
