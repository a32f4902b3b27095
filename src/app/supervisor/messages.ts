import type { Connection } from '#platform/database/embedded/lock.ts';

/** Options that the shop's process receives only when it opens the shop. */
export interface OpenOptions {
  /** Connection to the embedded database. Null: the process uses the database of `DATABASE_URL`. */
  readonly connection: Connection | null;
  /** Variables that are added to the environment of the shop's process. */
  readonly variables: Readonly<Record<string, string>>;
}

export type SupervisorMessage =
  | ({ readonly type: 'open' } & OpenOptions)
  /** Tells the process to finish open requests and jobs and then to end. */
  | { readonly type: 'close' };

/** Message from the shop's process to the supervisor: the shop listens. */
export interface ShopMessage {
  readonly type: 'opened';
  /** Message with addresses for the operator. */
  readonly welcome: string;
}

/** Exit codes when a signal arrives before the shop is open: 128 + the signal's number. */
export const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

export type CloseSignal = keyof typeof exitCodes;

export const closeSignals = Object.keys(exitCodes) as readonly CloseSignal[];
