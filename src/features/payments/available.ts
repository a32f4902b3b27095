import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { type PaymentDraft, type PaymentMethod, paymentMethods } from './methods.ts';
import { paymentTexts as texts } from './texts.ts';

export async function getAvailablePaymentMethods(
  shop: Shop,
  context: RenderContext,
  draft: PaymentDraft,
): Promise<PaymentMethod[]> {
  return draft.total === 0 ? [nothingToPay(shop)] : shop.fill(paymentMethods, context, draft);
}

function nothingToPay({ t }: Shop): PaymentMethod {
  return {
    id: 'none',
    title: t(texts.nothingToPay),
    start: async () => ({ status: 'processing', paid: true, instructions: [] }),
  };
}
