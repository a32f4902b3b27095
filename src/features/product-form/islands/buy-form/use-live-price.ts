import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import type { BuyAddon, BuyFormProps, BuyOffer, ShownTotal } from '../buy-form.shared.ts';
import { usePriceRequest } from './use-price-request.ts';

interface ShownPrice extends ShownTotal {
  /**
   * Price of one item with its add-ons. Null: the price of the offer is shown. Empty: the price is unknown, because
   * the request failed.
   */
  readonly headline: string | null;
}

/**
 * Returns the price for the current values of the form: the price of the offer, or the server's answer when there are
 * add-ons or another quantity.
 * @param button main button of the form
 * @param offer undefined when nothing can be bought
 */
export function useLivePrice(
  button: RefObject<HTMLButtonElement | null>,
  offer: BuyOffer | undefined,
  { productId, addons, priceUrl, labels }: Pick<BuyFormProps, 'productId' | 'addons' | 'priceUrl' | 'labels'>,
): ShownPrice {
  const [query, setQuery] = useState('');
  const variationId = offer?.id;
  const readForm = useEffectEvent((form: HTMLFormElement) =>
    setQuery(variationId === undefined ? '' : buildPriceQuery(new FormData(form), productId, variationId, addons)),
  );
  useEffect(() => {
    const form = button.current?.form;
    if (!form) return;
    const controller = new AbortController();
    for (const type of ['input', 'change'])
      form.addEventListener(type, () => readForm(form), { signal: controller.signal });
    return () => controller.abort();
  }, [button]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another variation is another price
  useEffect(() => {
    if (button.current?.form) readForm(button.current.form);
  }, [variationId]);
  const { price, isStale } = usePriceRequest(priceUrl, query);
  const ownAmount = offer?.amount ?? null;
  const ownTotal = offer ? { label: labels.total, price: offer.price } : null;
  if (query === '' || ownTotal === null)
    return { total: ownTotal, amount: ownAmount, isStale: false, isAnswer: false, headline: null };
  const total = price?.total ?? (isStale ? ownTotal : null);
  const amount = price?.amounts.total ?? (isStale ? ownAmount : null);
  // After a failed request with add-ons the price of the offer could be wrong, so none is shown.
  const fallback = isStale || !query.includes('&addon-') ? null : '';
  return { total, amount, isStale, isAnswer: !isStale, headline: price?.headline ?? fallback };
}

function buildPriceQuery(form: FormData, productId: number, variationId: number, addons: readonly BuyAddon[]): string {
  const quantity = String(form.get('quantity') ?? '1');
  const filled = addons.flatMap((addon) => readAddonValues(form, addon).map((value) => [addon.field, value] as const));
  if (!/^[1-9]\d{0,3}$/.test(quantity) || (filled.length === 0 && quantity === '1')) return '';
  const query = new URLSearchParams({ product_id: `${productId}`, variation_id: `${variationId}`, quantity });
  for (const [field, value] of filled) query.append(field, value);
  return query.toString();
}

/** Texts and files stay private until the order, and their content doesn't change the price: 'x' is sent instead. */
function readAddonValues(form: FormData, { field, kind }: BuyAddon): string[] {
  const values = form
    .getAll(field)
    .filter((value): value is string => typeof value === 'string' && value.trim() !== '');
  if (kind === 'file') return values.length > 0 ? ['x'] : [];
  return kind === 'text' || kind === 'textarea' ? values.map(() => 'x') : values;
}
