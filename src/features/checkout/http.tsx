import type { FastifyInstance } from 'fastify';
import { setAsideNotice } from '#features/cart/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { sendFormReply } from '#platform/http/form-reply.ts';
import { consumeNotices } from '#platform/http/notices.ts';
import { seeOther } from '#platform/http/replies.ts';
import { getActor } from '#platform/sessions/actor.ts';
import { checkoutPath, refusalField } from './contract.ts';
import { agreedNotice, expressFailureNotices } from './express/express-notices.tsx';
import { resumeHeldPayment } from './express/return-to-checkout.ts';
import { clearedNotice } from './known-details/clear-details.ts';
import { mergedNotice } from './known-details/known-details-notices.tsx';
import { renderCheckout } from './pages/render-checkout.tsx';
import { readRefusal } from './saved-forms/saved-forms.ts';

const noticeCodes = [setAsideNotice, mergedNotice, clearedNotice, agreedNotice, ...expressFailureNotices];

export function registerCheckoutRoutes(app: FastifyInstance, shop: Shop): void {
  app.get(checkoutPath, async (request, reply) => {
    const resumed = await resumeHeldPayment(shop, request, reply);
    if (resumed !== null) return seeOther(reply, resumed);
    const refusal = readRefusal((request.query as Readonly<Record<string, unknown>>)[refusalField]);
    const saved = consumeNotices(shop, request, reply, noticeCodes);
    const state = { refusal, saved };
    return sendFormReply(shop, request, reply, await renderCheckout(shop, await getActor(shop, request), state));
  });
}
