import { findVariation, type Selection } from '#features/product-form/variation-selection.shared.ts';
import type { BuyOffer, SetFormProps, SetMember } from '../buy-form.shared.ts';

export type ChangedMember = Partial<Pick<ChosenMember, 'chosen' | 'quantity'>>;

export interface ChosenMember {
  readonly member: SetMember;
  /** Term slugs by attribute slug. */
  readonly chosen: Readonly<Record<string, string>>;
  readonly quantity: number;
  readonly selection: Selection<BuyOffer>;
}

export function chooseMember(
  member: SetMember,
  { chosen = member.chosen, quantity = member.quantity.initial }: ChangedMember = {},
): ChosenMember {
  const [only] = member.offers;
  const selection: Selection<BuyOffer> =
    member.choices.length === 0 && only ? { state: 'found', variation: only } : findVariation(member.offers, chosen);
  return { member, chosen, quantity, selection };
}

interface SetProblem {
  /** Index of the member's row. */
  readonly index: number;
  /** Names of fields; the first one that exists gets the focus. */
  readonly fields: readonly string[];
  readonly text: string;
}

export function listProblems(rows: readonly ChosenMember[], labels: SetFormProps['labels']): SetProblem[] {
  const available = rows.filter(({ member }) => member.obstacle === null);
  const bought = available.filter(({ quantity }) => quantity > 0);
  const [first] = available;
  if (first && bought.length === 0)
    return [{ index: rows.indexOf(first), fields: [first.member.quantity.field], text: labels.chooseItem }];
  return bought.flatMap((row) =>
    listMemberProblems(row, labels).map((problem) => ({ index: rows.indexOf(row), ...problem })),
  );
}

function listMemberProblems(
  { member: { name, choices }, chosen, selection }: ChosenMember,
  labels: SetFormProps['labels'],
): Omit<SetProblem, 'index'>[] {
  const missing = choices.filter(({ slug }) => !chosen[slug]);
  const fields = choices.slice(0, 1).map(({ field }) => field);
  if (selection.state === 'unavailable') return [{ fields, text: `${name}: ${labels.unavailable}` }];
  if (selection.variation?.stock.kind === 'out')
    return [{ fields, text: `${name}: ${selection.variation.stock.text}` }];
  return missing.map(({ field, selectText }) => ({
    fields: [field],
    text: labels.selectItemOption.replace('{select}', selectText).replace('{item}', name),
  }));
}
