import type { Check } from './checks.ts';
import type { ClerkWork } from './clerk.ts';
import type { Diary } from './diary.ts';
import type { Misuse } from './hostile.ts';
import { type StockLine, shouldBe } from './stock-ledger.ts';

type Say = (line: string) => void;

interface Trade {
  readonly diary: Diary;
  readonly work: ClerkWork;
  readonly shoppers: number;
  readonly unasked: number;
}

export function printTrade({ diary, work, shoppers, unasked }: Trade, say: Say): void {
  const { attempts, lost } = diary;
  const count = (holds: (attempt: (typeof attempts)[number]) => boolean) => attempts.filter(holds).length;
  const ordered = count(({ tokens }) => tokens.size > 0);
  const refused = count(({ tokens, refusal }) => tokens.size === 0 && refusal !== null);
  const again = count(({ sent }) => sent > 1);
  say(
    `${shoppers} shoppers sent ${attempts.length} forms: ${ordered} became orders, ${refused} were refused, ${count(({ left }) => left)} left`,
  );
  say(
    `without an answer. ${again} forms were sent more than once; ${lost} requests had no answer and were made again.`,
  );
  say(
    `Shoppers confirmed ${count(({ confirmed }) => confirmed)} orders, the shop ${work.confirmed}. It cancelled ${work.cancelled} orders, got ${work.paid} paid and gave ${work.refunded} back (${work.failed} times it could not).`,
  );
  if (unasked > 0) say(`It ended ${unasked} times without having been killed.`);
}

export function printMisuse(tried: Misuse, say: Say): void {
  const counts = [...tried].map(([name, times]) => `${times} × ${name}`);
  if (counts.length > 0) say(`Hostile clients tried ${counts.join(', ')}.`);
}

export function printStock(lines: readonly StockLine[], say: Say): void {
  const heads = ['', 'start', 'sold', 'returned', 'should be', 'on hand', 'owed', 'ledger'];
  const rows = lines.map((line) => {
    const { sku, pieces, sold, returned, onHand, owed, ledger } = line;
    return [sku, pieces, -sold, returned, shouldBe(line), onHand, owed, ledger.sum].map(String);
  });
  say('');
  for (const row of [heads, ...rows])
    say(row.map((cell, at) => (at === 0 ? cell.padEnd(18) : cell.padStart(10))).join(''));
}

/** @returns whether all of it holds */
export function printChecks(checks: readonly Check[], say: Say): boolean {
  say('');
  for (const { what, of, breaches } of checks) {
    say(`${breaches.length === 0 ? '✓' : '✗'} ${what} (${of})`);
    for (const breach of breaches.slice(0, 20)) say(`    ${breach}`);
    if (breaches.length > 20) say(`    and ${breaches.length - 20} more`);
  }
  const broken = checks.filter(({ breaches }) => breaches.length > 0).length;
  say(broken === 0 ? '\nEverything adds up.' : `\n${broken} of ${checks.length} do not hold.`);
  return broken === 0;
}
