import { defineAdminOperation } from '#platform/admin/records/operations/operation.ts';
import { moment, text } from '#platform/forms/kinds.ts';
import { type Draft, findDraft } from '../drafts.ts';
import { quoteManualOrder } from '../price-manual-order.ts';
import { sendQuote } from '../quotes/quotes.ts';
import { manualOrderSettings } from '../settings.ts';
import { draftTexts as texts } from './draft-texts.ts';
import { refuseDraft } from './place-operation.tsx';

const minuteMs = 60 * 1000;
const dayMs = 24 * 60 * minuteMs;

export const sendQuoteOperation = defineAdminOperation({
  ...{
    name: 'manual-orders.send-quote',
    description: 'Offers a draft to its customer at the prices of now, until a date.',
  },
  ...{ text: texts.sendQuote, subject: 'order-draft', requires: 'orders.write' },
  load: (_shop, db, id) => findDraft(db, id),
  label: ({ t }, { id }) => t(texts.draftTitle, { id: String(id) }),
  fields: ({ t }, _draft: Draft) => ({
    validUntil: moment({ label: t(texts.validUntil), required: true, width: 'half' }),
    message: text({ label: t(texts.message), max: 2000 }),
  }),
  values: ({ clock, settings }, { quote }) => ({
    // Rounded to minutes, as the field shows them.
    validUntil: new Date(
      Math.ceil(clock.now().getTime() / minuteMs) * minuteMs + settings(manualOrderSettings).quoteDays * dayMs,
    ).toISOString(),
    message: quote?.message ?? '',
  }),
  lead: ({ t, renderContext }, { input, quote }) => {
    if (!quote) return t(texts.sendQuoteLead, { email: input.email });
    const { currency, totals } = quote.order.calculation;
    const total = renderContext('/').price({ amount: totals.total, currency });
    return t(texts.sendAgainLead, { total, until: quote.validUntil });
  },
  preview: async (shop, db, _id, { validUntil }, { subject }) => {
    const until = new Date(validUntil ?? 0);
    if (until <= shop.clock.now()) return refusePast(shop);
    const quote = await quoteManualOrder(shop, db, subject.input, { kind: 'link' });
    if (!quote.ok) return refuseDraft(shop, quote);
    const { currency, totals } = quote.calculation;
    const total = shop.renderContext('/').price({ amount: totals.total, currency });
    return { ok: true, what: shop.t(texts.willSend, { email: subject.input.email, total, until }) };
  },
  run: async (shop, tx, id, { validUntil, message }) => {
    const until = new Date(validUntil ?? 0);
    if (until <= shop.clock.now()) return refusePast(shop);
    const before = await findDraft(tx, id);
    const result = await sendQuote(shop, tx, { draftId: id, validUntil: until, message });
    if (!result.ok) return refuseDraft(shop, result);
    const total = { amount: result.total, currency: shop.choices.currency };
    const after = { validUntil: until.toISOString(), total, message };
    return {
      ok: true,
      change: { label: String(id), before: null, after, customerId: before?.input.customerId ?? null },
    };
  },
  outcomes: { done: texts.quoteSent },
});

const refusePast = ({ t }: { readonly t: Parameters<typeof refuseDraft>[0]['t'] }) =>
  ({ ok: false, code: 'QUOTE_DATE_PAST', message: t(texts.untilPast), field: 'validUntil' }) as const;
