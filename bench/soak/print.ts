import type { Database } from '#platform/database/database.ts';
import { type Diary, isAccepted } from './attempts.ts';
import type { Check } from './checks/check.ts';
import { getExpectedStock, type StockLine } from './checks/check-stock.ts';
import type { MisuseCounts } from './hostile-clients.ts';
import type { SoakProvider } from './payment-provider.ts';
import type { ClerkWork } from './run-clerk.ts';

type Print = (line: string) => void;

interface Trade {
  readonly diary: Diary;
  readonly work: readonly ClerkWork[];
  readonly shoppers: number;
  readonly unexpectedEnds: number;
  readonly provider: SoakProvider;
}

export function printTrade({ diary, work, shoppers, unexpectedEnds, provider }: Trade, print: Print): void {
  const { attempts, repeatedRequests } = diary;
  const commands = [
    ...Map.groupBy(
      work.flatMap(({ done }) => done),
      (name) => name,
    ),
  ].map(([name, done]) => `${done.length} × ${name}`);
  const count = (holds: (attempt: (typeof attempts)[number]) => boolean) => attempts.filter(holds).length;
  const ordered = count(isAccepted);
  const refused = count((attempt) => !isAccepted(attempt) && attempt.refusal !== null);
  const again = count(({ sentCount }) => sentCount > 1);
  print(
    `${shoppers} shoppers sent ${attempts.length} forms: ${ordered} became orders, ${refused} were refused, ${count(({ isAbandoned }) => isAbandoned)} were left`,
  );
  print(
    `without an answer. ${again} forms were sent more than once; ${repeatedRequests} requests had no answer and were repeated.`,
  );
  print(
    `Shoppers signed in on ${diary.signedIn.size} devices, and confirmed ${count(({ isConfirmed }) => isConfirmed)} orders. ${diary.manualOrders.size} manual orders were entered.`,
  );
  print(`Calls applied ${diary.appliedCoupons} coupons.`);
  const { pressed, putBack, returned } = diary.buyNow;
  print(
    `'Buy now' was pressed ${pressed} times; the others were put back ${putBack} times, and returned after ${returned} orders.`,
  );
  print(
    `On the command line: ${commands.join(', ')}; ${work.reduce((sum, { failed }) => sum + failed, 0)} commands failed.`,
  );
  print(`The payment provider began ${provider.server.books.size} payments and had ${provider.faults} faults.`);
  if (unexpectedEnds > 0) print(`It ended ${unexpectedEnds} times without being killed.`);
}

export function printMisuse(tried: MisuseCounts, print: Print): void {
  const counts = [...tried].map(([name, times]) => `${times} × ${name}`);
  if (counts.length > 0) print(`Hostile clients tried ${counts.join(', ')}.`);
}

export function printStock(lines: readonly StockLine[], print: Print): void {
  const heads = ['', 'start', 'sold', 'returned', 'expected', 'on hand', 'backordered', 'ledger'];
  const rows = lines.map((line) => {
    const { sku, startQuantity, sold, returned, onHand, backordered, ledger } = line;
    return [sku, startQuantity, -sold, returned, getExpectedStock(line), onHand, backordered, ledger.sum].map(String);
  });
  print('');
  for (const row of [heads, ...rows])
    print(row.map((cell, index) => (index === 0 ? cell.padEnd(18) : cell.padStart(12))).join(''));
}

/** @returns whether all checks passed */
export function printChecks(checks: readonly Check[], print: Print): boolean {
  print('');
  for (const { what, checked, failures } of checks) {
    print(`${failures.length === 0 ? '✓' : '✗'} ${what} (${checked})`);
    for (const failure of failures.slice(0, 20)) print(`    ${failure}`);
    if (failures.length > 20) print(`    and ${failures.length - 20} more`);
  }
  const broken = checks.filter(({ failures }) => failures.length > 0).length;
  print(broken === 0 ? '\nAll checks passed.' : `\n${broken} of ${checks.length} checks failed.`);
  return broken === 0;
}

const outcomes: Readonly<Record<string, string>> = {
  'orders paid by the provider': `select from orders where paid_at is not null and payment_method = 'test_card'`,
  'superseded by another': `select from orders where cancel_reason = 'superseded'`,
  expired: `select from orders where cancel_reason = 'expired'`,
  'reopened by late money': `select from order_history where from_status = 'cancelled'`,
  'payments again': `select from payments p where exists (select from payments where order_id = p.order_id and id < p.id)`,
  'late payments given back': `select from refunds where cause = 'late-payment' and status = 'succeeded'`,
  'authorizations voided': `select from payment_transactions where kind = 'void' and status = 'succeeded'`,
  'requests declined': `select from payment_transactions where status = 'failed'`,
  'refunds of lines': `select from refunds r where exists (select from refund_lines where refund_id = r.id)`,
  'refunds restocked': 'select from refunds where restock',
  shipments: 'select from shipments',
  'coupons used': `select from coupon_uses where state = 'used'`,
  'coupons given back': `select from coupon_uses where state = 'released'`,
  'coupons used beyond their limit': `select from order_history where text like '%coupons used beyond their limit%'`,
  invoices: `select from documents where kind = 'invoice'`,
  'credit notes': `select from documents where kind = 'credit-note'`,
  withdrawals: 'select from withdrawals',
  'carts merged': `select from carts where state = 'merged'`,
};

/** Prints how often the rarer ways of an order were met, so that a check that saw none is visible. */
export async function printOutcomes({ pool }: Database, print: Print): Promise<void> {
  const counts: string[] = [];
  for (const [name, query] of Object.entries(outcomes)) {
    const { rows } = await pool.query<{ count: number }>(`select count(*)::integer as count from (${query}) as found`);
    counts.push(`${rows[0]?.count ?? 0} ${name}`);
  }
  print(`${counts.join(', ')}.`);
}
