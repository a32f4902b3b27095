import type { Context } from '../context.ts';

export interface Call {
  /** Of the path, in its order. */
  readonly ids: readonly string[];
  readonly query: URLSearchParams;
  readonly body: unknown;
  readonly requestKey: string | null;
  /** Whether the reply shall hold the whole resource: `Prefer: return=representation`. */
  readonly wantsAll: boolean;
  /** Whether what the call makes shall be decided later. */
  readonly isPending: boolean;
}

export interface Reply {
  readonly status: number;
  readonly body?: unknown;
}

export type Handler = (context: Context, call: Call) => Reply;

export interface Route {
  readonly method: string;
  /** `:` stands for an id. */
  readonly path: string;
  /** Its name in faults and in counts of calls. */
  readonly operation: string;
  readonly handler: Handler;
}
