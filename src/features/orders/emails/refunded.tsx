import type { Refund } from '../order.ts';
import { orderTexts as texts } from '../texts.ts';
import { OrderMail, type OrderMailProps, Paragraph } from './order-mail.tsx';

export function RefundedMail({ refund, ...props }: OrderMailProps & { readonly refund: Refund }) {
  const { t, price } = props.context;
  const amount = price({ amount: refund.amount, currency: props.order.currency });
  return (
    <OrderMail {...props} lead={t(texts.mailRefunded, { amount })}>
      {refund.reason !== '' && <Paragraph>{t(texts.mailRefundReason, { reason: refund.reason })}</Paragraph>}
    </OrderMail>
  );
}
