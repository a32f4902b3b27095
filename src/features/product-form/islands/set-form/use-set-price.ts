import { useState } from 'react';
import { usePriceRequest } from '../buy-form/use-price-request.ts';
import type { SetFormProps, ShownTotal } from '../buy-form.shared.ts';
import type { ChosenMember } from './member-choice.ts';

/** The total of what is chosen of a set. */
export function useSetPrice(
  rows: readonly ChosenMember[],
  { price: initial, priceUrl }: Pick<SetFormProps, 'price' | 'priceUrl'>,
): ShownTotal & { readonly headline: string } {
  const query = buildSetQuery(rows);
  const [initialQuery] = useState(query);
  const isInitial = query === initialQuery;
  const { price, isStale } = usePriceRequest(priceUrl, isInitial ? '' : query);
  if (query === '' || isInitial) {
    const { total, amounts } = query === '' ? { total: null, amounts: null } : initial;
    return { total, amount: amounts?.total ?? null, isStale: false, isAnswer: false, headline: initial.headline };
  }
  const shown = price ?? (isStale ? initial : null);
  const { total = null, amounts } = shown ?? {};
  const { headline } = shown ?? initial;
  return { total, amount: amounts?.total ?? null, isStale, isAnswer: !isStale, headline };
}

/** @returns the fields of members with a quantity; empty without one */
function buildSetQuery(rows: readonly ChosenMember[]): string {
  const fields = rows.flatMap(({ member, chosen, quantity }) => {
    if (member.obstacle !== null || !/^[1-9]\d{0,3}$/.test(`${quantity}`)) return [];
    const terms = member.choices.map(({ slug, field }) => [field, chosen[slug] ?? '']);
    return [[member.quantity.field, `${quantity}`], ...terms.filter(([, term]) => term)];
  });
  return new URLSearchParams(fields).toString();
}
