import { shopPath } from '#features/catalog/index.ts';
import { formatIncludedTaxes } from '#features/pricing/index.ts';
import { createConfirmationPath } from '../confirm/confirmation-code.ts';
import { describeNextStep, formatAddress } from '../format-order.ts';
import type { Refund } from '../order.ts';
import { orderTexts as texts } from '../texts.ts';
import { MailFacts, MailItems, OrderMailLayout, type OrderMailProps, Paragraph, SmallText } from './order-mail.tsx';

/** Contains no submitted text: the e-mail address may belong to somebody else. */
export function ConfirmRequestMail(props: OrderMailProps) {
  const { shop, context, order } = props;
  const { t, absolute } = context;
  const due = order.dueAt ?? context.now;
  return (
    <OrderMailLayout
      {...props}
      title={t(texts.confirmTitle, { number: order.number })}
      lead={t(texts.mailConfirm, { shop: shop.choices.name, due })}
      action={{ text: t(texts.confirmButton), href: absolute(createConfirmationPath(shop, order)) }}
      after={<SmallText>{t(texts.mailConfirmNotYours)}</SmallText>}
    >
      <MailItems context={context} order={order} />
    </OrderMailLayout>
  );
}

/** Confirms the order, with the payment instructions of a bank transfer. */
export function PlacedMail(props: OrderMailProps) {
  const { context, order } = props;
  const { t, locale } = context;
  const addresses = [
    ...(order.delivery
      ? [{ label: t(texts.deliveryAddress), value: formatAddress(order.delivery, locale).join(', ') }]
      : []),
    ...(order.billing
      ? [{ label: t(texts.billingAddress), value: formatAddress(order.billing, locale).join(', ') }]
      : []),
  ];
  return (
    <OrderMailLayout {...props} lead={t(texts.mailPlaced)}>
      <Paragraph>{describeNextStep(context, order)}</Paragraph>
      {order.status === 'on-hold' && order.paymentInstructions.length > 0 && (
        <MailFacts
          title={t(texts.howToPay)}
          lead={order.dueAt && t(texts.payLead, { due: order.dueAt })}
          facts={order.paymentInstructions}
        />
      )}
      <MailItems context={context} order={order} />
      {addresses.length > 0 && <MailFacts title={t(texts.factAddresses)} facts={addresses} />}
      {order.note !== '' && <MailFacts title={t(texts.note)} facts={[{ label: '', value: order.note }]} />}
    </OrderMailLayout>
  );
}

export function PaidMail(props: OrderMailProps) {
  const { context, order } = props;
  const total = context.price({ amount: order.total, currency: order.currency });
  return (
    <OrderMailLayout {...props} lead={context.t(texts.mailPaid, { total })}>
      <MailItems context={context} order={order} />
    </OrderMailLayout>
  );
}

export function CancelledMail(props: OrderMailProps) {
  const { context, order } = props;
  const { t, absolute } = context;
  const isExpired = order.cancelReason === 'expired';
  if (order.confirmedAt === null) {
    const lead = t(isExpired ? texts.mailUnconfirmedExpired : texts.mailUnconfirmedCancelled);
    return (
      <OrderMailLayout {...props} lead={lead} action={{ text: t(texts.continueShopping), href: absolute(shopPath) }} />
    );
  }
  return (
    <OrderMailLayout {...props} lead={t(isExpired ? texts.mailExpired : texts.mailCancelled)}>
      <MailItems context={context} order={order} />
    </OrderMailLayout>
  );
}

export function RefundedMail({ refund, ...props }: OrderMailProps & { readonly refund: Refund }) {
  const { t, price } = props.context;
  const amount = price({ amount: refund.amount, currency: props.order.currency });
  return (
    <OrderMailLayout {...props} lead={t(texts.mailRefunded, { amount })}>
      {formatIncludedTaxes(props.context, { ...refund, currency: props.order.currency }).map(({ label, value }) => (
        // Two rates may have one label.
        <SmallText key={`${label} ${value}`}>{t(texts.refundTax, { label, value })}</SmallText>
      ))}
      {refund.reason !== '' && <Paragraph>{t(texts.mailRefundReason, { reason: refund.reason })}</Paragraph>}
    </OrderMailLayout>
  );
}
