import { type AdminPanel, getActionPath } from '#platform/admin/records/record.ts';
import { isPermitted } from '#platform/sessions/actor.ts';
import { ButtonLink } from '#ui/button.tsx';
import { isCancelRequested } from '../../status/order-status.ts';
import type { OrderSubject } from './order-subject.ts';
import { orderRecordPath } from './paths.ts';
import { orderRecordTexts as texts } from './record-texts.ts';

/** The two answers to a shopper who has asked to cancel. */
const answers = [
  { name: 'payments.refund-order', text: texts.refundOrder, requires: 'orders.refund', look: undefined },
  { name: 'orders.decline-cancellation', text: texts.declineCancellation, requires: 'orders.write', look: 'quiet' },
] as const;

export const cancelRequestPanel: AdminPanel<OrderSubject> = {
  ...{ id: 'cancellation', title: texts.cancellation, column: 'main' },
  render: ({ t }, order, actor) => {
    if (!order.cancelRequestedAt || !isCancelRequested(order)) return null;
    const permitted = answers.filter(({ requires }) => isPermitted(actor, requires));
    return (
      <div className="stack">
        <p>{t(texts.cancellationAsked, { at: order.cancelRequestedAt })}</p>
        <p className="order-answers">
          {permitted.map(({ name, text, look }) => (
            <ButtonLink
              key={name}
              look={look}
              href={getActionPath({ path: orderRecordPath(':id') }, { name }, order.id)}
            >
              {t(text)}
            </ButtonLink>
          ))}
        </p>
      </div>
    );
  },
};
