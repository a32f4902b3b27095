import { createElement, Fragment, type ReactNode } from 'react';
import type { RenderContext } from '#platform/pages/render-context.ts';
import type { Shop } from './shop.ts';

/**
 * A place in a page: its owner declares the slot, other features fill it. Data and behaviour are passed through
 * ports instead.
 */
export interface Slot<Input, Output> {
  readonly name: string;
  /** Never set: the property carries the types. */
  readonly types?: (input: Input) => Output;
}

/** Returns one output, or null when the filler has nothing to add. */
export type Filler<Input, Output> = (
  shop: Shop,
  context: RenderContext,
  input: Input,
) => Promise<Output | null> | Output | null;

export interface Filling {
  readonly slot: string;
  readonly filler: Filler<never, unknown>;
}

export function defineSlot<Input, Output>(name: string): Slot<Input, Output> {
  return { name };
}

/** Wires fillers to a slot, in the order of display. */
export function fillSlot<Input, Output>(
  slot: Slot<Input, Output>,
  fillers: readonly Filler<Input, Output>[],
): Filling[] {
  return fillers.map((filler) => ({ slot: slot.name, filler: filler as Filler<never, unknown> }));
}

/**
 * Renders the outputs of a slot one after another. They are passed as children instead of a list, so they need no
 * keys.
 */
export const renderOutputs = (outputs: readonly ReactNode[]): ReactNode => createElement(Fragment, null, ...outputs);

export type FillSlot = <Input, Output>(
  slot: Slot<Input, Output>,
  context: RenderContext,
  input: Input,
) => Promise<Output[]>;

declare module '#platform/features/shop.ts' {
  interface Shop {
    readonly fill: FillSlot;
  }
}

export function createFillSlot(fillings: readonly Filling[], shop: () => Shop): FillSlot {
  const bySlot = Map.groupBy(fillings, (filling) => filling.slot);
  return async <Input, Output>(slot: Slot<Input, Output>, context: RenderContext, input: Input) => {
    const fillers = (bySlot.get(slot.name) ?? []) as unknown as { filler: Filler<Input, Output> }[];
    const outputs = await Promise.all(fillers.map(({ filler }) => filler(shop(), context, input)));
    return outputs.filter((output): output is Awaited<Output> & {} => output !== null) as Output[];
  };
}
