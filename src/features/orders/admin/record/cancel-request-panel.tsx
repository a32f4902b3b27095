import { isCancelRequested } from '#features/orders/status/order-status.ts';
import { type AdminPanel, getActionPath } from '#platform/admin/records/record.ts';
import { isPermitted } from '#platform/sessions/actor.ts';
import { ButtonLink } from '#ui/button.tsx';
import type { OrderSubject } from './order-subject.ts';
import { orderRecordPath } from './paths.ts';
import { orderRecordTexts as texts } from './record-texts.ts';

/** The answer that refunds the order. The head of the panel has the other answer, which declines the request. */
const refund = { name: 'payments.refund-order', requires: 'orders.refund' };

export const cancelRequestPanel: AdminPanel<OrderSubject> = {
  ...{ id: 'cancellation', title: texts.cancellation, column: 'main' },
  render: ({ t }, order, actor) => {
    if (!order.cancelRequestedAt || !isCancelRequested(order)) return null;
    return (
      <div className="stack">
        <p>{t(texts.cancellationAsked, { at: order.cancelRequestedAt })}</p>
        {isPermitted(actor, refund.requires) && (
          <p>
            <ButtonLink href={getActionPath({ path: orderRecordPath(':id') }, refund, order.id)}>
              {t(texts.refundOrder)}
            </ButtonLink>
          </p>
        )}
      </div>
    );
  },
};
