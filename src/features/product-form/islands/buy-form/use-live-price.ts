import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import type { LivePrice } from '#features/product-form/contract.ts';
import { call } from '#platform/http/browser/api.ts';
import type { BuyAddon, BuyFormProps } from '../buy-form.shared.ts';

/** Milliseconds that a shopper pauses before the shop is asked. */
const pause = 250;

interface Wanted {
  /** Empty: it is no more than the price that the page shows anyway, or nothing can be bought. */
  readonly query: string;
  /** How many lines the answer has above the total: their place is kept from the start, so that nothing moves when it comes. */
  readonly lines: number;
}

interface Shown {
  /** What was asked. */
  readonly query: string;
  /** Null: there was no answer. */
  readonly price: LivePrice | null;
}

export interface LiveSumProps extends Wanted {
  readonly price: LivePrice | null;
  /** The answer to what is asked now is still under way. */
  readonly isOld: boolean;
}

/**
 * What it all comes to, asked of the shop after each change of the form.
 * @param button of the form
 * @param variationId null: nothing is chosen that could be bought
 */
export function useLivePrice(
  button: RefObject<HTMLButtonElement | null>,
  variationId: number | null,
  { productId, addons, priceCall }: Pick<BuyFormProps, 'productId' | 'addons' | 'priceCall'>,
): LiveSumProps {
  const [{ query, lines }, want] = useState<Wanted>({ query: '', lines: 0 });
  const [shown, show] = useState<Shown>({ query: '', price: null });
  const read = useEffectEvent(() => {
    const form = button.current?.form;
    if (!form || variationId === null) want({ query: '', lines: 0 });
    else want(wantedOf(new FormData(form), productId, variationId, addons));
  });
  useEffect(() => {
    const form = button.current?.form;
    if (!form) return;
    const changed = () => read();
    for (const type of ['input', 'change']) form.addEventListener(type, changed);
    return () => {
      for (const type of ['input', 'change']) form.removeEventListener(type, changed);
    };
  }, [button]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another variation is another price
  useEffect(() => read(), [variationId]);
  useEffect(() => {
    if (query === '') return;
    const life = new AbortController();
    const timer = setTimeout(async () => {
      const answer = await call<LivePrice>(`${priceCall}&${query}`, { signal: life.signal });
      if (!life.signal.aborted) show({ query, price: answer.ok ? answer.data : null });
    }, pause);
    return () => {
      clearTimeout(timer);
      life.abort();
    };
  }, [query, priceCall]);
  return { query, lines, price: shown.price, isOld: shown.query !== query };
}

function wantedOf(form: FormData, productId: number, variationId: number, addons: readonly BuyAddon[]): Wanted {
  const quantity = String(form.get('quantity') ?? '1');
  const filled = addons
    .map((addon) => ({ addon, values: valuesOf(form, addon) }))
    .filter(({ values }) => values.length);
  if (!/^[1-9]\d{0,3}$/.test(quantity) || (filled.length === 0 && quantity === '1')) return { query: '', lines: 0 };
  const query = new URLSearchParams({ product_id: `${productId}`, variation_id: `${variationId}`, quantity });
  for (const { addon, values } of filled) for (const value of values) query.append(addon.field, value);
  const costly = filled.filter(({ addon, values }) => doesCost(addon, values)).length;
  return { query: query.toString(), lines: costly === 0 ? 0 : costly + 1 };
}

/** What somebody writes is nobody's business before it is bought, and costs the same whatever it says. */
function valuesOf(form: FormData, { field, kind }: BuyAddon): string[] {
  const values = form
    .getAll(field)
    .map(String)
    .filter((value) => value.trim() !== '');
  return kind === 'text' || kind === 'textarea' ? values.map(() => 'x') : values;
}

function doesCost({ options, costs }: BuyAddon, values: readonly string[]): boolean {
  return options.length === 0 ? costs : options.some((option) => option.costs && values.includes(option.value));
}
