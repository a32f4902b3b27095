import { type RefObject, useEffect, useRef, useState } from 'react';
import { parseSetFieldName } from '#features/product-form/contract.ts';
import { useFormChanges } from '../buy-form/use-form-changes.ts';
import { usePriceRequest } from '../buy-form/use-price-request.ts';
import type { SetFormProps, ShownTotal } from '../buy-form.shared.ts';

/**
 * The total of what is chosen of a set.
 * @param button of the form
 */
export function useSetPrice(
  button: RefObject<HTMLButtonElement | null>,
  { price: initial, priceUrl }: Pick<SetFormProps, 'price' | 'priceUrl'>,
): ShownTotal & { readonly headline: string } {
  /** Null until something is changed, empty where nothing is chosen. */
  const [query, setQuery] = useState<string | null>(null);
  const initialQuery = useRef('');
  useEffect(() => {
    if (button.current?.form) initialQuery.current = buildSetQuery(button.current.form);
  }, [button]);
  useFormChanges(button, (form) => {
    const next = buildSetQuery(form);
    setQuery(next === initialQuery.current ? null : next);
  });
  const { price, isStale } = usePriceRequest(priceUrl, query ?? '');
  if (!query)
    return {
      total: query === null ? initial.total : null,
      isStale: false,
      isAnswer: false,
      headline: initial.headline,
    };
  const shown = price ?? (isStale ? initial : null);
  return { total: shown?.total ?? null, isStale, isAnswer: !isStale, headline: (shown ?? initial).headline };
}

/** @returns the fields of members with a quantity; empty without one */
function buildSetQuery(form: HTMLFormElement): string {
  const fields = [...new FormData(form)].flatMap(([name, value]) => {
    const field = parseSetFieldName(name);
    return field && typeof value === 'string' ? [{ ...field, name, value }] : [];
  });
  const bought = fields.flatMap(({ productId, attributeSlug, value }) =>
    attributeSlug === null && /^[1-9]\d{0,3}$/.test(value) ? [productId] : [],
  );
  const sent = fields.filter(({ productId }) => bought.includes(productId));
  return new URLSearchParams(sent.map(({ name, value }) => [name, value])).toString();
}
