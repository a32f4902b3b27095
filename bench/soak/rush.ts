import { setTimeout as sleep } from 'node:timers/promises';

/** Makes shoppers order at the same moment, so that a kill interrupts orders at every stage. */
export interface Rush {
  /** Called before ordering. Resolves at once unless a rush is being gathered. */
  wait(): Promise<void>;
  /**
   * Holds shoppers until `wanted` of them wait or the timeout (ms) has passed, then releases all.
   * @returns number of shoppers released
   */
  gather(wanted: number, timeout: number): Promise<number>;
}

export function createRush(): Rush {
  let gate: { readonly opened: Promise<void>; open: () => void } | null = null;
  let waiting = 0;
  return {
    async wait() {
      if (!gate) return;
      waiting += 1;
      await gate.opened;
    },
    async gather(wanted, timeout) {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = { opened: promise, open: resolve };
      waiting = 0;
      for (let waited = 0; waited < timeout && waiting < wanted; waited += 20) await sleep(20);
      gate = null;
      resolve();
      return waiting;
    },
  };
}
