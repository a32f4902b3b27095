import { defineAdminOperation } from '#platform/admin/records/operations/operation.ts';
import { type Db, inTransaction, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { group, line, number, text } from '#platform/forms/kinds.ts';
import { formatMoment } from '#platform/texts/formats.ts';
import { assignOrder, findBindingOrder } from '../assign-order.ts';
import { closeWithdrawal, findWithdrawal } from '../find-withdrawals.ts';
import { chooseLines, recordReceived, type WithdrawableLine } from '../withdrawal-lines.ts';
import { withdrawalAdminTexts as texts } from './texts.ts';
import { loadWithdrawalSubject, type WithdrawalSubject } from './withdrawal-subject.ts';

const common = {
  ...{ subject: 'withdrawal', requires: 'withdrawals.write' },
  load: (_shop: Shop, db: Db, id: number) => loadWithdrawalSubject(db, id),
  label: ({ t }: Shop, { id, orderNumber }: WithdrawalSubject) =>
    t(texts.title, { id: String(id), number: orderNumber }),
} as const;

const toKey = (lineId: number): string => `l${lineId}`;

/**
 * Creates a number field for each line.
 * @param most maximum number of units of a line; lines with 0 are left out
 */
const createUnitFields = (
  { t, choices }: Shop,
  { lines }: WithdrawalSubject,
  most: (line: WithdrawableLine) => number,
) => ({
  items: group({
    label: t(texts.items),
    fields: Object.fromEntries(
      lines
        .filter((line) => most(line) > 0)
        .map((line) => [
          toKey(line.lineId),
          number({
            ...{ label: line.name, hint: t(texts.unitsHint, { left: most(line) }), min: 0, max: most(line) },
            ...{ locale: choices.locale, width: 'half' },
          }),
        ]),
    ),
  }),
});

const refusals = {
  ORDER_NOT_FOUND: texts.orderNotFound,
  ORDER_NOT_BINDING: texts.orderNotBinding,
  WITHDRAWAL_MATCHED: texts.matchedBefore,
  WITHDRAWAL_CLOSED: texts.closedBefore,
  WITHDRAWAL_UNMATCHED: texts.unmatchedRefused,
  UNITS_NOT_LEFT: texts.notLeft,
  UNITS_NOT_WITHDRAWN: texts.notWithdrawn,
} as const;

const refuse = (shop: Shop, code: keyof typeof refusals) =>
  ({ ok: false, code, message: shop.t(refusals[code]) }) as const;

type Change = typeof chooseLines;

/** Creates a function that saves numbers of units, and returns the values before and after for the audit. */
const saveUnits =
  (change: Change, count: (line: WithdrawableLine) => number) =>
  async (shop: Shop, tx: Tx, id: number, items: Readonly<Record<string, number | null>>) => {
    const withdrawal = await findWithdrawal(tx, id);
    if (!withdrawal) return { ok: false, code: 'WITHDRAWAL_NOT_FOUND', message: shop.t(texts.gone) } as const;
    const units = new Map(Object.entries(items).map(([key, units]) => [Number(key.slice(1)), units ?? 0]));
    const result = await change(tx, withdrawal, units);
    if (!result.ok) return refuse(shop, result.code);
    const describe = (read: (line: WithdrawableLine) => number) =>
      Object.fromEntries(result.before.map((line) => [line.name, read(line)]));
    const before = describe(count);
    const after = describe(({ lineId }) => units.get(lineId) ?? 0);
    return { ok: true, change: { label: withdrawal.orderNumber, before, after } } as const;
  };

const saveChosen = saveUnits(chooseLines, ({ quantity }) => quantity);
const saveReceived = saveUnits(recordReceived, ({ received }) => received);

export const chooseLinesOperation = defineAdminOperation({
  ...{ ...common, name: 'withdrawals.choose-lines', description: 'Sets which units a withdrawal is about.' },
  text: texts.chooseLines,
  // Keep fields of lines that the withdrawal already contains: submitting a form without a line removes the line from
  // the withdrawal.
  fields: (shop, subject) => createUnitFields(shop, subject, ({ left, quantity }) => Math.max(left, quantity)),
  values: (_shop, { lines }) => ({
    items: Object.fromEntries(lines.map(({ lineId, quantity }) => [toKey(lineId), quantity || null])),
  }),
  lead: ({ t }, { lines }) => t(lines.some(({ left }) => left > 0) ? texts.chooseLead : texts.nothingLeft),
  run: (shop, tx, id, { items }) => saveChosen(shop, tx, id, items),
  outcomes: { done: texts.linesChosen },
});

export const recordReceivedOperation = defineAdminOperation({
  ...{ ...common, name: 'withdrawals.record-received', description: 'Records which units of a withdrawal came back.' },
  text: texts.recordReceived,
  fields: (shop, subject) => createUnitFields(shop, subject, ({ quantity }) => quantity),
  values: (_shop, { lines }) => ({
    items: Object.fromEntries(lines.map(({ lineId, received, quantity }) => [toKey(lineId), received || quantity])),
  }),
  lead: ({ t }) => t(texts.receivedLead),
  run: (shop, tx, id, { items }) => saveReceived(shop, tx, id, items),
  outcomes: { done: texts.receivedSaved },
});

/**
 * The preview shows order number, date and whether the address matches, also to staff without permission to read
 * orders.
 */
export const assignOrderOperation = defineAdminOperation({
  ...{ ...common, name: 'withdrawals.assign-order', text: texts.assignOrder },
  description: 'Assigns a withdrawal that matched no order to one.',
  fields: ({ t }) => ({ order: line({ label: t(texts.orderNumber), required: true, max: 30, width: 'half' }) }),
  values: (_shop, { orderNumber }) => ({ order: orderNumber }),
  lead: ({ t }, { orderNumber, email }) => t(texts.assignLead, { number: orderNumber, email }),
  preview: async (shop, db, _id, { order: typed }, { subject }) => {
    const { t, choices } = shop;
    const found = await inTransaction(db, (tx) => findBindingOrder(tx, typed));
    if (!found.ok) return { ...refuse(shop, found.code), field: 'order' };
    const { number: orderNumber, createdAt, email } = found.order;
    const isSame = email.toLowerCase() === subject.email.toLowerCase();
    const facts = { number: orderNumber, when: formatMoment(createdAt, choices.locale) };
    return { ok: true, what: `${t(texts.assignPreview, facts)} ${t(isSame ? texts.sameEmail : texts.otherEmail)}` };
  },
  run: async (shop, tx, id, { order: typed }) => {
    const withdrawal = await findWithdrawal(tx, id);
    if (!withdrawal) return { ok: false, code: 'WITHDRAWAL_NOT_FOUND', message: shop.t(texts.gone) };
    const result = await assignOrder(shop, tx, withdrawal, typed);
    if (!result.ok) return refuse(shop, result.code);
    const change = { label: withdrawal.orderNumber, before: { order: null }, after: { order: result.order.number } };
    return { ok: true, change };
  },
  outcomes: { done: texts.orderAssigned },
});

export const closeOperation = defineAdminOperation({
  ...{ ...common, name: 'withdrawals.close-withdrawal', description: 'Closes a withdrawal with a note.' },
  text: texts.close,
  fields: ({ t }) => ({ note: text({ label: t(texts.note), max: 2000 }) }),
  values: () => ({ note: '' }),
  lead: ({ t }) => t(texts.closeLead),
  run: async (shop, tx, id, { note }, { actor }) => {
    const withdrawal = await findWithdrawal(tx, id);
    if (!withdrawal) return { ok: false, code: 'WITHDRAWAL_NOT_FOUND', message: shop.t(texts.gone) };
    const isClosed = await closeWithdrawal(tx, { id, note, by: actor, now: shop.clock.now() });
    if (!isClosed) return { ok: false, code: 'WITHDRAWAL_CLOSED', message: shop.t(texts.closedBefore) };
    const change = { label: withdrawal.orderNumber, before: { closed: false }, after: { closed: true } };
    return { ok: true, change };
  },
  outcomes: { done: texts.closed },
});
