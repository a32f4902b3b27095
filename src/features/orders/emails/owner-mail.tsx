import { Body, Container, Head, Heading, Html, Text } from 'react-email';
import { formatAddress } from '../format-order.ts';
import { orderTexts as texts } from '../texts.ts';
import { MailFacts, MailItems, type OrderMailProps } from './order-mail.tsx';

/**
 * Tells the shop owner about an order.
 * @param lead default: that it is new
 */
export function OwnerMail({ context, order, lead }: OrderMailProps & { readonly lead?: string }) {
  const { t, locale } = context;
  const address = order.delivery ?? order.billing;
  const name = order.billing ? `${order.billing.first_name} ${order.billing.last_name}` : order.email;
  const contact = [
    { label: t(texts.email), value: order.email },
    ...(order.phone === '' ? [] : [{ label: t(texts.phone), value: order.phone }]),
    ...(address ? [{ label: t(texts.deliveryAddress), value: formatAddress(address, locale).join(', ') }] : []),
    ...(order.note === '' ? [] : [{ label: t(texts.note), value: order.note }]),
  ];
  return (
    <Html lang={locale}>
      <Head />
      <Body>
        <Container>
          <Heading as="h1">{t(texts.orderTitle, { number: order.number })}</Heading>
          <Text>{lead ?? t(texts.mailOwner, { name, payment: order.paymentTitle })}</Text>
          <MailItems context={context} order={order} />
          <MailFacts title={t(texts.ownerContact)} facts={contact} />
        </Container>
      </Body>
    </Html>
  );
}
