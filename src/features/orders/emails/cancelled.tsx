import { orderTexts as texts } from '../texts.ts';
import { MailItems, OrderMail, type OrderMailProps } from './order-mail.tsx';

export function CancelledMail(props: OrderMailProps) {
  const { context, order } = props;
  return (
    <OrderMail {...props} lead={context.t(order.cancelReason === 'expired' ? texts.mailExpired : texts.mailCancelled)}>
      <MailItems context={context} order={order} />
    </OrderMail>
  );
}
