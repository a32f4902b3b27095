import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#platform/http/log.ts';
import { startChild } from './child.ts';
import type { OpenOptions } from './messages.ts';
import { createRestartDelays } from './restart-delays.ts';

export interface SupervisedShop {
  readonly hasOpened: boolean;
  /** Resolves when the shop is open for the first time. */
  readonly opened: Promise<void>;
  /**
   * Opens the shop and restarts it whenever it ends unexpectedly. Resolves with the exit code when the first start
   * fails, and with null after `stop`.
   */
  openAndRestart(options: OpenOptions, log: Log): Promise<number | null>;
  /** Waits for open requests and jobs, at most 50 s. Kills a shop that is not open yet. */
  stop(): Promise<void>;
  kill(): void;
}

/** Starts the shop's process, which loads its modules until `openAndRestart` opens it. */
export function startSupervisedShop(program: string): SupervisedShop {
  const delays = createRestartDelays();
  const stopping = new AbortController();
  const { signal } = stopping;
  const opened = Promise.withResolvers<void>();
  let hasOpened = false;
  const start = () =>
    startChild(program, () => {
      hasOpened = true;
      delays.opened();
      opened.resolve();
    });
  let child = start();
  return {
    get hasOpened() {
      return hasOpened;
    },
    opened: opened.promise,
    async openAndRestart(options, log) {
      for (;;) {
        child.open(options);
        const end = await child.ended;
        if (signal.aborted) return null;
        // The shop's process has already reported the reason.
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
