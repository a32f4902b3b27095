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

/** Characters of names and ids at the provider. */
const maxName = 127;
const maxFullName = 300;

type PaymentOfOrder = Omit<RemotePayment, 'reference'>;

export const orderPath = (id: string): string => `/v2/checkout/orders/${encodeURIComponent(id)}`;

type OwnPayment = Pick<RemotePayment, 'publicId' | 'currency'>;

/** @throws when the provider tells of anything but this payment, so that nothing is decided */
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

/** @throws for money of another currency: its figures mean another amount */
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
 * Whether the shopper still sees the shop's form after the wallet, as they must to accept terms or to give a phone
 * number. The wallet's button then says "Continue", else "Pay now".
 */
export function isOrderedLater({ settings }: Pick<Shop, 'settings'>): boolean {
  const { termsPath, phone } = settings(checkoutSettings);
  return termsPath !== null || phone === 'required';
}

type BegunPayment = Pick<BeginOptions, 'content' | 'returnUrl' | 'cancelUrl' | 'locale'>;

/** What the shop asks for when money is due: `CAPTURE` takes it, `AUTHORIZE` reserves it. */
export const chooseIntent = ({ settings }: Pick<Shop, 'settings'>): 'AUTHORIZE' | 'CAPTURE' =>
  settings(walletSettings).intent === 'authorize' ? 'AUTHORIZE' : 'CAPTURE';

/**
 * What is created at the provider for a payment.
 * @param source who pays; null where the page tells. Default: the wallet, or the provider's own form for cards
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

/** The whole of what is bought: a change of its amount replaces it. */
export function createPurchaseUnit(
  { publicId, orderNumber, amount, currency }: PaymentOfOrder,
  content: PaymentContent,
) {
  return {
    reference_id: 'default',
    custom_id: publicId,
    // Unique at the provider: a second payment of an order has another one.
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

/** A language with its country, as the provider reads it: `en-IE`. @returns null for one that it does not know */
export function toWalletLocale(locale: string): string | null {
  const { language, region } = new Intl.Locale(locale);
  if (!/^[a-z]{2}$/.test(language)) return null;
  return region && /^[A-Z]{2}$/.test(region) ? `${language}-${region}` : language;
}
