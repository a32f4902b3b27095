import type { Context } from '../context.ts';
import { formatTime } from '../state/clock.ts';
import type {
  AuthorizationDocument,
  CaptureDocument,
  CardApproval,
  DisputeDocument,
  OrderDocument,
  RefundDocument,
  ResponseCode,
} from '../state/documents.ts';
import { toMinor, toMoney } from './amounts.ts';
import type { Link } from './problem.ts';

/** Documents as the REST calls show them. */

const times = ({ createdAt, updatedAt }: { createdAt: number; updatedAt: number }) => ({
  create_time: formatTime(new Date(createdAt)),
  update_time: formatTime(new Date(updatedAt)),
});

const optional = <K extends string, V>(name: K, value: V) =>
  (value === undefined ? {} : { [name]: value }) as { [P in K]?: Exclude<V, undefined> };

export function linkTo({ restUrl }: Context, path: string, rel: string, method: Link['method'] = 'GET'): Link {
  return { href: `${restUrl}${path}`, rel, method };
}

export const checkoutLink = ({ publicUrl }: Context, order: OrderDocument, rel: string): Link => ({
  href: `${publicUrl}/checkoutnow?token=${order.id}`,
  rel,
  method: 'GET',
});

export function viewMinimalOrder(context: Context, order: OrderDocument) {
  const path = `/v2/checkout/orders/${order.id}`;
  const action = order.intent === 'CAPTURE' ? 'capture' : 'authorize';
  const isPaid = order.status === 'COMPLETED' || order.status === 'VOIDED';
  const links = [
    linkTo(context, path, 'self'),
    ...(isPaid || order.status === 'APPROVED' || order.verification !== null
      ? []
      : [checkoutLink(context, order, order.hasSource ? 'payer-action' : 'approve')]),
    ...(isPaid ? [] : [linkTo(context, path, 'update', 'PATCH'), linkTo(context, `${path}/${action}`, action, 'POST')]),
  ];
  const source = order.hasSource || order.approval ? { payment_source: viewSource(order) } : {};
  return { id: order.id, status: order.status, ...source, links };
}

export function viewOrder(context: Context, order: OrderDocument) {
  const { unit, approval } = order;
  const payments = viewPayments(context, order);
  const payee = { email_address: context.merchant.email, merchant_id: context.merchant.merchantId };
  const shipping = viewShipping(order);
  return {
    ...viewMinimalOrder(context, order),
    intent: order.intent,
    purchase_units: [{ ...unit, payee, ...optional('shipping', shipping), ...optional('payments', payments) }],
    ...(approval?.payer ? { payer: viewPayer(order) } : {}),
    ...times(order),
  };
}

/** The payer's address is told after approval alone; one that the shop gave, always. */
function viewShipping({ unit, approval, context }: OrderDocument) {
  if (context.shipping_preference === 'NO_SHIPPING') return undefined;
  if (!approval?.shipping) return unit.shipping;
  return { ...unit.shipping, ...approval.shipping };
}

function viewPayer({ approval }: OrderDocument) {
  if (!approval?.payer) return {};
  const { payer_id, email_address, name, phone, country_code } = approval.payer;
  const phones = phone ? { phone: { phone_number: { national_number: phone } } } : {};
  return { name, email_address, payer_id, ...phones, address: { country_code } };
}

function viewSource({ approval, verification, sheet }: OrderDocument) {
  if (sheet) return { [sheet]: approval?.card ? { card: viewCard(approval.card) } : {} };
  if (verification !== null || approval?.card) return { card: viewCard(approval?.card) };
  if (!approval?.payer) return { paypal: {} };
  const { payer_id, email_address, name, phone, country_code } = approval.payer;
  return {
    paypal: {
      email_address,
      account_id: payer_id,
      account_status: approval.fundingSource === 'card' ? 'UNVERIFIED' : 'VERIFIED',
      name,
      ...(phone ? { phone_number: { national_number: phone } } : {}),
      address: { country_code },
    },
  };
}

function viewCard(card: CardApproval | undefined) {
  if (!card) return {};
  const { name, brand, lastDigits, expiry, authentication } = card;
  return {
    ...(name === null ? {} : { name }),
    ...{ last_digits: lastDigits, brand, expiry, type: 'CREDIT' as const },
    ...(authentication === null ? {} : { authentication_result: authentication }),
  };
}

const viewResponse = (responseCode: ResponseCode | undefined) =>
  responseCode === undefined ? {} : { processor_response: { response_code: responseCode } };

function viewPayments(context: Context, { id }: OrderDocument) {
  const ofOrder = <T extends { orderId: string }>(documents: T[]) => documents.filter(({ orderId }) => orderId === id);
  const authorizations = ofOrder(context.store.list('authorizations'));
  const captures = ofOrder(context.store.list('captures'));
  const captureIds = new Set(captures.map((capture) => capture.id));
  const refunds = context.store.list('refunds').filter(({ captureId }) => captureIds.has(captureId));
  const views = {
    ...(authorizations.length > 0
      ? { authorizations: authorizations.map((each) => viewAuthorization(context, each)) }
      : {}),
    ...(captures.length > 0 ? { captures: captures.map((each) => viewCapture(context, each)) } : {}),
    ...(refunds.length > 0 ? { refunds: refunds.map((each) => viewRefund(context, each)) } : {}),
  };
  return Object.keys(views).length > 0 ? views : undefined;
}

