import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import type { LivePrice } from '#features/product-form/contract.ts';
import { call } from '#platform/http/browser/api.ts';
import type { BuyAddon, BuyFormProps } from '../buy-form.shared.ts';

/** Milliseconds without changes before the price is requested. */
const requestDelay = 250;

interface PriceRequest {
  /** Empty when the page shows this price already, or nothing can be bought. */
  readonly query: string;
  /** Number of lines above the total; their space is reserved until the answer arrives. */
  readonly lines: number;
}

interface PriceAnswer {
  /** The query that was requested. */
  readonly query: string;
  /** Null when the request failed. */
  readonly price: LivePrice | null;
}

export interface LiveTotalProps extends PriceRequest {
  readonly price: LivePrice | null;
  /** Whether the answer to the current query is pending. */
  readonly isStale: boolean;
}

/**
 * Requests the total from the server after each change of the form.
 * @param button of the form
 * @param variationId null when nothing can be bought
 */
export function useLivePrice(
  button: RefObject<HTMLButtonElement | null>,
  variationId: number | null,
  { productId, addons, priceUrl }: Pick<BuyFormProps, 'productId' | 'addons' | 'priceUrl'>,
): LiveTotalProps {
  const [{ query, lines }, setRequest] = useState<PriceRequest>({ query: '', lines: 0 });
  const [answer, setAnswer] = useState<PriceAnswer>({ query: '', price: null });
  const readForm = useEffectEvent(() => {
    const form = button.current?.form;
    if (!form || variationId === null) setRequest({ query: '', lines: 0 });
    else setRequest(buildPriceRequest(new FormData(form), productId, variationId, addons));
  });
  useEffect(() => {
    const form = button.current?.form;
    if (!form) return;
    const handleChange = () => readForm();
    for (const type of ['input', 'change']) form.addEventListener(type, handleChange);
    return () => {
      for (const type of ['input', 'change']) form.removeEventListener(type, handleChange);
    };
  }, [button]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another variation is another price
  useEffect(() => readForm(), [variationId]);
  useEffect(() => {
    if (query === '') return;
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      const answer = await call<LivePrice>(`${priceUrl}&${query}`, { signal: controller.signal });
      if (!controller.signal.aborted) setAnswer({ query, price: answer.ok ? answer.data : null });
    }, requestDelay);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [query, priceUrl]);
  return { query, lines, price: answer.price, isStale: answer.query !== query };
}

function buildPriceRequest(
  form: FormData,
  productId: number,
  variationId: number,
  addons: readonly BuyAddon[],
): PriceRequest {
  const quantity = String(form.get('quantity') ?? '1');
  const filled = addons
    .map((addon) => ({ addon, values: readAddonValues(form, addon) }))
    .filter(({ values }) => values.length);
  if (!/^[1-9]\d{0,3}$/.test(quantity) || (filled.length === 0 && quantity === '1')) return { query: '', lines: 0 };
  const query = new URLSearchParams({ product_id: `${productId}`, variation_id: `${variationId}`, quantity });
  for (const { addon, values } of filled) for (const value of values) query.append(addon.field, value);
  const pricedCount = filled.filter(({ addon, values }) => hasPricedValue(addon, values)).length;
  return { query: query.toString(), lines: pricedCount === 0 ? 0 : pricedCount + 1 };
}

/** Texts and files are private until the order and don't change the price, so 'x' is sent instead. */
function readAddonValues(form: FormData, { field, kind }: BuyAddon): string[] {
  const values = form
    .getAll(field)
    .filter((value): value is string => typeof value === 'string' && value.trim() !== '');
  if (kind === 'file') return values.length > 0 ? ['x'] : [];
  return kind === 'text' || kind === 'textarea' ? values.map(() => 'x') : values;
}

function hasPricedValue({ options, hasPrice }: BuyAddon, values: readonly string[]): boolean {
  return options.length === 0 ? hasPrice : options.some((option) => option.hasPrice && values.includes(option.value));
}
