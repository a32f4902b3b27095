import { createOrderLink } from '#features/orders/access/order-link.ts';
import { loadOrderFacts } from '#features/orders/ports.ts';
import type { AdminPanel } from '#platform/admin/records/record.ts';
import { FactsList } from '#ui/admin/panels.tsx';
import type { OrderSubject } from './order-subject.ts';
import { orderRecordTexts as texts } from './record-texts.ts';

const sources = { checkout: texts.fromCheckout, admin: texts.fromAdmin, api: texts.fromApi } as const;

export const detailsPanel: AdminPanel<OrderSubject> = {
  ...{ id: 'details', title: texts.details, column: 'side' },
  render: (shop, order) => {
    const { t } = shop;
    const { promise, shipping, amends, isReplacement, paymentTitle, source, meta, dueAt } = order;
    const facts = [
      { label: t(texts.payment), value: paymentTitle },
      { label: t(texts.method), value: shipping.map(({ title }) => title).join(', ') },
      {
        label: t(texts.promise),
        value:
          promise &&
          t(texts.promised, {
            isOneDay: promise.earliest === promise.latest ? 'yes' : 'no',
            ...{ earliest: new Date(promise.earliest), latest: new Date(promise.latest) },
          }),
      },
      { label: t(texts.until), value: dueAt && t(texts.untilMoment, { due: dueAt }) },
      { label: t(texts.source), value: t(sources[source]) },
      { label: t(texts.amends), value: amends === null || isReplacement ? null : String(amends) },
      ...Object.entries(meta).map(([label, value]) => ({ label, value: String(value) })),
    ];
    return (
      <>
        <FactsList facts={facts} />
        <p>
          <a href={createOrderLink(shop, order)}>{t(texts.viewAsCustomer)}</a>
        </p>
      </>
    );
  },
};

export const notePanel: AdminPanel<OrderSubject> = {
  ...{ id: 'note', title: texts.note, column: 'side' },
  render: (_shop, { note }) => (note === '' ? null : <p className="order-note">{note}</p>),
};

/** Shows the facts about the order of features that have no panel. */
export const factsPanel: AdminPanel<OrderSubject> = {
  ...{ id: 'facts', title: texts.otherDetails, column: 'side' },
  render: async (shop, order) => {
    const facts = await loadOrderFacts(shop, shop.db, order, { withoutPanel: true });
    if (facts.length === 0) return null;
    return facts.map(({ name, title, rows }) => (
      <section key={name}>
        <h3>{title}</h3>
        <FactsList facts={rows} />
      </section>
    ));
  },
};
