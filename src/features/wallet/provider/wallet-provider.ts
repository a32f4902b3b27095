import type { RemoteProvider } from '#features/payments/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { walletId } from '../contract.ts';
import { orderDocument } from '../rest/documents.ts';
import { WalletRefusal } from '../rest/errors.ts';
import { requireWalletClient } from '../rest/wallet-client.ts';
import { walletSettings } from '../settings.ts';
import { walletTexts as texts } from '../texts.ts';
import { parseWalletEvent } from '../webhooks/parse-event.ts';
import { isPayableAmount, toMinorAmount } from './amounts.ts';
import { getWalletEndpoints } from './endpoints.ts';
import { authorizeMoney, captureMoney, refundMoney, toClientAction, voidMoney } from './move-money.ts';
import { createOrderBody, createPurchaseUnit, fetchOrder, patchOrder } from './orders.ts';
import { fetchWalletState } from './state.ts';

type ExpressCalls = NonNullable<RemoteProvider['express']>;

const hours = 60 * 60;
const days = 24 * hours;

/** The wallet as a payment provider. docs/extension-points.md describes what its functions must do. */
export const wallet: RemoteProvider = {
  kind: 'remote',
  id: walletId,
  title: (shop) => shop.t(isTest(shop) ? texts.testTitle : texts.title),
  description: (shop) => shop.t(isTest(shop) ? texts.testDescription : texts.description),
  isAvailable: (shop, _db, { total: amount, currency }) =>
    getWalletEndpoints(shop) !== null && isPayableAmount({ amount, currency }),
  requestKeySeconds: {
    ...{ begin: 6 * hours, authorize: 6 * hours, capture: 6 * hours },
    ...{ void: 45 * days, refund: 45 * days },
  },
  begin: beginPayment,
  isAuthorizedFirst: (shop) => shop.settings(walletSettings).intent === 'authorize',
  authorize: authorizeMoney,
  capture: captureMoney,
  void: voidMoney,
  refund: refundMoney,
  fetchState: fetchWalletState,
  express: { changeAmount },
  refundDays: (shop) => shop.settings(walletSettings).refundDays,
  describeFailure,
  parseEvent: parseWalletEvent,
};

const isTest = (shop: Shop): boolean => getWalletEndpoints(shop)?.kind === 'test';

async function beginPayment(...[shop, payment, { signal, ...begun }]: Parameters<RemoteProvider['begin']>) {
  if (!isPayableAmount(payment)) return { ok: false, reason: 'amount_not_payable' } as const;
  const client = requireWalletClient(shop);
  try {
    const order = await client.call({
      ...{ operation: 'createOrder', method: 'POST', path: '/v2/checkout/orders', signal },
      ...{ body: createOrderBody(shop, payment, begun), requestKey: payment.publicId, schema: orderDocument },
    });
    const link = order.links?.find(({ rel }) => rel === 'payer-action' || rel === 'approve');
    return { ok: true, reference: order.id, action: toClientAction(client, order.id, link?.href ?? null) } as const;
  } catch (error) {
    if (error instanceof WalletRefusal) return { ok: false, reason: error.refusal.issue } as const;
    throw error;
  }
}

/**
 * Changes the amount of a payment before the shopper approves it. An approved amount is never changed, since the
 * shopper would pay an amount that they have not seen.
 */
async function changeAmount(
  ...[shop, payment, { amount, content }, { signal }]: Parameters<ExpressCalls['changeAmount']>
): Promise<boolean> {
  const { reference, currency } = payment;
  if (reference === null || !isPayableAmount({ amount, currency })) return false;
  const client = requireWalletClient(shop);
  try {
    const { status, purchase_units } = await fetchOrder(client, reference, payment, signal);
    const agreed = purchase_units?.[0]?.amount;
    if (status !== 'CREATED' && status !== 'PAYER_ACTION_REQUIRED')
      return agreed ? toMinorAmount(agreed) === amount : false;
    const value = createPurchaseUnit({ ...payment, amount }, content);
    await patchOrder(client, reference, { path: "/purchase_units/@reference_id=='default'", value }, signal);
    return true;
  } catch (error) {
    if (error instanceof WalletRefusal) return false;
    throw error;
  }
}

function describeFailure(shop: Shop, failure: string): string | null {
  if (/DECLINED|REFUSED|DENIED/.test(failure)) return shop.t(texts.declined);
  if (/EXPIRED|VOIDED|NOT_FOUND|INVALID_RESOURCE_ID/.test(failure)) return shop.t(texts.expired);
  return /ADDRESS|POSTAL|CITY|COUNTRY/.test(failure) ? shop.t(texts.addressRefused) : null;
}
