import { type RefObject, useEffect, useRef } from 'react';
import { buildVariationQuery, openTermParameter, variationParameter } from '#features/catalog/contract.ts';
import { type VariationChange, variationChangedEvent } from '#features/product-form/contract.ts';
import { runAfterLayersClose } from '#ui/browser/close-on-back.ts';
import { getJQuery } from '#ui/browser/jquery.ts';
import type { BuyFormProps, BuyOffer } from '../buy-form.shared.ts';

/**
 * Dispatches the chosen variation, or the picture of an incomplete choice, as an event on the form: initially if
 * there is one, then after each change.
 * @param button main button of the form
 */
export function useVariationEvent(
  button: RefObject<HTMLButtonElement | null>,
  { productId, variationId, imageId }: VariationChange,
): void {
  const lastSent = useRef<number | null>(null);
  // Negative values stand for the picture of an incomplete choice.
  const current = variationId ?? (imageId && -imageId);
  // Runs after each render; `lastSent` tells whether anything has changed.
  useEffect(() => {
    const form = button.current?.form;
    if (!form || lastSent.current === current) return;
    lastSent.current = current;
    const detail: VariationChange = { productId, variationId, imageId };
    form.dispatchEvent(new CustomEvent(variationChangedEvent, { bubbles: true, detail }));
    triggerOldEvent(form, variationId);
  });
}

/** Triggers the jQuery events that existing scripts of a migrated shop know. They listen once the page is ready. */
function triggerOldEvent(form: HTMLFormElement, variationId: number | null): void {
  const jQuery = getJQuery();
  jQuery?.(() => {
    if (variationId === null) jQuery(form).trigger('reset_data');
    else jQuery(form).trigger('found_variation', [{ variation_id: variationId }]);
  });
}

/**
 * Writes the choice to the page's URL after each change, so that it survives a reload and can be shared: the
 * variation and the terms that the variation leaves open, or the terms of an incomplete choice.
 */
export function useVariationInUrl(
  variation: BuyOffer | undefined,
  chosen: Readonly<Record<string, string>>,
  { choices, keepsChoiceInUrl }: BuyFormProps,
): void {
  const query = buildChoiceQuery(variation, chosen, choices);
  const text = String(query);
  const lastText = useRef(text);
  useEffect(() => {
    if (!keepsChoiceInUrl || lastText.current === text) return;
    lastText.current = text;
    runAfterLayersClose(() => {
      const url = new URL(location.href);
      for (const name of [variationParameter, openTermParameter]) url.searchParams.delete(name);
      for (const [name, value] of query) url.searchParams.append(name, value);
      history.replaceState(history.state, '', url);
    });
  });
}

function buildChoiceQuery(
  variation: BuyOffer | undefined,
  chosen: Readonly<Record<string, string>>,
  choices: BuyFormProps['choices'],
): URLSearchParams {
  const openTerms = choices.flatMap(({ slug }) =>
    variation?.terms[slug] || !chosen[slug] ? [] : [[slug, chosen[slug]]],
  );
  return buildVariationQuery(variation?.id ?? null, Object.fromEntries(openTerms));
}
