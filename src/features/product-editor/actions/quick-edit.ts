import { defineAdminOperation } from '#platform/admin/records/operations/operation.ts';
import type { Shop } from '#platform/features/shop.ts';
import { line, money, number } from '#platform/forms/kinds.ts';
import { formatMoney } from '#platform/money/money.ts';
import { loadProductSubject, type ProductSubject } from '../page/product-subject.ts';
import { productEditorTexts as texts } from '../texts.ts';
import { changeProduct, lockProductWithStock } from './change-product.ts';

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

/** Price and stock of what has one price: what the row of the list does with script. Its second step shows what is stored. */
export const quickEditOperation = defineAdminOperation({
  ...{ name: 'product-editor.set-offer', text: texts.quickEdit, subject: 'product', requires: 'products.write' },
  description: 'Sets the price and the stock of a product.',
  load: (shop, db, id) => loadProductSubject(shop, db, id),
  label: (_shop, { product }) => product.name,
  fields: ({ t, choices }, { master, product }) => {
    const { locale } = choices;
    return {
      price: money({ label: t(texts.price), currency: master.currency, locale, min: 0, width: 'half' }),
      onHand:
        product.type === 'simple' && master.stock.managed
          ? number({ label: t(texts.onHand), required: true, min: 0, max: 999_999_999, locale, width: 'half' })
          : null,
      reason: line({ label: t(texts.reason), hint: t(texts.reasonHint), max: 150 }),
    };
  },
  values: (_shop, subject) => {
    const { price, units } = toOffer(subject);
    return { price, onHand: units ?? undefined, reason: '' } as never;
  },
  preview: async (shop, _db, _id, { price, onHand = null }, { subject }) => ({
    ok: true,
    what: [
      shop.t(texts.offerNow, describe(shop, subject, toOffer(subject))),
      shop.t(texts.offerThen, describe(shop, subject, { price, units: onHand })),
    ].join(' '),
  }),
  run: async (shop, tx, id, { price, onHand = null, reason }, { actor }) => {
    // Sales take stock without the lock of the product.
    await lockProductWithStock(tx, id);
    const reference = reason === '' ? 'edited' : `edited: ${reason}`;
    return changeProduct({ shop, tx, actor, reference }, id, (subject) => {
      const stored = toOffer(subject);
      const { currency } = subject.master;
      const toValues = (offer: Offer) => ({
        regularPrice: offer.price === null ? null : { amount: offer.price, currency },
        onHand: offer.units,
      });
      const stock = onHand === null ? {} : { stock: { onHand } };
      return {
        variations: new Map([[id, { regularPrice: price, ...stock }]]),
        before: toValues(stored),
        after: toValues({ price, units: onHand ?? stored.units }),
      };
    });
  },
  outcomes: { done: texts.offerSaved },
});
