import { z } from 'zod';
import { type Address, toProviderAddress } from '#features/addresses/index.ts';
import { checkoutSettings } from '#features/checkout/index.ts';
import type { BeginOptions, PaymentContent, RemotePayment } from '#features/payments/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { listMoved, orderDocument, type WalletMoney, type WalletOrder } from '../rest/documents.ts';
import { WalletUnanswered } from '../rest/errors.ts';
import type { WalletClient } from '../rest/wallet-client.ts';
import { walletSettings } from '../settings.ts';
import { toWalletAmount, toWalletPart } from './amounts.ts';

/** Maximum number of characters of names and ids at the provider. */
const maxName = 127;
const maxFullName = 300;

type PaymentOfOrder = Omit<RemotePayment, 'reference'>;

export const orderPath = (id: string): string => `/v2/checkout/orders/${encodeURIComponent(id)}`;

type OwnPayment = Pick<RemotePayment, 'publicId' | 'currency'>;

/** @throws when the reply is about another payment or currency, so that nothing is decided from it */
export async function fetchOrder(
  client: WalletClient,
  id: string,
  payment: OwnPayment,
  signal: AbortSignal,
): Promise<WalletOrder> {
  const call = { operation: 'getOrder', method: 'GET', path: orderPath(id), schema: orderDocument, signal } as const;
  const order = await client.call(call);
  const [unit] = order.purchase_units ?? [];
  const moved = Object.values(listMoved(order)).flat();
  if (order.id !== id || (unit?.custom_id ?? payment.publicId) !== payment.publicId)
    throw new WalletUnanswered(call.operation, 'it told of another payment');
  for (const { amount } of [...moved, ...(unit ? [unit] : [])]) checkCurrency(amount, payment);
  return order;
}

/** @throws when the money has another currency, in which its digits mean another amount */
export function checkCurrency(money: WalletMoney | null | undefined, { currency }: Pick<OwnPayment, 'currency'>): void {
  if (money && money.currency_code !== currency) throw new WalletUnanswered('a payment', 'it told another currency');
}

export async function patchOrder(
  client: WalletClient,
  id: string,
  change: { readonly path: string; readonly value: unknown },
  signal: AbortSignal,
): Promise<void> {
  const call = { operation: 'patchOrder', method: 'PATCH', path: orderPath(id), schema: z.unknown(), signal } as const;
  await client.call({ ...call, body: [{ op: 'replace', ...change }] });
}

/**
 * Returns whether the shopper must still complete the shop's form after the wallet, to accept terms or to give a
 * phone number. The wallet's button then says "Continue" instead of "Pay now".
 */
export function isOrderedLater({ settings }: Pick<Shop, 'settings'>): boolean {
  const { termsPath, phone } = settings(checkoutSettings);
  return termsPath !== null || phone === 'required';
}

type BegunPayment = Pick<BeginOptions, 'content' | 'returnUrl' | 'cancelUrl' | 'locale'>;

/** Returns the intent of an order: `CAPTURE` takes the money at once, `AUTHORIZE` reserves it. */
export const chooseIntent = ({ settings }: Pick<Shop, 'settings'>): 'AUTHORIZE' | 'CAPTURE' =>
  settings(walletSettings).intent === 'authorize' ? 'AUTHORIZE' : 'CAPTURE';

/**
 * Creates the body of the call that creates a payment at the provider.
 * @param source payment source; null when the page's script determines it. Default: the wallet or the provider's card
 * form for guests
 */
export function createOrderBody(
  shop: Shop,
  payment: PaymentOfOrder,
  begun: BegunPayment,
  source: object | null = createWalletSource(shop, payment, begun),
) {
  return {
    intent: chooseIntent(shop),
    purchase_units: [createPurchaseUnit(payment, begun.content)],
    ...(source ? { payment_source: source } : {}),
  };
}

function createWalletSource(shop: Shop, payment: PaymentOfOrder, { content, ...urls }: BegunPayment) {
  const locale = toWalletLocale(urls.locale);
  const isHeld = payment.orderNumber === null;
  return {
    paypal: {
      experience_context: {
        brand_name: shop.choices.name.slice(0, maxName),
        shipping_preference: chooseShippingPreference(content),
        user_action: isHeld && isOrderedLater(shop) ? 'CONTINUE' : 'PAY_NOW',
        return_url: urls.returnUrl,
        cancel_url: urls.cancelUrl,
        ...(locale === null ? {} : { locale }),
      },
    },
  };
}

/** Creates the complete purchase unit: a change of the amount replaces it as a whole. */
export function createPurchaseUnit(
  { publicId, orderNumber, amount, currency }: PaymentOfOrder,
  content: PaymentContent,
) {
  return {
    reference_id: 'default',
    custom_id: publicId,
    // Must be unique at the provider, so a second payment of an order has another id.
    invoice_id: orderNumber === null ? publicId : `${orderNumber}-${publicId}`,
    amount: toWalletAmount({ amount, currency }, content.breakdown),
    ...createShipping(content, currency),
  };
}

function chooseShippingPreference({ needsShipping, shippingAddress }: PaymentContent): string {
  if (!needsShipping) return 'NO_SHIPPING';
  return shippingAddress === null ? 'GET_FROM_FILE' : 'SET_PROVIDED_ADDRESS';
}

function createShipping(content: PaymentContent, currency: string): object {
  const { needsShipping, shippingAddress, shippingOptions } = content;
  if (!needsShipping) return {};
  if (shippingAddress) return { shipping: toShipping(shippingAddress) };
  if (shippingOptions.length === 0) return {};
  const options = shippingOptions.map(({ id, title, amount, isSelected }) => ({
    ...{ id, label: title.slice(0, maxName), type: 'SHIPPING', selected: isSelected },
    amount: toWalletPart({ amount, currency }),
  }));
  return { shipping: { options } };
}

function toShipping({ first_name, last_name, ...address }: Address) {
  const filled = Object.entries(address).filter(([, value]) => value !== '');
  return {
    name: { full_name: `${first_name} ${last_name}`.trim().slice(0, maxFullName) },
    address: toProviderAddress(Object.fromEntries(filled)),
  };
}

/**
 * Converts a locale to the provider's format, such as `en-IE`.
 * @returns null when the provider does not accept the language
 */
export function toWalletLocale(locale: string): string | null {
  const { language, region } = new Intl.Locale(locale);
  if (!/^[a-z]{2}$/.test(language)) return null;
  return region && /^[A-Z]{2}$/.test(region) ? `${language}-${region}` : language;
}
