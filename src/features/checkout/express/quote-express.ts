import { type Cart, getCart } from '#features/cart/index.ts';
import { changeHeldAmount, createHeldContent, type PaymentContent } from '#features/payments/index.ts';
import { formatShippingRefusals, getOnlyPackage, getShownCost } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Owner } from '#platform/sessions/owner.ts';
import { calculateOrder } from '../calculate-order.ts';
import { checkoutPath, type ExpressQuote } from '../contract.ts';
import { findRefusal, type QuotedDelivery } from './find-refusal.ts';
import { findHeldPayment } from './held-attempts.ts';
import { type ExpressFailure, findCartProblem } from './start-express.ts';

interface QuoteInput extends QuotedDelivery {
  readonly owner: Owner;
  readonly publicId: string;
}

export interface QuoteSuccess {
  readonly ok: true;
  readonly quote: ExpressQuote;
}

/**
 * Calculates the order of a held payment for an address, and sends its total to the provider, unless nothing ships to
 * the address. Does not store the address. The caller must not hold locks.
 */
export async function quoteExpress(
  shop: Shop,
  { owner, publicId, address, shippingMethod }: QuoteInput,
): Promise<QuoteSuccess | ExpressFailure> {
  const held = await findHeldPayment(shop.db, publicId, owner);
  if (!held) return { ok: false, code: 'EXPRESS_UNKNOWN' };
  if (held.orderId !== null) return { ok: false, code: 'EXPRESS_ENDED' };
  const cart = await getCart(shop, owner);
  const problem = findCartProblem(cart);
  if (problem) return problem;
  const { quote, content } = await calculateQuote(shop, cart, { address, shippingMethod });
  // Without delivery to this address, the provider keeps the previous amount.
  if (quote.refusal !== null) return { ok: true, quote };
  const isChanged = await changeHeldAmount(shop, held.paymentId, { amount: quote.total, content });
  return isChanged ? { ok: true, quote } : { ok: false, code: 'EXPRESS_UNANSWERED' };
}

async function calculateQuote(
  shop: Shop,
  cart: Cart,
  { address, shippingMethod }: QuotedDelivery,
): Promise<{ readonly quote: ExpressQuote; readonly content: PaymentContent }> {
  const destination = { email: null, shippingAddress: address, billingAddress: address, shippingMethod };
  const { calculation } = await calculateOrder(shop, shop.db, cart, destination);
  const context = shop.renderContext(checkoutPath);
  const { options, selected } = getOnlyPackage(calculation);
  const refusal = cart.needsShipping ? await findRefusal(shop, cart, calculation, { address, shippingMethod }) : null;
  const quote = {
    total: calculation.totals.total,
    currency: calculation.currency,
    needsShipping: cart.needsShipping,
    refusal,
    shipping: {
      options: options.map((option) => ({
        ...{ id: option.id, title: option.title, amount: getShownCost(option, context.taxDisplay) },
      })),
      selected: selected?.methodId ?? null,
      problems: cart.needsShipping ? formatShippingRefusals(context, calculation, address.country) : [],
    },
  };
  return { quote, content: createHeldContent(calculation, cart.needsShipping) };
}
