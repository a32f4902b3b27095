import { OrderItem, orderRecord } from '#features/orders/index.ts';
import { type AdminPanel, defineAdminRecord, getRecordPath } from '#platform/admin/records/record.ts';
import type { Shop } from '#platform/features/shop.ts';
import { isPermitted } from '#platform/sessions/actor.ts';
import { getDateFormat } from '#platform/texts/formats.ts';
import { DataTable } from '#ui/admin/data-table.tsx';
import { FactsList } from '#ui/admin/panels.tsx';
import { StateBadge } from '#ui/admin/state-badge.tsx';
import { Notice } from '#ui/notice.tsx';
import { draftsPath, quotePath } from '../contract.ts';
import { describeManualOrderFailure } from '../describe-failure.ts';
import { type Draft, findDraft, findDraftState, getStandingQuote } from '../drafts.ts';
import { type QuotedOrder, quoteManualOrder } from '../price-manual-order.ts';
import { listQuotedRows } from '../quotes/quoted-rows.ts';
import { deleteDraft, restoreDraft, withdrawQuote } from './draft-actions.ts';
import { draftForm } from './draft-form.ts';
import { draftLooks } from './draft-states.ts';
import { draftTexts as texts } from './draft-texts.ts';
import { placeOrderOperation } from './place-operation.tsx';
import { sendQuoteOperation } from './quote-operation.tsx';

function QuotedTotals({ shop, quoted }: { readonly shop: Shop; readonly quoted: QuotedOrder }) {
  const { t } = shop;
  const { rows, totals } = listQuotedRows(shop.renderContext('/'), quoted);
  const columns = [
    { id: 'product', title: t(texts.product), onPhone: 'title' },
    { id: 'each', title: t(texts.each), align: 'end' },
    { id: 'quantity', title: t(texts.quantity), align: 'end' },
    { id: 'amount', title: t(texts.amount), align: 'end', onPhone: 'value' },
  ] as const;
  const cells = rows.map(({ key, name, sku, options, unitPrice, quantity, amount }) => ({
    id: key,
    cells: {
      product: <OrderItem name={name} details={[...(sku === null ? [] : [sku]), ...options]} />,
      ...{ each: unitPrice, quantity, amount },
    },
  }));
  return (
    <>
      <DataTable label={t(texts.linesTable)} columns={columns} rows={cells} />
      <div className="order-totals">
        <FactsList facts={totals} />
      </div>
    </>
  );
}

/** Shows the totals of the quote or of the order at current prices. An order that was placed has its own page. */
const totalsPanel: AdminPanel<Draft> = {
  ...{ id: 'totals', title: texts.totals, column: 'main', look: 'flush', place: { before: 'form' } },
  async render(shop, draft) {
    const { input, order, isDeleted } = draft;
    if (order || isDeleted) return null;
    const quoted = getStandingQuote(draft, shop.clock.now());
    if (quoted) return <QuotedTotals shop={shop} quoted={quoted.order} />;
    const quote = await quoteManualOrder(shop, shop.db, input, { kind: 'account' });
    if (quote.ok) return <QuotedTotals shop={shop} quoted={quote} />;
    return (
      <Notice kind="error" title={shop.t(texts.unavailable)}>
        {describeManualOrderFailure(shop, quote)}
      </Notice>
    );
  },
};

const quotePanel: AdminPanel<Draft> = {
  ...{ id: 'quote', title: texts.quote, column: 'side' },
  render(shop, { quote, order }, actor) {
    if (!quote && !order) return null;
    const { t, choices } = shop;
    const date = getDateFormat(choices.locale, { dateStyle: 'medium', timeStyle: 'short' });
    const { currency = choices.currency, totals } = quote?.order.calculation ?? {};
    const orderLink = order && <a href={getRecordPath(orderRecord, order.id)}>{order.number}</a>;
    const facts = [
      { label: t(texts.order), value: orderLink },
      {
        label: t(texts.quotedTotal),
        value: totals && shop.renderContext('/').price({ amount: totals.total, currency }),
      },
      { label: t(texts.quotedFor), value: quote?.input.email },
      { label: t(texts.validUntil), value: quote && date.format(quote.validUntil) },
      {
        label: t(texts.quoteLink),
        // Show the link only to staff who may write orders, because it suffices to accept the quote.
        value: quote && isPermitted(actor, draftForm.requires) && <a href={quotePath(quote.token)}>{t(texts.quote)}</a>,
      },
    ];
    return (
      <>
        <FactsList facts={facts} />
        {quote && !order && !quote.isCurrent && !quote.isWithdrawn && <p>{t(texts.changedQuote)}</p>}
      </>
    );
  },
};

const isOpen = ({ order, isDeleted }: Draft) => order === null && !isDeleted;
const isQuoted = (draft: Draft, now: Date) => findDraftState(draft, now) === 'quoted';

export const draftRecord = defineAdminRecord<Draft>({
  ...{ name: 'manual-orders.draft', path: `${draftsPath}/:id`, requires: 'orders.read', subject: 'order-draft' },
  back: { path: draftsPath, text: texts.drafts },
  load: (_shop, db, id) => findDraft(db, id),
  head: ({ t, clock }, draft) => {
    const { text, tone } = draftLooks[findDraftState(draft, clock.now())];
    const { billing } = draft.input;
    return {
      title: t(draft.quote ? texts.quoteTitle : texts.draftTitle, { id: String(draft.id) }),
      states: <StateBadge tone={tone}>{t(text)}</StateBadge>,
      facts: t(texts.facts, {
        ...{ name: `${billing.first_name} ${billing.last_name}`, by: draft.author.name, at: draft.createdAt },
      }),
    };
  },
  form: draftForm,
  panels: [totalsPanel, quotePanel],
  actions: [
    { action: withdrawQuote, isShown: isQuoted },
    { action: deleteDraft, isShown: isOpen },
    { action: restoreDraft, isShown: ({ isDeleted }) => isDeleted, isNext: () => true },
  ],
  operations: [
    { operation: placeOrderOperation, isShown: isOpen, isNext: isOpen },
    { operation: sendQuoteOperation, isShown: isOpen, isNext: isOpen },
  ],
});
