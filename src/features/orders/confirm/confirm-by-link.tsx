import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ReactElement } from 'react';
import { z } from 'zod';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type FormReply, sendFormReply } from '#platform/http/form-reply.ts';
import { defineMutation } from '#platform/mutations/mutation.ts';
import { grantOrderAccess, readToken } from '../access/find-visible-order.ts';
import { confirmCodeField, confirmPath, orderPath } from '../contract.ts';
import { orderErrors } from '../errors.ts';
import { getOrder, type Order } from '../order.ts';
import { ConfirmPage, InvalidCodePage, ReservationEndedPage } from '../pages/confirm-page.tsx';
import { orderStyles } from '../pages/order-page.tsx';
import { isAwaitingConfirmation, lockOrder } from '../status/order-status.ts';
import { orderTexts as texts } from '../texts.ts';
import { confirmOrder } from './confirm-order.ts';
import { isConfirmationCode } from './confirmation-code.ts';
import { removeFreeText } from './remove-free-text.ts';

/** Any value that is not a code is treated as an invalid code. */
const codeSchema = z
  .object({ [confirmCodeField]: z.string().max(100).optional() })
  .transform((fields) => fields[confirmCodeField] ?? '')
  .catch('');

/** Finds the order of the token in the path. The caller checks the code afterwards. */
async function findRequestedOrder({ db }: Shop, request: FastifyRequest): Promise<Order | null> {
  const token = readToken(request);
  return token === null ? null : getOrder(db, { token });
}

/** Changes nothing, because email scanners open links. */
export async function showConfirmPage(shop: Shop, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const order = await findRequestedOrder(shop, request);
  if (!order) return reply.callStatusPage(404);
  const { CONFIRMATION_CODE_INVALID: invalid, RESERVATION_ENDED: ended } = orderErrors.codes;
  const send = (answer: FormReply, status = 200) => sendFormReply(shop, request, reply, answer, status);
  const code = codeSchema.parse(request.query);
  if (!isConfirmationCode(shop, order, code)) return send(createInvalidCodePage(shop, order), invalid.status);
  // The code was mailed to the order's address, so the reader of that mail may see the order.
  grantOrderAccess(shop, reply, order);
  if (order.status === 'cancelled') return send(createReservationEndedPage(shop, order), ended.status);
  if (!isAwaitingConfirmation(order)) return send({ redirectTo: orderPath(order.token) });
  const context = shop.renderContext(confirmPath(order.token));
  const title = shop.t(texts.confirmTitle, { number: order.number });
  return send(createPage(title, <ConfirmPage {...{ shop, context, code }} order={removeFreeText(order)} />));
}

export const confirmByLink = defineMutation({
  name: 'orders.confirm',
  description: 'Confirms an order with the code of the link in the mail.',
  schema: codeSchema,
  errors: orderErrors,
  run: async ({ shop, request, reply }, code) => {
    const order = await findRequestedOrder(shop, request);
    if (!order) return { ok: false, code: 'not_found', order };
    const isConfirmed = await inTransaction(shop.db, async (tx) => {
      // The shopper may change the order's address at the same moment, and a code proves one address only.
      const locked = await lockOrder(tx, order.id);
      if (!locked || !isConfirmationCode(shop, locked, code)) return false;
      await confirmOrder(shop, tx, { orderId: order.id, by: 'shopper' });
      return true;
    });
    if (!isConfirmed) return { ok: false, code: 'CONFIRMATION_CODE_INVALID', order };
    grantOrderAccess(shop, reply, order);
    const current = (await getOrder(shop.db, { id: order.id })) ?? order;
    if (current.status === 'cancelled') return { ok: false, code: 'RESERVATION_ENDED', order: current };
    return { ok: true, order: current };
  },
  form: {
    path: confirmPath(':token'),
    success: (_, { order }) => ({ redirectTo: orderPath(order.token) }),
    failure: ({ shop }, failure) =>
      failure.code === 'RESERVATION_ENDED'
        ? createReservationEndedPage(shop, failure.order)
        : createInvalidCodePage(shop, failure.order),
  },
});

/** @param order null for a token without an order, which is answered like a missing page */
function createInvalidCodePage(shop: Shop, order: Order | null): FormReply {
  const body = <InvalidCodePage context={shop.renderContext(orderPath(''))} order={order} />;
  return createPage(shop.t(texts.confirmInvalidTitle), body);
}

function createReservationEndedPage(shop: Shop, order: Order): FormReply {
  const body = <ReservationEndedPage context={shop.renderContext(confirmPath(order.token))} order={order} />;
  return createPage(shop.t(texts.confirmEndedTitle), body);
}

/** The URL contains the order's token, so it must not reach other sites or search engines. */
function createPage(title: string, body: ReactElement): FormReply {
  return { page: { title, styles: orderStyles, body }, headers: { 'referrer-policy': 'same-origin' } };
}
