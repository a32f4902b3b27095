import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { type PaymentContext, type PaymentMethod, paymentMethods } from './methods.ts';
import { paymentTexts as texts } from './texts.ts';

export async function getAvailablePaymentMethods(
  shop: Shop,
  context: RenderContext,
  order: PaymentContext,
): Promise<PaymentMethod[]> {
  return order.total === 0 ? [createFreeMethod(shop)] : shop.fill(paymentMethods, context, order);
}

function createFreeMethod({ t }: Shop): PaymentMethod {
  return {
    id: 'none',
    title: t(texts.nothingToPay),
    authorize: async () => ({ status: 'processing', paid: true, instructions: [] }),
  };
}
