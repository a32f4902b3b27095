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
import { findHeldPayment, findPublicId, isOfOwnOrder } from './held-attempts.ts';
import { toPayerForm } from './payer-form.ts';

/** Parameter with which wallets come back to the page that they were opened on: their id of the payment. */
const referenceField = 'token';

/** Each return asks the provider. */
const returnLimit: RateLimit = { name: 'express-returns', seconds: 60, max: 30 };

/**
 * Takes in a shopper who comes back from the page of a provider to the checkout: what the provider tells of them is filled
 * into the form, so that only the order is left to place, also without script.
 * @returns where they go on; null for a page that nobody comes back to
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
  // That path knows orders.
  if (!held) return (await isOfOwnOrder(shop.db, publicId, owner)) ? paymentPath(publicId) : null;
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
