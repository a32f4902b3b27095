import { defineAdminOperation } from '#platform/admin/records/operations/operation.ts';
import type { Shop } from '#platform/features/shop.ts';
import { line, money, number } from '#platform/forms/kinds.ts';
import { formatMoney } from '#platform/money/money.ts';
import { isPermitted } from '#platform/sessions/actor.ts';
import { loadProductSubject, type ProductSubject } from '../page/product-subject.ts';
import { productEditorTexts as texts } from '../texts.ts';
import { changeProduct, lockProductWithStock } from './change-product.ts';
import { moveStock, writeStock } from './move-stock.ts';

interface Offer {
  readonly price: number | null;
  readonly units: number | null;
}

const toOffer = ({ master }: ProductSubject): Offer => ({
  price: master.regularPrice,
  units: master.stock.managed ? master.stock.onHand : null,
});

function describe({ t, choices }: Shop, { master }: ProductSubject, { price, units }: Offer) {
  const { currency } = master;
  return {
    price: price === null ? t(texts.noPrice) : formatMoney({ amount: price, currency }, choices.locale),
    units: units === null ? t(texts.notManaged) : t(texts.units, { count: units }),
  };
}

const mostMoved = 999_999;

const refuseHeld = ({ t }: Shop, count: number) => ({ code: 'VALUE_INVALID', message: t(texts.tooFewLeft, { count }) });

/**
 * Changes price and stock of a product with one price. It is the page for browsers without script, where the row of
 * the list has a field. Its second step shows the stored values.
 */
export const quickEditOperation = defineAdminOperation({
  ...{ name: 'product-editor.set-offer', text: texts.quickEdit, subject: 'product', requires: 'products.write' },
  description: 'Sets the price of a product, and changes its stock by a difference.',
  load: (shop, db, id) => loadProductSubject(shop, db, id),
  label: (_shop, { product }) => product.name,
  fields: ({ t, choices }, { master, product }, actor) => {
    const { locale } = choices;
    return {
      price: money({ label: t(texts.price), currency: master.currency, locale, min: 0, width: 'half' }),
      difference:
        product.type === 'simple' && master.stock.managed && isPermitted(actor, writeStock)
          ? number({
              ...{ label: t(texts.difference), hint: t(texts.differenceHint), width: 'half' },
              ...{ min: -mostMoved, max: mostMoved, locale },
            })
          : null,
      reason: line({ label: t(texts.reason), hint: t(texts.reasonHint), max: 150 }),
    };
  },
  values: (_shop, { master }) => ({ price: master.regularPrice, difference: null, reason: '' }),
  preview: async (shop, _db, _id, { price, difference }, { subject }) => {
    const stored = toOffer(subject);
    const units = stored.units === null ? null : stored.units + (difference ?? 0);
    if (units !== null && units < 0) return { ok: false, ...refuseHeld(shop, stored.units ?? 0), field: 'difference' };
    const what = [
      shop.t(texts.offerNow, describe(shop, subject, stored)),
      shop.t(texts.offerThen, describe(shop, subject, { price, units })),
    ];
    return { ok: true, what: what.join(' ') };
  },
  run: async (shop, tx, id, { price, difference, reason }, { actor }) => {
    // The stock is locked separately: sales change it without locking the product.
    await lockProductWithStock(tx, id);
    const changed = await changeProduct({ shop, tx, actor, reference: 'edited' }, id, ({ master }) => {
      const { currency, regularPrice } = master;
      const toMoney = (amount: number | null) => ({ regularPrice: amount === null ? null : { amount, currency } });
      return {
        variations: new Map([[id, { regularPrice: price }]]),
        ...{ before: toMoney(regularPrice), after: toMoney(price) },
      };
    });
    if (!difference || (!changed.ok && changed.code !== 'PRODUCT_UNCHANGED')) return changed;
    const moved = await moveStock(shop, tx, { id, difference, note: reason }, actor);
    if (!moved.ok) return { ...moved, field: 'difference' };
    const { label = '', before = {}, after = {} } = changed.ok ? changed.change : { label: changed.label };
    return {
      ok: true,
      change: {
        ...{ label, before: { ...before, onHand: moved.before }, after: { ...after, onHand: moved.after, difference } },
      },
    };
  },
  outcomes: { done: texts.offerSaved },
});
