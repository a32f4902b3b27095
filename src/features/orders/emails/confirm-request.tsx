import { createConfirmationLink } from '../confirm-code.ts';
import { orderTexts as texts } from '../texts.ts';
import { MailItems, OrderMail, type OrderMailProps, Small } from './order-mail.tsx';

/** Asks to confirm an order. Whoever typed the address may be a stranger to it, so nothing that they typed is in it. */
export function ConfirmRequestMail(props: OrderMailProps) {
  const { shop, context, order } = props;
  const { t, absolute } = context;
  const due = order.dueAt ?? context.now;
  return (
    <OrderMail
      {...props}
      title={t(texts.confirmTitle, { number: order.number })}
      lead={t(texts.mailConfirm, { shop: shop.choices.name, due })}
      action={{ text: t(texts.confirmButton), href: absolute(createConfirmationLink(shop, order)) }}
      after={<Small>{t(texts.mailConfirmNotYours)}</Small>}
    >
      <MailItems context={context} order={order} />
    </OrderMail>
  );
}
