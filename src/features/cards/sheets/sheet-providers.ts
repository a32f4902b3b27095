import type { BeginAnswer, RemoteProvider } from '#features/payments/index.ts';
import {
  authorizeMoney,
  captureMoney,
  getWalletEndpoints,
  isPayableAmount,
  walletSettings,
} from '#features/wallet/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { SheetClientData, SheetId } from '../contract.ts';
import { type CardSource, withCardChecks } from '../provider/card-money.ts';
import { card, createOrder, describeProvider, findCardRefusal } from '../provider/card-provider.ts';
import { createVerification } from '../provider/card-source.ts';
import { sheetTexts as texts } from './texts.ts';

interface SheetKind extends CardSource {
  readonly id: SheetId;
  readonly title: 'applePay' | 'googlePay';
}

/**
 * The device has verified its owner, so neither the shop nor 3-D Secure verifies the owner again. The provider learns
 * the source from its script.
 */
export const applePay = createSheetProvider({
  ...{ id: 'wallet-apple-pay', title: 'applePay' },
  createSource: () => null,
});

/** Cards of a Google account are treated like typed cards: 3-D Secure may ask their bank. */
export const googlePay = createSheetProvider({
  ...{ id: 'wallet-google-pay', title: 'googlePay' },
  createSource: (shop) => ({ google_pay: { attributes: createVerification(shop) } }),
});

/** Creates a provider of card payments whose data comes from a sheet instead of the fields of the page. */
function createSheetProvider(kind: SheetKind): RemoteProvider {
  const { id, title } = kind;
  return {
    ...card,
    id,
    title: (shop) => shop.t(texts[title]),
    description: (shop) => describeProvider(shop, texts.sheetDescription, texts.sheetDescriptionTest),
    isAvailable: (shop, _db, { total: amount, currency }) =>
      getWalletEndpoints(shop) !== null &&
      shop.settings(walletSettings)[title] &&
      isPayableAmount({ amount, currency }),
    begin: (...given) => begin(kind, ...given),
    authorize: withCardChecks(authorizeMoney, kind),
    capture: withCardChecks(captureMoney, kind),
  };
}

async function begin(
  { createSource }: SheetKind,
  ...[shop, payment, begun]: Parameters<RemoteProvider['begin']>
): Promise<BeginAnswer> {
  const reason = await findCardRefusal(shop, payment);
  if (reason !== null) return { ok: false, reason };
  const created = await createOrder(shop, payment, begun, { source: createSource(shop) });
  if (!created.ok) return created;
  const { id } = created.order;
  const data: SheetClientData = { orderId: id, amount: String(payment.amount), currency: payment.currency };
  return { ok: true, reference: id, action: { kind: 'client', data: { ...data } } };
}

/** Whether the shop offers a sheet at all. The browser finds out whether the shopper can use it. */
export const isSheetOffered = ({ settings }: Pick<Shop, 'settings'>, id: SheetId): boolean =>
  settings(walletSettings)[id === applePay.id ? 'applePay' : 'googlePay'];
