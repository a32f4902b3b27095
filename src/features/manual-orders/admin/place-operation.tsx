import { DiscountsUsedUp } from '#features/orders/index.ts';
import { Totals } from '#features/pricing/index.ts';
import { defineAdminOperation } from '#platform/admin/records/operations/operation.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { ValuesOf } from '#platform/forms/field.ts';
import { choice, line } from '#platform/forms/kinds.ts';
import type { Refusal } from '#platform/mutations/mutation.ts';
import { isPermitted } from '#platform/sessions/actor.ts';
import { describeManualOrderFailure } from '../describe-failure.ts';
import { type Draft, type DraftNotFound, findDraft, getStandingQuote, lockDraft, placeDraft } from '../drafts.ts';
import { type ManualOrderFailure, type ManualPayment, quoteManualOrder } from '../price-manual-order.ts';
import { listQuotedRows } from '../quotes/quoted-rows.ts';
import { manualOrderTexts } from '../texts.ts';
import { draftTexts as texts } from './draft-texts.ts';

const createFields = ({ t }: Shop, mayTakeMoney: boolean) => ({
  payment: choice({
    ...{ label: t(texts.payment), required: true, isOpen: true },
    options: [
      { value: 'link', label: t(texts.payByLink) },
      ...(mayTakeMoney ? [{ value: 'by-hand' as const, label: t(texts.payByHand) }] : []),
      { value: 'account', label: t(texts.payOnAccount) },
    ],
  }),
  title: line({ label: t(texts.paymentTitle), hint: t(texts.paymentTitleHint), max: 200, width: 'half' }),
  reference: line({ label: t(texts.reference), hint: t(texts.referenceHint), max: 200, width: 'half' }),
});
type PlaceValues = ValuesOf<ReturnType<typeof createFields>>;

const toPayment = ({ payment, title, reference }: PlaceValues): ManualPayment =>
  payment === 'by-hand' ? { kind: payment, title, reference } : { kind: payment || 'link' };

export function refuseDraft(shop: Shop, failure: ManualOrderFailure | DraftNotFound | Refusal<'DRAFT_ORDERED'>) {
  const { code } = failure;
  const message =
    code === 'DRAFT_NOT_FOUND' || code === 'DRAFT_ORDERED'
      ? shop.t(manualOrderTexts[code])
      : describeManualOrderFailure(shop, failure);
  return { ok: false, code, message } as const;
}

function findTitleProblem({ t }: Shop, { payment, title }: PlaceValues) {
  if (payment !== 'by-hand' || title !== '') return null;
  return { ok: false, code: 'PAYMENT_TITLE_MISSING', message: t(texts.paymentTitleMissing), field: 'title' } as const;
}

export const placeOrderOperation = defineAdminOperation({
  ...{ name: 'manual-orders.place-order', description: 'Places a draft as an order, at the prices of now.' },
  ...{ text: texts.place, subject: 'order-draft', requires: 'orders.write' },
  load: (_shop, db, id) => findDraft(db, id),
  label: ({ t }, { id }) => t(texts.draftTitle, { id: String(id) }),
  // Staff who may record payments of other orders may also record them here.
  fields: (shop, _draft: Draft, actor) => createFields(shop, isPermitted(actor, 'payments.write')),
  values: () => ({ payment: 'link', title: '', reference: '' }) as const,
  lead: ({ t }, { input }) => t(texts.placeLead, { email: input.email }),
  preview: async (shop, db, _id, values, { subject }) => {
    const missing = findTitleProblem(shop, values);
    if (missing) return missing;
    const standing = getStandingQuote(subject, shop.clock.now());
    const quote = standing
      ? { ok: true as const, ...standing.order }
      : await quoteManualOrder(shop, db, subject.input, toPayment(values));
    if (!quote.ok) return refuseDraft(shop, quote);
    return { ok: true, what: <Totals rows={listQuotedRows(shop.renderContext('/'), quote).totals} /> };
  },
  run: async (shop, tx, id, values, { actor }) => {
    const missing = findTitleProblem(shop, values);
    if (missing) return missing;
    const before = await lockDraft(tx, id);
    if (before?.order) return refuseDraft(shop, { ok: false, code: 'DRAFT_ORDERED' });
    const quote = before ? getStandingQuote(before, shop.clock.now()) : undefined;
    try {
      const result = await placeDraft(shop, tx, id, { by: actor, payment: toPayment(values), quote });
      if (!result.ok) return refuseDraft(shop, result);
      const { payment, title, reference } = values;
      const after = { order: result.number, payment, ...(payment === 'by-hand' ? { title, reference } : {}) };
      const customerId = before?.input.customerId ?? null;
      return { ok: true, change: { label: String(id), before: null, after, customerId } };
    } catch (error) {
      if (!(error instanceof DiscountsUsedUp)) throw error;
      return { ok: false, code: 'DISCOUNT_USED_UP', message: shop.t(texts.discountGone) };
    }
  },
  outcomes: { done: texts.placed },
});
