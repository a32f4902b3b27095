import { findVariation, type Selection } from '#features/product-form/variation-selection.shared.ts';
import type { BuyOffer, SetFormProps, SetMember } from '../buy-form.shared.ts';

/** What the shopper changed of a member. */
export interface MemberChoice {
  /** Term slugs by attribute slug. */
  readonly chosen?: Readonly<Record<string, string>>;
  readonly quantity?: number;
}

/** A member with what is chosen of it. */
export interface ChosenMember {
  readonly member: SetMember;
  readonly chosen: Readonly<Record<string, string>>;
  readonly quantity: number;
  readonly selection: Selection<BuyOffer>;
}

export function chooseMember(member: SetMember, { chosen = {}, quantity }: MemberChoice = {}): ChosenMember {
  const [only] = member.offers;
  const selection: Selection<BuyOffer> =
    member.choices.length === 0 && only ? { state: 'found', variation: only } : findVariation(member.offers, chosen);
  return { member, chosen, quantity: quantity ?? member.quantity.initial, selection };
}

interface SetProblem {
  /** Of the row. */
  readonly index: number;
  /** Names of the fields that may be focused, the first one that exists. */
  readonly fields: readonly string[];
  readonly text: string;
}

/** Returns the first reason why the set can't be bought as it is; null if it can. */
export function findProblem(rows: readonly ChosenMember[], labels: SetFormProps['labels']): SetProblem | null {
  const bought = rows.filter(({ member, quantity }) => member.obstacle === null && quantity > 0);
  const row = bought.length === 0 ? rows.find(({ member }) => member.obstacle === null) : bought.find(isUndecided);
  if (!row) return null;
  const { member, chosen, selection } = row;
  const index = rows.indexOf(row);
  if (bought.length === 0) return { index, fields: [member.quantity.field], text: labels.chooseItem };
  const missing = member.choices.find(({ slug }) => !chosen[slug]);
  const fields = [missing ?? member.choices[0]].flatMap((choice) => choice?.field ?? []);
  if (selection.state === 'unavailable') return { index, fields, text: labels.unavailable };
  if (!missing) return { index, fields, text: `${member.name}: ${selection.variation?.stock.text ?? ''}` };
  const text = labels.selectItemOption.replace('{select}', missing.selectText).replace('{item}', member.name);
  return { index, fields, text };
}

const isUndecided = ({ selection }: ChosenMember) =>
  selection.state !== 'found' || selection.variation.stock.kind === 'out';
