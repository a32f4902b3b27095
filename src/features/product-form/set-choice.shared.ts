import type { ChosenTerms } from './variation-selection.shared.ts';

/**
 * Parameter of a set's page, once for each member with another choice than the page begins with:
 * `12 2 glaze ink` has the member's id, its quantity, and terms by attribute. A slug has no space.
 */
export const setChoiceParameter = 'set';

/** Parameter of a set's page that says what is missing in its choice: the answer to its form without script. */
export const incompleteSetParameter = 'incomplete';

/** What is chosen of a member of a set. */
export interface MemberChoice {
  readonly chosen?: ChosenTerms;
  readonly quantity?: number;
}

export function formatMemberChoice(productId: number, { chosen = {}, quantity }: MemberChoice): string {
  const terms = Object.entries(chosen).filter(([, term]) => term);
  return [productId, quantity ?? '', ...terms.flat()].join(' ');
}

/**
 * Ignores what is no choice. Whether the set has such members and terms is not checked.
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
