import type { ChosenTerms } from './variation-selection.shared.ts';

/**
 * URL parameter of a set's page. It occurs once for each member whose choice differs from the initial choice: `12 2
 * glaze ink` is the member's id, the quantity, and attribute and term slugs in pairs. Slugs have no spaces.
 */
export const setChoiceParameter = 'set';

/**
 * URL parameter of a set's page that shows what is missing in the choice. Forms sent without script are answered with
 * it.
 */
export const incompleteSetParameter = 'incomplete';

export interface MemberChoice {
  readonly chosen?: ChosenTerms;
  readonly quantity?: number;
}

export function formatMemberChoice(productId: number, { chosen = {}, quantity }: MemberChoice): string {
  const terms = Object.entries(chosen).filter(([, term]) => term);
  return [productId, quantity ?? '', ...terms.flat()].join(' ');
}

/**
 * Ignores values in another format. Doesn't check whether the set has the members and terms.
 * @param text all values of the parameter, joined by commas
 * @returns choices by product id
 */
export function parseSetChoice(text: string): ReadonlyMap<number, MemberChoice> {
  return new Map(
    text.split(',').flatMap((value): [number, MemberChoice][] => {
      const [id = '', quantity = '', ...terms] = value.split(' ');
      if (!/^[1-9]\d{0,8}$/.test(id) || !/^\d{0,4}$/.test(quantity)) return [];
      const chosen = Object.fromEntries(
        terms.flatMap((term, index) => (index % 2 === 1 ? [[terms[index - 1] ?? '', term]] : [])),
      );
      return [[Number(id), { chosen, ...(quantity === '' ? {} : { quantity: Number(quantity) }) }]];
    }),
  );
}
