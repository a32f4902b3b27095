import type { Connection } from '#platform/database/embedded/lock.ts';

/** What the supervisor tells the shop's process. */
export type Command =
  /** `connection` is the embedded database; null: the one of `DATABASE_URL`. */
  | { readonly type: 'open'; readonly connection: Connection | null }
  /** End open requests and jobs, then end the process. */
  | { readonly type: 'close' };

/** What the shop's process tells the supervisor: it listens. */
export interface Opened {
  readonly type: 'opened';
}

/** Exit code of a process that a signal asked to end before the shop was open. */
export const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

export type CloseSignal = keyof typeof exitCodes;

export const closeSignals = Object.keys(exitCodes) as readonly CloseSignal[];