const sellerProtection = {
  status: 'ELIGIBLE',
  dispute_categories: ['ITEM_NOT_RECEIVED', 'UNAUTHORIZED_TRANSACTION'],
} as const;

export function viewAuthorization(context: Context, authorization: AuthorizationDocument) {
  const { id, status, amount, orderId, parentId, customId, invoiceId, expiresAt, responseCode } = authorization;
  const path = `/v2/payments/authorizations/${id}`;
  const actions = parentId === null ? ['capture', 'void', 'reauthorize'] : ['capture'];
  return {
    id,
    status,
    amount,
    ...viewResponse(responseCode),
    ...optional('invoice_id', invoiceId),
    ...optional('custom_id', customId),
    seller_protection: sellerProtection,
    expiration_time: formatTime(new Date(expiresAt)),
    supplementary_data: { related_ids: { order_id: orderId } },
    links: [
      linkTo(context, path, 'self'),
      ...actions.map((action) => linkTo(context, `${path}/${action}`, action, 'POST')),
      linkTo(context, `/v2/checkout/orders/${orderId}`, 'up'),
    ],
    ...times(authorization),
  };
}

/** A fee like the provider's: 0.35 of the currency and 2.49 in a hundred. */
function calculateFee(minor: bigint): bigint {
  const fee = 35n + (minor * 249n) / 10_000n;
  return fee < minor ? fee : minor;
}

export function viewCapture(context: Context, capture: CaptureDocument) {
  const { id, status, reason, amount, isFinal, orderId, authorizationId, customId, invoiceId } = capture;
  const path = `/v2/payments/captures/${id}`;
  const gross = toMinor(amount);
  const fee = calculateFee(gross);
  const money = (minor: bigint) => toMoney(minor, amount.currency_code);
  const breakdown = { gross_amount: amount, paypal_fee: money(fee), net_amount: money(gross - fee) };
  const up = authorizationId ? `/v2/payments/authorizations/${authorizationId}` : `/v2/checkout/orders/${orderId}`;
  const related = { order_id: orderId, ...(authorizationId ? { authorization_id: authorizationId } : {}) };
  return {
    id,
    status,
    ...(reason === undefined ? {} : { status_details: { reason } }),
    ...viewResponse(capture.responseCode),
    amount,
    ...optional('invoice_id', invoiceId),
    ...optional('custom_id', customId),
    seller_protection: sellerProtection,
    final_capture: isFinal,
    ...(status === 'PENDING' || status === 'DECLINED' ? {} : { seller_receivable_breakdown: breakdown }),
    supplementary_data: { related_ids: related },
    payee: { email_address: context.merchant.email, merchant_id: context.merchant.merchantId },
    links: [
      linkTo(context, path, 'self'),
      linkTo(context, `${path}/refund`, 'refund', 'POST'),
      linkTo(context, up, 'up'),
    ],
    ...times(capture),
  };
}

export function viewRefund(context: Context, refund: RefundDocument) {
  const { id, captureId, status, amount, totalRefunded, customId, invoiceId, note } = refund;
  const zero = toMoney(0n, amount.currency_code);
  return {
    id,
    status,
    ...(status === 'PENDING' ? { status_details: { reason: 'ECHECK' as const } } : {}),
    amount,
    ...optional('invoice_id', invoiceId),
    ...optional('custom_id', customId),
    ...optional('note_to_payer', note),
    seller_payable_breakdown: {
      gross_amount: amount,
      paypal_fee: zero,
      net_amount: amount,
      total_refunded_amount: { currency_code: amount.currency_code, value: totalRefunded },
    },
    links: [
      linkTo(context, `/v2/payments/refunds/${id}`, 'self'),
      linkTo(context, `/v2/payments/captures/${captureId}`, 'up'),
    ],
    ...times(refund),
  };
}

export function viewDispute(context: Context, dispute: DisputeDocument) {
  const { id, captureId, status, reason, amount, outcome } = dispute;
  const capture = context.store.get('captures', captureId);
  const isResolved = status === 'RESOLVED';
  return {
    dispute_id: id,
    ...times(dispute),
    disputed_transactions: [
      {
        seller_transaction_id: captureId,
        ...optional('custom', capture?.customId),
        ...optional('invoice_number', capture?.invoiceId),
        transaction_status: 'COMPLETED',
        gross_amount: capture?.amount ?? amount,
        seller: { email: context.merchant.email, merchant_id: context.merchant.merchantId },
      },
    ],
    reason,
    status,
    dispute_state: isResolved ? 'RESOLVED' : 'REQUIRED_ACTION',
    dispute_amount: amount,
    ...(outcome === null ? {} : { dispute_outcome: { outcome_code: outcome, amount_refunded: amount } }),
    dispute_life_cycle_stage: 'INQUIRY',
    dispute_channel: 'INTERNAL',
    links: [linkTo(context, `/v1/customer/disputes/${id}`, 'self')],
  };
}
