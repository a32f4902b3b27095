import { useEffect, useRef } from 'react';
import {
  formatMemberChoice,
  incompleteSetParameter,
  setChoiceParameter,
} from '#features/product-form/set-choice.shared.ts';
import { afterLayers } from '#ui/browser/close-on-back.ts';
import type { ChosenMember } from './member-choice.ts';

/** Names the choice of a set in the address after each change, so that it survives a reload and can be shared. */
export function useChoiceInUrl(rows: readonly ChosenMember[], isKept: boolean): void {
  const choices = rows.flatMap(({ member, chosen, quantity }) => {
    const isDefault = quantity === member.quantity.default && !Object.values(chosen).some(Boolean);
    return isDefault ? [] : [formatMemberChoice(member.productId, { chosen, quantity })];
  });
  const text = choices.join();
  const lastText = useRef(text);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text has the choices
  useEffect(() => {
    if (!isKept || lastText.current === text) return;
    lastText.current = text;
    afterLayers(() => {
      const url = new URL(location.href);
      for (const name of [setChoiceParameter, incompleteSetParameter]) url.searchParams.delete(name);
      for (const choice of choices) url.searchParams.append(setChoiceParameter, choice);
      history.replaceState(history.state, '', url);
    });
  }, [text, isKept]);
}
