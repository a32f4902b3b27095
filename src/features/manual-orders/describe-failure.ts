import { formatCouponProblem } from '#features/cart/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { formatMoney } from '#platform/money/money.ts';
import type { ManualOrderFailure } from './price-manual-order.ts';
import { manualOrderTexts as texts } from './texts.ts';

export function describeManualOrderFailure(shop: Shop, failure: ManualOrderFailure): string {
  const { t, choices } = shop;
  switch (failure.code) {
    case 'ORDER_NOT_FOUND':
      return t(texts.ORDER_NOT_FOUND);
    case 'SKU_NOT_FOUND':
    case 'LINE_UNAVAILABLE':
      return t(texts[failure.code], { sku: failure.sku });
    case 'ADDONS_INVALID':
      return t(texts.ADDONS_INVALID, { sku: failure.sku, reasons: failure.reasons.join(' ') });
    case 'COUPON_REFUSED': {
      const reason = formatCouponProblem(shop.renderContext('/'), choices.currency, failure.problem);
      return t(texts.COUPON_REFUSED, { coupon: failure.coupon, reason });
    }
    case 'PRICE_NOT_ALLOWED': {
      const show = (amount: number) => formatMoney({ amount, currency: choices.currency }, choices.locale);
      const { limit, reduction } = failure;
      return limit === 0
        ? t(texts.noPrices)
        : t(texts.PRICE_NOT_ALLOWED, { limit: show(limit), amount: show(reduction) });
    }
    case 'AMOUNT_INVALID':
      return t(texts.AMOUNT_INVALID, { amount: failure.amount });
    case 'SHIPPING_UNAVAILABLE':
    case 'PAYMENT_UNAVAILABLE': {
      const none = failure.code === 'SHIPPING_UNAVAILABLE' ? texts.noShipping : texts.noPayment;
      const available = failure.available.join(', ');
      return available === '' ? t(none) : t(texts[failure.code], { available });
    }
    case 'OUT_OF_STOCK': {
      const shortages = failure.shortages.map(({ name, available }) => t(texts.shortage, { name, available }));
      return t(texts.OUT_OF_STOCK, { shortages: shortages.join(', ') });
    }
  }
}
