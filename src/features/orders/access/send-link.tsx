import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import { listNetworkUses } from '#platform/limits/network.ts';
import { defineMutation, type Refusal } from '#platform/mutations/mutation.ts';
import { orderPath, sendLinkPath } from '../contract.ts';
import { enqueueOrderMail } from '../emails/order-mail-job.ts';
import { orderErrors } from '../errors.ts';
import { getOrder } from '../order.ts';
import { NoAccessPage } from '../pages/no-access-page.tsx';
import { orderStyles } from '../pages/order-page.tsx';
import { orderTexts as texts } from '../texts.ts';
import { type OrderAccess, readToken } from './find-visible-order.ts';

/** Parameter of the page that is shown after the form was sent. */
const sentParameter = 'sent';

const hourSeconds = 60 * 60;
export const linksByOrder = { name: 'order-links', seconds: hourSeconds, max: 3 };
const perNetwork = { name: 'order-links-network', seconds: hourSeconds, max: 20 };

type SendLinkResult = { readonly ok: true; readonly token: string } | Refusal<'not_found' | 'TOO_MANY_LINKS'>;

/** Sends a fresh link to the order's own email address. The answer for unknown orders is the same. */
export const sendOrderLink = defineMutation({
  name: 'orders.send-link',
  description: "Sends a fresh link to the order's own email address, if there is such an order.",
  schema: z.unknown(),
  errors: orderErrors,
  limits: {
    uses: ({ request }) => listNetworkUses(request, perNetwork),
    refuse: () => ({ ok: false, code: 'TOO_MANY_LINKS' }),
    countsFailures: true,
  },
  run: async ({ shop, request }): Promise<SendLinkResult> => {
    const token = readToken(request);
    if (token === null) return { ok: false, code: 'not_found' };
    const order = await getOrder(shop.db, { token });
    if (order) {
      // Only existing orders are counted, so that guessed tokens write nothing.
      const allowance = await shop.limits.consume([{ limit: linksByOrder, key: String(order.id) }]);
      if (!allowance.ok) return { ok: false, code: 'TOO_MANY_LINKS' };
      const sentAt = shop.clock.now().getTime();
      await inTransaction(shop.db, (tx) => enqueueOrderMail(shop, tx, { order: order.id, kind: 'link', sentAt }));
    }
    return { ok: true, token };
  },
  message: ({ shop }, { code }) => (code === 'TOO_MANY_LINKS' ? shop.t(texts.tooManyLinks) : ''),
  form: {
    path: sendLinkPath(':token'),
    success: (_, { token }) => ({ redirectTo: `${orderPath(token)}?${sentParameter}=1` }),
  },
});

/** Offers a fresh link to a browser that may not see an order. The page does not tell whether the order exists. */
export function showNoAccess(
  shop: Shop,
  request: FastifyRequest,
  reply: FastifyReply,
  { reason, token }: Extract<OrderAccess, { readonly ok: false }>,
): Promise<FastifyReply> | FastifyReply {
  if (reason === 'malformed') return reply.callStatusPage(404);
  const context = shop.renderContext(orderPath(token));
  const isSent = (request.query as Record<string, unknown>)[sentParameter] === '1';
  const isExpired = reason === 'expired';
  const body = <NoAccessPage {...{ context, token, isExpired, isSent }} shopEmail={shop.choices.email} />;
  const title = shop.t(isExpired ? texts.linkExpiredTitle : texts.noAccessTitle);
  reply.header('referrer-policy', 'same-origin');
  return renderPrivatePage(shop, request, reply, { title, styles: orderStyles, body, status: isExpired ? 410 : 404 });
}
