import { orderTexts as texts } from '../texts.ts';
import { describeNextStep, formatAddress } from '../words.ts';
import { MailFacts, MailItems, OrderMail, type OrderMailProps, Paragraph } from './order-mail.tsx';

/** The order stands. With what is needed to pay it, where it is paid by transfer. */
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
    <OrderMail {...props} lead={t(texts.mailPlaced)}>
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
    </OrderMail>
  );
}
