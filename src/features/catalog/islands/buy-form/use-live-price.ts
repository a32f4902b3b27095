import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { call } from '#platform/http/browser/api.ts';
import type { LivePrice } from '../../contract.ts';
import type { BuyAddon, BuyFormProps } from '../buy-form.shared.ts';

/** Milliseconds that a shopper pauses before the shop is asked. */
const pause = 250;

interface Shown {
  /** What was asked. */
  readonly query: string;
  readonly price: LivePrice | null;
}

const nothing: Shown = { query: '', price: null };

/**
 * What it all comes to, asked of the shop after each change of the form. Null while it is no more than the price that the page shows anyway, while
 * nothing can be bought, and when there is no answer.
 * @param button of the form
 * @param variationId null: nothing is chosen that could be bought
 */
export function useLivePrice(
  button: RefObject<HTMLButtonElement | null>,
  variationId: number | null,
  { productId, addons, priceCall }: Pick<BuyFormProps, 'productId' | 'addons' | 'priceCall'>,
): { readonly price: LivePrice | null; readonly isOld: boolean } {
  const [wanted, want] = useState('');
  const [shown, show] = useState(nothing);
  const read = useEffectEvent(() => {
    const form = button.current?.form;
    want(form && variationId !== null ? queryOf(new FormData(form), productId, variationId, addons) : '');
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
    if (wanted === '') {
      show(nothing);
      return;
    }
    const life = new AbortController();
    const timer = setTimeout(async () => {
      const answer = await call<LivePrice>(`${priceCall}&${wanted}`, { signal: life.signal });
      if (!life.signal.aborted) show({ query: wanted, price: answer.ok ? answer.data : null });
    }, pause);
    return () => {
      clearTimeout(timer);
      life.abort();
    };
  }, [wanted, priceCall]);
  return { price: wanted === '' ? null : shown.price, isOld: shown.query !== wanted };
}

/** @returns an empty text when the answer would be the price of one piece */
function queryOf(form: FormData, productId: number, variationId: number, addons: readonly BuyAddon[]): string {
  const quantity = String(form.get('quantity') ?? '1');
  if (!/^[1-9]\d{0,3}$/.test(quantity)) return '';
  const filled = addons.flatMap(({ field, kind }) =>
    form
      .getAll(field)
      .map(String)
      .filter((value) => value.trim() !== '')
      // What somebody writes is nobody's business before it is bought, and costs the same whatever it says.
      .map((value): [string, string] => [field, kind === 'text' || kind === 'textarea' ? 'x' : value]),
  );
  if (filled.length === 0 && quantity === '1') return '';
  const fields = [['product_id', productId], ['variation_id', variationId], ['quantity', quantity], ...filled];
  return new URLSearchParams(fields.map(([name, value]) => [String(name), String(value)])).toString();
}
