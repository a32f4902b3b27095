import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from '#platform/database/embedded/lock.ts';
import type { Log } from '#platform/http/log.ts';
import { startChild } from './child.ts';
import { createRestartDelays } from './restart-delays.ts';

export interface SupervisedShop {
  /** Whether it ever was open. */
  readonly hasOpened: boolean;
  /**
   * Opens it, and starts it again whenever it ends unasked. Resolves once that is over: with the exit code of a shop
   * that can't open at its first start, with null after `stop`.
   */
  keepOpen(connection: Connection | null, log: Log): Promise<number | null>;
  /** Lets open requests and jobs end, 50 s at most. One that is not open yet is ended at once. */
  stop(): Promise<void>;
  kill(): void;
}

/** Starts the shop's process at once: it loads its modules until `keepOpen` tells it to open. */
export function startSupervisedShop(program: string): SupervisedShop {
  const delays = createRestartDelays();
  const stopping = new AbortController();
  const { signal } = stopping;
  let hasOpened = false;
  const start = () =>
    startChild(program, () => {
      hasOpened = true;
      delays.opened();
    });
  let child = start();
  return {
    get hasOpened() {
      return hasOpened;
    },
    async keepOpen(connection, log) {
      for (;;) {
        child.open(connection);
        const end = await child.ended;
        if (signal.aborted) return null;
        // It has said why.
        if (!hasOpened && end.code !== null) return end.code;
        const delay = delays.ended();
        log.error({ pid: child.pid, ...end, delay }, 'the shop ended unexpectedly and is started again');
        await sleep(delay, undefined, { signal }).catch(() => {});
        if (signal.aborted) return null;
        child = start();
      }
    },
    stop() {
      stopping.abort();
      return child.stop();
    },
    kill: () => child.kill(),
  };
}
