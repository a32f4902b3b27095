import { orderTexts as texts } from '../texts.ts';
import { MailItems, OrderMail, type OrderMailProps } from './order-mail.tsx';

export function CancelledMail(props: OrderMailProps) {
  const { context, order } = props;
  const { t, absolute } = context;
  const isExpired = order.cancelReason === 'expired';
  if (order.confirmedAt === null) {
    const lead = t(isExpired ? texts.mailUnconfirmedExpired : texts.mailUnconfirmedCancelled);
    return <OrderMail {...props} lead={lead} action={{ text: t(texts.continueShopping), href: absolute('/shop') }} />;
  }
  return (
    <OrderMail {...props} lead={t(isExpired ? texts.mailExpired : texts.mailCancelled)}>
      <MailItems context={context} order={order} />
    </OrderMail>
  );
}
