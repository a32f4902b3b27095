import { orderTexts as texts } from '../texts.ts';
import { MailItems, OrderMail, type OrderMailProps } from './order-mail.tsx';

export function PaidMail(props: OrderMailProps) {
  const { context, order } = props;
  const total = context.price({ amount: order.total, currency: order.currency });
  return (
    <OrderMail {...props} lead={context.t(texts.mailPaid, { total })}>
      <MailItems context={context} order={order} />
    </OrderMail>
  );
}
