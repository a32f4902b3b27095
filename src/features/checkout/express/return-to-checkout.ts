import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { getCart } from '#features/cart/index.ts';
import { fetchHeldApproval, heldPaymentField, listExpressProviders, paymentPath } from '#features/payments/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { saveNotices } from '#platform/http/notices.ts';
import type { RateLimit } from '#platform/limits/limits.ts';
import { getActor } from '#platform/sessions/actor.ts';
import { getOwner, type Owner } from '#platform/sessions/owner.ts';
import { checkoutPath, paymentMethodField } from '../contract.ts';
import { readSavedForm, saveForm } from '../saved-forms/saved-forms.ts';
import { agreedNotice } from './express-notices.tsx';
import { findHeldPayment, findPublicId, isPaymentOfOwnOrder } from './held-attempts.ts';
import { toPayerForm } from './payer-form.ts';

/**
 * Query parameter with which wallets return to the page on which they were opened: the provider's id of the payment.
 */
const referenceField = 'token';

/** Limits the requests to the provider: each return causes one. */
const returnLimit: RateLimit = { name: 'express-returns', seconds: 60, max: 30 };

/**
 * Handles the return of a shopper from the page of a provider to the checkout: fills the provider's details into the
 * form, so that only the order is left to place, also without script.
 * @returns the path to continue at; null when the request is not such a return
 */
export async function resumeHeldPayment(
  shop: Shop,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string | null> {
  const query = request.query as Readonly<Record<string, unknown>>;
  const named = z.uuid().safeParse(query[heldPaymentField]).data;
  const reference = z.string().min(1).max(200).safeParse(query[referenceField]).data;
  if (named === undefined && reference === undefined) return null;
  const publicId = named ?? (await findPublicId(shop.db, listExpressProviders(shop), reference ?? ''));
  const owner = getOwner(await getActor(shop, request));
  if (publicId === null || owner === null) return null;
  const held = await findHeldPayment(shop.db, publicId, owner);
  // `paymentPath` also handles payments that already have an order.
  if (!held) return (await isPaymentOfOwnOrder(shop.db, publicId, owner)) ? paymentPath(publicId) : null;
  if (held.orderId !== null) return paymentPath(held.publicId);
  const allowance = await shop.limits.consume([{ limit: returnLimit, key: held.publicId }]);
  const approval = allowance.ok ? await fetchHeldApproval(shop, held.paymentId) : null;
  if (approval?.state !== 'approved') {
    const code = approval?.state === 'ended' ? 'EXPRESS_ENDED' : 'EXPRESS_UNANSWERED';
    if (approval?.state !== 'waiting') saveNotices(shop, reply, [{ code }]);
    return checkoutPath;
  }
  await fillInPayer(shop, owner, {
    ...(approval.payer ? toPayerForm(approval.payer) : {}),
    [paymentMethodField]: held.provider,
  });
  saveNotices(shop, reply, [{ code: agreedNotice }]);
  return checkoutPath;
}

async function fillInPayer(
  shop: Shop,
  owner: Owner,
  known: Readonly<Record<string, string | string[]>>,
): Promise<void> {
  const cart = await getCart(shop, owner);
  const saved = await readSavedForm(shop.db, cart);
  await saveForm(shop, cart, { form: { ...saved?.form, ...known } });
}
