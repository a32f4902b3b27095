import { setTimeout as sleep } from 'node:timers/promises';

/** Makes shoppers order at the same moment, so that a kill meets orders at every stage. */
export interface Rush {
  /** Where a shopper waits before ordering; passes at once unless a rush is gathering. */
  join(): Promise<void>;
  /** Holds up those who are about to order until so many wait, or `longest` milliseconds have passed; then lets all go at once. */
  gather(wanted: number, longest: number): Promise<number>;
}

export function createRush(): Rush {
  let gate: { readonly opened: Promise<void>; open: () => void } | null = null;
  let waiting = 0;
  return {
    async join() {
      if (!gate) return;
      waiting += 1;
      await gate.opened;
    },
    async gather(wanted, longest) {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = { opened: promise, open: resolve };
      waiting = 0;
      for (let waited = 0; waited < longest && waiting < wanted; waited += 20) await sleep(20);
      gate = null;
      resolve();
      return waiting;
    },
  };
}
