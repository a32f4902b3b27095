import type { Diary } from './attempts.ts';
import type { Check } from './check-orders.ts';
import { getExpectedStock, type StockLine } from './check-stock.ts';
import type { MisuseCounts } from './hostile-clients.ts';
import type { ClerkWork } from './run-clerk.ts';

type Print = (line: string) => void;

interface Trade {
  readonly diary: Diary;
  readonly work: ClerkWork;
  readonly shoppers: number;
  readonly unexpectedEnds: number;
}

export function printTrade({ diary, work, shoppers, unexpectedEnds }: Trade, print: Print): void {
  const { attempts, repeatedRequests } = diary;
  const count = (holds: (attempt: (typeof attempts)[number]) => boolean) => attempts.filter(holds).length;
  const ordered = count(({ tokens }) => tokens.size > 0);
  const refused = count(({ tokens, refusal }) => tokens.size === 0 && refusal !== null);
  const again = count(({ sentCount }) => sentCount > 1);
  print(
    `${shoppers} shoppers sent ${attempts.length} forms: ${ordered} became orders, ${refused} were refused, ${count(({ isAbandoned }) => isAbandoned)} were left`,
  );
  print(
    `without an answer. ${again} forms were sent more than once; ${repeatedRequests} requests had no answer and were repeated.`,
  );
  print(
    `Shoppers confirmed ${count(({ isConfirmed }) => isConfirmed)} orders, the shop ${work.confirmed}. It cancelled ${work.cancelled}, marked ${work.paid} as paid and refunded ${work.refunded} (${work.failed} attempts failed).`,
  );
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
