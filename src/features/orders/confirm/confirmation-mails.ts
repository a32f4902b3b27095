import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { changeCouponEmail } from '#features/promotions/index.ts';
import { inTransaction, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { email } from '#platform/forms/kinds.ts';
import { readSingleLine } from '#platform/forms/read-form.ts';
import type { FormReply } from '#platform/http/form-reply.ts';
import { listNetworkUses } from '#platform/limits/network.ts';
import { toMailboxKey } from '#platform/mail/unproven-recipients.ts';
import { createFormSchema } from '#platform/mutations/form-schema.ts';
import { defineMutation, type MutationCall, type Refusal } from '#platform/mutations/mutation.ts';
import { getOwner, isOwnedBy } from '#platform/sessions/owner.ts';
import { findVisibleOrder, readToken } from '../access/find-visible-order.ts';
import { changeEmailPath, orderPath, resendConfirmPath } from '../contract.ts';
import { enqueueOrderMail } from '../emails/order-mail-job.ts';
import { orderErrors } from '../errors.ts';
import { addHistoryEntry } from '../history.ts';
import type { Order } from '../order.ts';
import { isAwaitingConfirmation, lockOrder } from '../status/order-status.ts';
import { orders } from '../tables.ts';
import { orderTexts as texts } from '../texts.ts';

export const newEmailField = 'new_email';
const hourSeconds = 60 * 60;
/**
 * Repeated mails and changes of the address have separate limits: a shopper who used up the first can still correct a
 * typing error.
 */
const perOrder = { name: 'confirmation-mails', seconds: hourSeconds, max: 3 };
const perNetwork = { name: 'confirmation-mails-network', seconds: hourSeconds, max: 20 };

/** Limits the orders with one email address in an hour. Repeated mails count as orders. */
export const ordersByEmail = { name: 'orders-by-email', seconds: hourSeconds } as const;
const maxByEmail = 5;

type SendFailure = Refusal<'not_found' | 'TOO_MANY_CONFIRMATIONS' | 'EMAIL_INVALID'>;
type SendResult = { readonly ok: true; readonly isSent: boolean } | SendFailure;

const tooMany: SendFailure = { ok: false, code: 'TOO_MANY_CONFIRMATIONS' };
const limits = {
  uses: ({ request }: MutationCall) => listNetworkUses(request, perNetwork),
  refuse: () => tooMany,
  countsFailures: true,
};

export const confirmationNotices = {
  confirmationSent: texts.confirmSent,
  TOO_MANY_CONFIRMATIONS: texts.tooManyConfirmations,
  EMAIL_INVALID: texts.newEmailInvalid,
};

export const createNewEmailFields = ({ t }: Pick<Shop, 't'>) => ({
  email: email({ name: newEmailField, label: t(texts.newEmail), required: true, autoComplete: 'email' }),
});

export const resendConfirmation = defineMutation({
  name: 'orders.resend-confirmation',
  description: 'Sends the mail that asks to confirm an order again, for whoever has placed it.',
  schema: z.unknown(),
  errors: orderErrors,
  limits,
  run: async (call): Promise<SendResult> => {
    const order = await findOwnOrder(call);
    return order ? sendConfirmationMail(call, order, order.email) : { ok: false, code: 'not_found' };
  },
  form: {
    path: resendConfirmPath(':token'),
    success: redirectToOrder,
    failure: (call, failure) => answerFailure(call, failure),
  },
});

/**
 * Sends the request to confirm an order to another address, which becomes the order's address: the link of the
 * earlier mail becomes invalid. The reservation is not extended.
 */
export const changeOrderEmail = defineMutation({
  name: 'orders.change-email',
  description: 'Changes the email address of an order that awaits its confirmation, for whoever has placed it.',
  schema: createFormSchema(({ shop }) => createNewEmailFields(shop)),
  errors: orderErrors,
  limits,
  run: async (call, { values, problems }): Promise<SendResult> => {
    const order = await findOwnOrder(call);
    if (!order) return { ok: false, code: 'not_found' };
    if (problems.length > 0) return { ok: false, code: 'EMAIL_INVALID' };
    return sendConfirmationMail(call, order, values.email);
  },
  form: {
    path: changeEmailPath(':token'),
    success: redirectToOrder,
    failure: (call, failure, { form }) => answerFailure(call, failure, readSingleLine(form, newEmailField)),
  },
});

/**
 * @returns the order of the path when the actor has placed it; null also for a browser that only has the link of a
 * mail
 */
async function findOwnOrder({ shop, request, reply, getActor }: MutationCall): Promise<Order | null> {
  const access = await findVisibleOrder(shop, request, reply);
  return access.ok && isOwnedBy(access.order, getOwner(await getActor())) ? access.order : null;
}

async function sendConfirmationMail({ shop }: MutationCall, order: Order, email: string): Promise<SendResult> {
  if (!isAwaitingConfirmation(order)) return { ok: true, isSent: false };
  const allowance = await shop.limits.consume([
    { limit: perOrder, key: email === order.email ? String(order.id) : `${order.id} changed` },
    { limit: { ...ordersByEmail, max: maxByEmail }, key: toMailboxKey(email) },
  ]);
  if (!allowance.ok) return tooMany;
  const isSent = await inTransaction(shop.db, (tx) => sendAgain(shop, tx, order.id, email));
  if (!isSent) await allowance.giveBack();
  return { ok: true, isSent };
}

async function sendAgain(shop: Shop, tx: Tx, orderId: number, email: string): Promise<boolean> {
  const order = await lockOrder(tx, orderId);
  if (!order || !isAwaitingConfirmation(order)) return false;
  const now = shop.clock.now();
  if (order.email !== email) {
    await tx.update(orders).set({ email, updatedAt: now }).where(eq(orders.id, orderId));
    await changeCouponEmail(tx, orderId, email);
    const text = `email address: ${order.email} → ${email}`;
    await addHistoryEntry(tx, { orderId, at: now, text, by: 'shopper' });
  }
  const mail = { order: orderId, kind: 'confirm-request', sentAt: now.getTime(), email } as const;
  await enqueueOrderMail(shop, tx, mail);
  return true;
}

/**
 * The order's page shows the outcome. A browser that may not see the order gets the offer of a fresh link instead.
 */
function redirectToOrder(call: MutationCall, { isSent }: { readonly isSent: boolean }): FormReply {
  return { redirectTo: getOrderPath(call), notices: isSent ? [{ code: 'confirmationSent' }] : [] };
}

function answerFailure(call: MutationCall, { code }: SendFailure, typed?: string): FormReply {
  return { redirectTo: getOrderPath(call), notices: code === 'not_found' ? [] : [{ code, typed }] };
}

const getOrderPath = ({ request }: MutationCall): string => orderPath(readToken(request) ?? 'unknown');
