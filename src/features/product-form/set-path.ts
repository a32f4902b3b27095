import { productPath } from '#features/catalog/index.ts';
import { getFormId, parseSetFieldName } from './contract.ts';
import {
  formatMemberChoice,
  incompleteSetParameter,
  type MemberChoice,
  setChoiceParameter,
} from './set-choice.shared.ts';

/**
 * Returns the path of a set's page with the choice of a form that was sent without script.
 * @param form fields of the form; those of other features are ignored
 * @param isIncomplete whether the page shows what is missing, scrolled to the form
 */
export function getSetPath(
  { id, slug }: { readonly id: number; readonly slug: string },
  form: Readonly<Record<string, string | readonly string[]>>,
  { isIncomplete = false } = {},
): string {
  const choices = new Map<number, MemberChoice>();
  for (const [name, value] of Object.entries(form)) {
    const field = parseSetFieldName(name);
    const text = [value].flat()[0] ?? '';
    if (!field) continue;
    const { productId, attributeSlug } = field;
    const choice = choices.get(productId) ?? {};
    if (attributeSlug !== null)
      choices.set(productId, { ...choice, chosen: { ...choice.chosen, [attributeSlug]: text } });
    else if (/^\d{1,4}$/.test(text)) choices.set(productId, { ...choice, quantity: Number(text) });
  }
  const query = new URLSearchParams([
    ...[...choices].map(([productId, choice]) => [setChoiceParameter, formatMemberChoice(productId, choice)]),
    ...(isIncomplete ? [[incompleteSetParameter, '1']] : []),
  ]);
  return `${productPath(slug)}?${query}${isIncomplete ? `#${getFormId(id)}` : ''}`;
}
