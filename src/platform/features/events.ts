import type { Tx } from '#platform/database/database.ts';
import type { Shop } from './shop.ts';

/** An event, emitted inside the transaction of its change: a failing handler rolls the transaction back. */
export interface ShopEvent<Payload> {
  readonly name: string;
  /** Never set: the property carries the type. */
  readonly types?: (payload: Payload) => void;
}

export type Handler<Payload> = (shop: Shop, tx: Tx, payload: Payload) => Promise<void>;

export interface Handling {
  readonly event: string;
  readonly handler: Handler<never>;
}

export function defineEvent<Payload>(name: string): ShopEvent<Payload> {
  return { name };
}

/** Wires handlers to an event, in the order in which they run. */
export function handleEvent<Payload>(event: ShopEvent<Payload>, handlers: readonly Handler<Payload>[]): Handling[] {
  return handlers.map((handler) => ({ event: event.name, handler }));
}

export type Emit = <Payload>(event: ShopEvent<Payload>, tx: Tx, payload: Payload) => Promise<void>;

declare module '#platform/features/shop.ts' {
  interface Shop {
    readonly emit: Emit;
  }
}

export function createEmit(handlings: readonly Handling[], shop: () => Shop): Emit {
  const byEvent = Map.groupBy(handlings, (handling) => handling.event);
  return async <Payload>(event: ShopEvent<Payload>, tx: Tx, payload: Payload) => {
    for (const { handler } of byEvent.get(event.name) ?? []) await (handler as Handler<Payload>)(shop(), tx, payload);
  };
}
