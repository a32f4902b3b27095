import type { LoadOrderFacts } from '#features/orders/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Text } from '#platform/texts/texts.ts';
import { vatNumberTexts as texts } from '../texts.ts';
import { findOrderCheck, type OrderVatCheck } from './order-checks.ts';

const answers: Readonly<Record<OrderVatCheck['outcome'], Text>> = {
  valid: texts.valid,
  invalid: texts.notValid,
  pending: texts.pending,
  unanswered: texts.unanswered,
};

export function listCheckRows({ t }: Pick<Shop, 't'>, check: OrderVatCheck) {
  const { number, outcome, askedAt, consultation, name, address } = check;
  const rows = [
    { label: t(texts.number), value: number },
    { label: t(texts.answer), value: t(answers[outcome]) },
    { label: t(texts.askedAt), value: askedAt === null ? '' : t(texts.askedAtValue, { at: askedAt }) },
    { label: t(texts.consultation), value: consultation },
    { label: t(texts.name), value: name },
    { label: t(texts.address), value: address },
  ];
  return rows.filter(({ value }) => value !== '');
}

export const loadVatFacts: LoadOrderFacts = async (shop, db, { id }) => {
  const check = await findOrderCheck(db, id);
  if (!check) return null;
  return { name: 'vat-numbers', title: shop.t(texts.check), rows: listCheckRows(shop, check), data: check };
};
