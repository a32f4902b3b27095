/** A use of a key, with the values of the key's row in the database. */
export interface CountedUse {
  readonly key: string;
  /** Time from which the row can be deleted, in milliseconds since 1970. */
  readonly expire: number;
  readonly max: number;
  readonly amount: number;
}

type Counts = ReadonlyMap<string, number>;
/**
 * Counts uses of different keys, each only if the key has room.
 * @returns the new counts by key; keys without room are missing
 */
export type CountUses = (uses: readonly CountedUse[]) => Promise<Counts>;

interface Call {
  readonly uses: readonly CountedUse[];
  readonly resolve: (counted: Counts | Promise<Counts>) => void;
}

/** Maximum number of calls in one statement, whose time grows with the square of its keys: 15 ms for 300 keys. */
const callsAtOnce = 50;

/**
 * Combines calls that arrive while another statement runs into one statement. Simultaneous requests count in the same
 * rows and would otherwise wait for each other's commits. Each call gets the result that it would get alone.
 */
export function batchCounts(countUses: CountUses): CountUses {
  let waiting: Call[] = [];
  let isCounting = false;
  const countWaiting = async () => {
    isCounting = true;
    while (waiting.length > 0) {
      const calls = waiting.slice(0, callsAtOnce);
      waiting = waiting.slice(callsAtOnce);
      await countCalls(calls, countUses);
    }
    isCounting = false;
  };
  return (uses) =>
    new Promise((resolve) => {
      waiting.push({ uses, resolve });
      if (!isCounting) void countWaiting();
    });
}

/** Never rejects; a failure rejects the promises of the calls. */
async function countCalls(calls: readonly Call[], countUses: CountUses): Promise<void> {
  const [first, ...others] = calls;
  if (!first) return;
  if (others.length === 0) {
    const counted = countUses(first.uses);
    first.resolve(counted);
    await counted.catch(() => {});
    return;
  }
  const totals = sumUsesByKey(calls);
  // One call may have caused the failure, so each call is then counted alone.
  const counted = await countUses([...totals.values()]).catch(() => new Map<string, number>());
  const before = new Map([...counted].map(([key, points]) => [key, points - (totals.get(key)?.amount ?? 0)]));
  for (const { uses, resolve } of calls) {
    const own = new Map<string, number>();
    for (const { key, amount } of uses) {
      const points = before.get(key);
      if (points === undefined) continue;
      own.set(key, points + amount);
      before.set(key, points + amount);
    }
    // There was no room for all calls together, so each remaining call is counted alone.
    const left = uses.filter(({ key }) => !own.has(key));
    resolve(left.length === 0 ? own : countUses(left).then((rest) => new Map([...own, ...rest])));
  }
}

function sumUsesByKey(calls: readonly Call[]): ReadonlyMap<string, CountedUse> {
  const totals = new Map<string, CountedUse>();
  for (const use of calls.flatMap(({ uses }) => uses)) {
    const total = totals.get(use.key);
    const sum = total && { ...use, amount: total.amount + use.amount, max: Math.min(total.max, use.max) };
    totals.set(use.key, sum ?? use);
  }
  return totals;
}
