import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Shop } from '#platform/features/shop.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import { seeOther } from '#platform/http/replies.ts';
import { defineMutation, type Refusal } from '#platform/mutations/mutation.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { findVisibleOrder } from '../access/find-visible-order.ts';
import { showNoAccess } from '../access/send-link.tsx';
import { cancelOrderPath, orderPath } from '../contract.ts';
import { orderErrors } from '../errors.ts';
import type { OrderEntry } from '../list-orders.ts';
import type { Order } from '../order.ts';
import { isOnAccount } from '../pages/next-steps.ts';
import { orderStyles } from '../pages/order-page.tsx';
import { hasShipment } from '../status/change-order.ts';
import { orderTexts as texts } from '../texts.ts';
import {
  type CancelWay,
  cancelByShopper,
  cancelNotices,
  canShopperCancel,
  findCancelWay,
  type ShopperCancelResult,
} from './cancel-by-shopper.ts';

/** Changes nothing. Redirects to the order when it can't be cancelled any more: the order's page shows the reason. */
export async function showCancelPage(shop: Shop, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const access = await findVisibleOrder(shop, request, reply);
  if (!access.ok) return showNoAccess(shop, request, reply, access);
  const { order } = access;
  const way = findCancelWay(shop, order, await hasShipment(shop.db, order.id));
  if (way === null) return seeOther(reply, orderPath(order.token));
  const context = shop.renderContext(cancelOrderPath(order.token));
  reply.header('referrer-policy', 'same-origin');
  const body = <CancelPage context={context} order={order} way={way} shopEmail={shop.choices.email} />;
  const title = shop.t(texts.cancelTitle, { number: order.number });
  return renderPrivatePage(shop, request, reply, { title, styles: orderStyles, body });
}

type CancelResult =
  | { readonly ok: true; readonly token: string }
  | Refusal<'not_found'>
  | Refusal<'CANCEL_TOO_LATE' | 'CANCEL_WHILE_PAYING', { token: string }>;

export const cancelByShopperMutation = defineMutation({
  name: 'orders.cancel-by-shopper',
  description:
    'Cancels an order that was not sent, or asks the shop to do so when it was paid, for whoever may see it.',
  schema: z.unknown(),
  errors: orderErrors,
  run: async ({ shop, request, reply }): Promise<CancelResult> => {
    const access = await findVisibleOrder(shop, request, reply);
    if (!access.ok) return { ok: false, code: 'not_found' };
    const { id, token } = access.order;
    const result: ShopperCancelResult = await cancelByShopper(shop, id);
    if (result.ok) return { ok: true, token };
    return result.code === 'ORDER_NOT_FOUND' ? { ok: false, code: 'not_found' } : { ...result, token };
  },
  message: ({ shop }, { code }) => (code === 'not_found' ? '' : shop.t(cancelNotices[code])),
  form: {
    path: cancelOrderPath(':token'),
    success: (_, { token }) => ({ redirectTo: orderPath(token) }),
    failure: ({ request }, failure) => {
      if (failure.code === 'not_found') return { redirectTo: orderPath((request.params as { token: string }).token) };
      return { redirectTo: orderPath(failure.token), notices: [{ code: failure.code }] };
    },
  },
});

interface CancelPageProps {
  readonly context: RenderContext;
  readonly order: Order;
  readonly way: Exclude<CancelWay, null>;
  readonly shopEmail: string;
}

function CancelPage({ context: { t, price }, order, way, shopEmail }: CancelPageProps) {
  const { number, currency, capturedTotal, refundedTotal, token } = order;
  const amount = price({ amount: capturedTotal - refundedTotal, currency });
  const isTransfer = way === 'at-once' && (order.status === 'on-hold' || isOnAccount(order));
  return (
    <div className="wrap wrap--narrow order">
      <PageHead
        title={t(texts.cancelTitle, { number })}
        lead={t(way === 'request' ? texts.cancelLeadPaid : texts.cancelLead, { amount })}
      />
      {isTransfer && (
        <p>
          {t(texts.cancelTransfer)} <a href={`mailto:${shopEmail}`}>{shopEmail}</a>
        </p>
      )}
      <form className="order__actions" method="post" action={cancelOrderPath(token)}>
        <Button>{t(way === 'request' ? texts.cancelAsk : texts.cancelOrder)}</Button>
        <ButtonLink look="quiet" href={orderPath(token)}>
          {t(texts.cancelKeep)}
        </ButtonLink>
      </form>
    </div>
  );
}

/** Fills `accounts.order-actions` for orders that can be cancelled at once or by a request. */
export function renderCancelAction(shop: Shop, { t }: RenderContext, { order }: { readonly order: OrderEntry }) {
  const { number, token, hasShipment: isShipped } = order;
  if (!canShopperCancel(shop, order, isShipped)) return null;
  return (
    <a href={cancelOrderPath(token)} aria-label={t(texts.cancelTitle, { number })}>
      {t(texts.cancelShort)}
    </a>
  );
}
