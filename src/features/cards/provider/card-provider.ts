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
import { cardId, cardIds } from '../contract.ts';
import { looksLikeCardTest } from '../defence/card-tests.ts';
import { cardTexts as texts } from '../texts.ts';
import { askCard, bankUnavailable, fetchCardState, networkClosed, refusedByBank } from './card-money.ts';
import { createCardSource } from './card-source.ts';

const cardWay = { createSource: (shop: Shop) => createCardSource(shop) };

/** Cards in fields of the shop's page, paid at the account of the wallet: docs/extension-points.md says what its functions owe. */
export const card: RemoteProvider = {
  kind: 'remote',
  id: cardId,
  eventsOf: wallet.id,
  title: (shop) => shop.t(texts.title),
  description: (shop) =>
    getWalletEndpoints(shop)?.kind === 'test'
      ? shop.t(texts.descriptionTest)
      : shop.t(texts.description, { wallet: wallet.title(shop) }),
  isAvailable(shop, _db, { total: amount, currency }) {
    const { cards, cardFields } = shop.settings(walletSettings);
    return getWalletEndpoints(shop) !== null && cards && cardFields && isPayableAmount({ amount, currency });
  },
  requestKeySeconds: wallet.requestKeySeconds,
  begin: beginCard,
  isAuthorizedFirst: (shop) => wallet.isAuthorizedFirst?.(shop) ?? false,
  authorize: askCard(authorizeMoney, cardWay),
  capture: askCard(captureMoney, cardWay),
  void: wallet.void,
  refund: wallet.refund,
  fetchState: fetchCardState,
  refundDays: (shop) => wallet.refundDays?.(shop) ?? 0,
  describeFailure,
};

/** How often cards are declined for one order before it is paid another way. */
const maxDeclines = 3;
const tooManyDeclines = 'CARD_TRIES_USED';

const countDeclines = sqlQuery<{ count: number }>(
  'cards.count-declines',
  `select count(*)::integer as count from payment_transactions t
  join payments p on p.id = t.payment_id join orders o on o.id = p.order_id
  where o.number = $1 and p.provider = any($2) and t.kind in ('authorize', 'capture') and t.status = 'failed'`,
);

/** Why no card may pay it, in whatever way its data would come; null when one may. */
export async function findCardRefusal(shop: Shop, payment: RemotePayment): Promise<string | null> {
  if (!isPayableAmount(payment)) return 'amount_not_payable';
  const [declines] = await countDeclines(shop.db, [payment.orderNumber, cardIds]);
  if ((declines?.count ?? 0) >= maxDeclines) return tooManyDeclines;
  return (await looksLikeCardTest(shop, payment)) ? networkClosed : null;
}

async function beginCard(...[shop, payment, { signal, ...begun }]: Parameters<RemoteProvider['begin']>) {
  const reason = await findCardRefusal(shop, payment);
  if (reason !== null) return { ok: false, reason } as const;
  const client = requireWalletClient(shop);
  const create = (requestKey: string, source?: object) =>
    client.call({
      ...{ operation: 'createOrder', method: 'POST', path: '/v2/checkout/orders', signal, schema: orderDocument },
      ...{ body: createOrderBody(shop, payment, begun, source), requestKey },
    });
  try {
    const { id } = await create(payment.publicId, createCardSource(shop, begun));
    return { ok: true, reference: id, action: { kind: 'client', data: { orderId: id } } } as const;
  } catch (error) {
    if (!(error instanceof WalletRefusal)) throw error;
    if (!error.refusal.issue.endsWith('NOT_ENABLED_FOR_CARD_PROCESSING'))
      return { ok: false, reason: error.refusal.issue } as const;
  }
  // The account may have no fields: the shopper pays in the provider's own form for cards.
  try {
    const { id, links } = await create(`${payment.publicId}-form`);
    const approveUrl = links?.find(({ rel }) => rel === 'payer-action' || rel === 'approve')?.href ?? '';
    return { ok: true, reference: id, action: { kind: 'client', data: { orderId: id, approveUrl } } } as const;
  } catch (error) {
    if (error instanceof WalletRefusal) return { ok: false, reason: error.refusal.issue } as const;
    throw error;
  }
}

/** Codes of processors that a shopper can do something about. Suspicions are not told: thieves would learn from them. */
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
