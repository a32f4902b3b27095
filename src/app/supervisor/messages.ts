import type { Connection } from '#platform/database/embedded/lock.ts';

/** What the shop's process learns only when it opens the shop. */
export interface OpenOptions {
  /** The embedded database; null: the one of `DATABASE_URL`. */
  readonly connection: Connection | null;
  /** Added to those of the environment. */
  readonly variables: Readonly<Record<string, string>>;
}

/** Message from the supervisor to the shop's process. */
export type SupervisorMessage =
  | ({ readonly type: 'open' } & OpenOptions)
  /** End open requests and jobs, then end the process. */
  | { readonly type: 'close' };

/** Message from the shop's process to the supervisor: the shop listens. */
export interface ShopMessage {
  readonly type: 'opened';
  /** Addresses for the operator. */
  readonly welcome: string;
}

/** Exit code after a signal before the shop was open: 128 + the signal's number. */
export const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

export type CloseSignal = keyof typeof exitCodes;

export const closeSignals = Object.keys(exitCodes) as readonly CloseSignal[];
