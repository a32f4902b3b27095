import { shopPath } from '#features/catalog/index.ts';
import { formatIncludedTaxes } from '#features/pricing/index.ts';
import type { MailBlock, MailContent } from '#platform/mail/kit/mail-content.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import type { Text } from '#platform/texts/texts.ts';
import { createOrderLink } from '../access/order-link.ts';
import { createConfirmationPath } from '../confirm/confirmation-code.ts';
import { orderPayPath } from '../contract.ts';
import { getDeliveryKind } from '../delivery-kind.ts';
import { describeNextStep } from '../format-order.ts';
import { calculateAmountDue, type Order, type Refund } from '../order.ts';
import { getPayOnDelivery, isOnAccount } from '../pages/next-steps.ts';
import { orderMailBlocks } from '../ports.ts';
import { awaitsRest, isUnconfirmedSuspicion } from '../status/order-status.ts';
import { orderTexts as texts } from '../texts.ts';
import {
  composeOrderMail,
  listAddressBlocks,
  listItemBlocks,
  listTransactionBlocks,
  type OrderMailInput,
} from './order-mail.ts';

/** Contains no submitted text: the email address may belong to somebody else. */
export function composeConfirmRequest(input: OrderMailInput): MailContent {
  const { shop, context, order } = input;
  const { t } = context;
  const due = order.dueAt ?? context.now;
  return composeOrderMail(input, {
    title: t(texts.confirmTitle, { number: order.number }),
    lead: t(texts.mailConfirm, { shop: shop.choices.name, due }),
    blocks: listItemBlocks(input),
    action: { text: t(texts.confirmButton), href: createConfirmationPath(shop, order) },
    after: [{ kind: 'small', text: t(texts.mailConfirmNotYours) }],
  });
}

export function composePlacedMail(input: OrderMailInput): MailContent {
  const { context, order } = input;
  return composeOrderMail(input, {
    lead: describeNextStep(context, order),
    blocks: [
      ...describeReplacement(input),
      ...describePayment(input),
      ...listAddedBlocks(input),
      ...listItemBlocks(input),
      ...listAddressBlocks(context, order),
    ],
  });
}

function describeReplacement({ context, order }: OrderMailInput): readonly MailBlock[] {
  const { exchangeOf, isReplacement, amends } = order;
  if (exchangeOf) return [{ kind: 'paragraph', text: context.t(texts.mailExchange, { former: exchangeOf.number }) }];
  return isReplacement && amends !== null
    ? [{ kind: 'paragraph', text: context.t(texts.mailReplaces, { former: amends }) }]
    : [];
}

function listAddedBlocks({ shop, order }: OrderMailInput): readonly MailBlock[] {
  return shop.implementations(orderMailBlocks).flatMap((list) => list(shop, order));
}

/** Returns the instructions of a bank transfer, the amount to pay on delivery, or the name of the payment method. */
function describePayment(input: OrderMailInput): readonly MailBlock[] {
  const { context, order } = input;
  const { t, price } = context;
  const onDelivery = getPayOnDelivery(order);
  if (onDelivery !== null) {
    const due = price({ amount: onDelivery.due, currency: order.currency });
    const text = onDelivery.isCollected ? texts.mailPayAtPickup : texts.mailPayOnDelivery;
    return [{ kind: 'paragraph', text: t(text, { due, payment: order.paymentTitle }) }];
  }
  const instructions = listPaymentBlocks(context, order);
  if (instructions.length > 0 || order.paymentTitle === '') return instructions;
  const transactions = listTransactionBlocks(input);
  if (transactions.length > 0) return transactions;
  return [{ kind: 'facts', facts: [{ label: t(texts.factPayment), value: order.paymentTitle }] }];
}

function listPaymentBlocks({ t }: RenderContext, order: Order): readonly MailBlock[] {
  if ((order.status !== 'on-hold' || order.paymentInstructions.length === 0) && !isOnAccount(order)) return [];
  return [
    { kind: 'heading', text: t(texts.howToPay) },
    ...(order.dueAt ? [{ kind: 'paragraph', text: t(texts.payLead, { due: order.dueAt }) } as const] : []),
    { kind: 'facts', facts: order.paymentInstructions },
  ];
}

