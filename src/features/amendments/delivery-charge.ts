import type { DeliveryCharge } from '#features/fulfilment/index.ts';
import { toCalculationCustomer } from '#features/orders/index.ts';
import { calculate } from '#features/pricing/index.ts';
import { hasPricesOfShop, keepLines } from './plan-amendment.ts';
import { requestPayment } from './settle-difference.ts';

/**
 * Provides `fulfilment.delivery-charges`: calculates lines with a price of 0 and the delivery cost that staff have
 * agreed on.
 */
export const deliveryCharge: DeliveryCharge = {
  async calculate(shop, db, order, { quantities, title, amount }) {
    if (!hasPricesOfShop(shop, order)) return null;
    const { currency, billing, delivery } = order;
    const lines = (await keepLines(shop, db, order, quantities)).map(({ priced }) => ({ ...priced, agreedPrice: 0 }));
    return calculate(shop, db, {
      ...{ currency, at: shop.clock.now(), lines, fees: [] },
      customer: toCalculationCustomer(order),
      ...{
        billingAddress: billing,
        shippingAddress: delivery,
        shippingMethodIds: [],
        agreedShipping: { title, amount },
      },
    });
  },
  request: requestPayment,
};
