import type { RemotePayment, RemoteProvider } from '#features/payments/index.ts';
import {
  authorizeMoney,
  captureMoney,
  createOrderBody,
  getWalletEndpoints,
  isPayableAmount,
  orderDocument,
  requireWalletClient,
  WalletRefusal,
  wallet,
  walletSettings,
} from '#features/wallet/index.ts';
import { sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Text } from '#platform/texts/texts.ts';
import { cardId, cardIds } from '../contract.ts';
import { looksLikeCardTest } from '../defence/card-tests.ts';
import { cardTexts as texts } from '../texts.ts';
import { bankUnavailable, fetchCardState, networkClosed, refusedByBank, withCardChecks } from './card-money.ts';
import { createCardSource } from './card-source.ts';

const cardSource = { createSource: (shop: Shop) => createCardSource(shop) };

/**
 * Cards typed into fields of the shop's page, paid to the wallet account: docs/extension-points.md describes the
 * contract of these functions.
 */
export const card: RemoteProvider = {
  kind: 'remote',
  id: cardId,
  eventsOf: wallet.id,
  title: (shop) => shop.t(texts.title),
  description: (shop) => describeProvider(shop, texts.description, texts.descriptionTest),
  isAvailable(shop, _db, { total: amount, currency }) {
    const { cards, cardFields } = shop.settings(walletSettings);
    return getWalletEndpoints(shop) !== null && cards && cardFields && isPayableAmount({ amount, currency });
  },
  requestKeySeconds: wallet.requestKeySeconds,
  begin: beginCard,
  isAuthorizedFirst: (shop) => wallet.isAuthorizedFirst?.(shop) ?? false,
  authorize: withCardChecks(authorizeMoney, cardSource),
  capture: withCardChecks(captureMoney, cardSource),
  void: wallet.void,
  refund: wallet.refund,
  fetchState: fetchCardState,
  refundDays: (shop) => wallet.refundDays?.(shop) ?? 0,
  describeFailure,
};

/** @param testText text for test accounts */
export const describeProvider = (shop: Shop, text: Text, testText: Text): string =>
  getWalletEndpoints(shop)?.kind === 'test' ? shop.t(testText) : shop.t(text, { wallet: wallet.title(shop) });

/** Number of declines for one order before it must be paid another way. */
const maxDeclines = 3;
const tooManyDeclines = 'CARD_TRIES_USED';

const countDeclines = sqlQuery<{ count: number }>(
  'cards.count-declines',
  `select count(*)::integer as count from payment_transactions t
  join payments p on p.id = t.payment_id join orders o on o.id = p.order_id
  where o.number = $1 and p.provider = any($2) and t.kind in ('authorize', 'capture') and t.status = 'failed'`,
);

/** Returns the reason why no card may pay an order, typed or from a sheet, or null when a card may pay. */
export async function findCardRefusal(shop: Shop, payment: RemotePayment): Promise<string | null> {
  if (!isPayableAmount(payment)) return 'amount_not_payable';
  const [declines] = await countDeclines(shop.db, [payment.orderNumber, cardIds]);
  if ((declines?.count ?? 0) >= maxDeclines) return tooManyDeclines;
  return (await looksLikeCardTest(shop, payment)) ? networkClosed : null;
}

/**
 * Creates an order at the provider.
 * @param source undefined: the wallet is the source; null: the provider learns the source from its script
 */
export async function createOrder(
  shop: Shop,
  payment: RemotePayment,
  { signal, ...begun }: Parameters<RemoteProvider['begin']>[2],
  { source, requestKey = payment.publicId }: { readonly source?: object | null; readonly requestKey?: string },
) {
  try {
    const order = await requireWalletClient(shop).call({
      ...{ operation: 'createOrder', method: 'POST', path: '/v2/checkout/orders', signal, schema: orderDocument },
      ...{ body: createOrderBody(shop, payment, begun, source), requestKey },
    });
    return { ok: true, order } as const;
  } catch (error) {
    if (error instanceof WalletRefusal) return { ok: false, reason: error.refusal.issue } as const;
    throw error;
  }
}

async function beginCard(...[shop, payment, begun]: Parameters<RemoteProvider['begin']>) {
  const reason = await findCardRefusal(shop, payment);
  if (reason !== null) return { ok: false, reason } as const;
  const created = await createOrder(shop, payment, begun, { source: createCardSource(shop, begun) });
  if (created.ok) {
    const { id } = created.order;
    return { ok: true, reference: id, action: { kind: 'client', data: { orderId: id } } } as const;
  }
  if (!created.reason.endsWith('NOT_ENABLED_FOR_CARD_PROCESSING')) return created;
  // An account that may not use card fields: the shopper pays in the provider's own card form.
  const form = await createOrder(shop, payment, begun, { requestKey: `${payment.publicId}-form` });
  if (!form.ok) return form;
  const { id, links } = form.order;
  const approveUrl = links?.find(({ rel }) => rel === 'payer-action' || rel === 'approve')?.href ?? '';
  return { ok: true, reference: id, action: { kind: 'client', data: { orderId: id, approveUrl } } } as const;
}

/**
 * Processor codes that a shopper can react to. Suspected fraud is not reported, since thieves would learn from it.
 */
const codes: Readonly<Record<string, keyof typeof texts>> = {
  '5110': 'wrongCode',
  '00N7': 'wrongCode',
  '5120': 'noFunds',
  '5400': 'expired',
};

function describeFailure(shop: Shop, failure: string): string | null {
  if (failure === tooManyDeclines) return shop.t(texts.tooManyDeclines);
  if (failure === networkClosed) return shop.t(texts.networkClosed);
  if (failure === refusedByBank) return shop.t(texts.refusedByBank);
  if (failure === bankUnavailable) return shop.t(texts.unconfirmed);
  const code = /^CARD_DECLINED_(\w*)$/.exec(failure)?.[1];
  if (code === undefined) return wallet.describeFailure?.(shop, failure) ?? null;
  return shop.t(texts[codes[code] ?? 'declined']);
}