export function composePaidMail(input: OrderMailInput): MailContent {
  const { context, order } = input;
  const total = context.price({ amount: order.total, currency: order.currency });
  return composeOrderMail(input, {
    lead: context.t(order.status === 'completed' ? texts.mailPaidComplete : texts.mailPaid, { total }),
    blocks: [...listAddedBlocks(input), ...listTransactionBlocks(input), ...listItemBlocks(input)],
  });
}

export function composeCancelledMail(input: OrderMailInput): MailContent {
  const { context, order } = input;
  const { t } = context;
  const isExpired = order.cancelReason === 'expired';
  const isByShopper = order.cancelReason === 'by-shopper';
  if (isUnconfirmedSuspicion(order)) {
    return composeOrderMail(input, {
      lead: t(isExpired ? texts.mailUnconfirmedExpired : texts.mailUnconfirmedCancelled),
      action: { text: t(texts.continueShopping), href: shopPath },
    });
  }
  return composeOrderMail(input, {
    lead: t(isExpired ? texts.mailExpired : isByShopper ? texts.mailCancelledByShopper : texts.mailCancelled),
    blocks: listItemBlocks(input),
  });
}

export function composeCancelRequestedMail(input: OrderMailInput): MailContent {
  return composeOrderMail(input, { lead: input.context.t(texts.mailCancelRequested), blocks: listItemBlocks(input) });
}

export function composeRefundedMail(input: OrderMailInput, refund: Refund): MailContent {
  const { context, order, payment } = input;
  const { t, price } = context;
  const { currency } = order;
  const { refundDays: days } = payment;
  const arrival: readonly MailBlock[] =
    days === null ? [] : [{ kind: 'paragraph', text: t(texts.refundDays, { days }) }];
  const taxes = formatIncludedTaxes(context, { ...refund, currency }).map(
    ({ label, value }): MailBlock => ({ kind: 'small', text: t(texts.refundTax, { label, value }) }),
  );
  const reason: MailBlock = { kind: 'paragraph', text: t(texts.mailRefundReason, { reason: refund.reason }) };
  return composeOrderMail(input, {
    lead: t(texts.mailRefunded, { amount: price({ amount: refund.amount, currency }) }),
    blocks: [...taxes, ...(refund.reason === '' ? [] : [reason]), ...arrival, ...listTransactionBlocks(input)],
  });
}

export function composeCompletedMail(input: OrderMailInput): MailContent {
  return composeOrderMail(input, { lead: input.context.t(texts.mailCompleted), blocks: listItemBlocks(input) });
}

export function composeReminderMail(input: OrderMailInput): MailContent {
  const { context, order } = input;
  const due = order.dueAt ?? context.now;
  return composeOrderMail(input, {
    lead: context.t(texts.mailReminder, { due }),
    blocks: [
      ...listPaymentBlocks(context, order),
      { kind: 'paragraph', text: context.t(texts.mailReminderPaid) },
      ...listItemBlocks(input),
    ],
  });
}

/**
 * Asks the shopper to pay an order, with a link to the page that offers all payment methods.
 * @param reason why the mail is sent
 */
export function composePayMail(input: OrderMailInput, reason: 'requested' | 'failed'): MailContent {
  const { shop, context, order } = input;
  const { t, price } = context;
  const { currency, total } = order;
  const rest = price({ amount: calculateAmountDue(order), currency });
  const isShipped = ['shipped', 'mixed'].includes(getDeliveryKind(order));
  const request = reason === 'failed' ? texts.mailPaymentFailed : texts.mailPaymentRequest;
  return composeOrderMail(input, {
    lead: awaitsRest(order)
      ? t(isShipped ? texts.mailRestRequestShipped : texts.mailRestRequest, {
          total: price({ amount: total, currency }),
          due: rest,
        })
      : t(request, { total: rest, due: order.dueAt ?? context.now }),
    blocks: [...describeReplacement(input), ...listItemBlocks(input)],
    action: { text: t(texts.payOrder), href: createOrderLink(shop, order, orderPayPath(order.token)) },
  });
}

/** @param text plain text of the shop; empty lines separate paragraphs */
export function composeNoteMail(input: OrderMailInput, text: string, lead: Text = texts.mailNote): MailContent {
  const paragraphs = text.split(/\n\s*\n/).map((part): MailBlock => ({ kind: 'paragraph', text: part.trim() }));
  return composeOrderMail(input, { lead: input.context.t(lead), blocks: paragraphs });
}
