import type { ReactNode } from 'react';
import { z } from 'zod';
import { findVisibleOrder, isAwaitingConfirmation, maskEmail, type Order } from '#features/orders/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineMutation, type MutationCall, type Refusal } from '#platform/mutations/mutation.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { Button } from '#ui/button.tsx';
import { createAccountField, saveAsAccountPath } from '../contract.ts';
import { accountErrors } from '../errors.ts';
import { enqueueLink } from '../links/link-mails.ts';
import { accountSettings } from '../settings.ts';
import { accountTexts as texts } from '../texts.ts';
import { listMailUses } from './request-mutations.tsx';
import { createMailSentPage } from './request-pages.tsx';

/** Fills `order.details`: offers an account to a guest who has ordered. */
export function renderSaveAsAccount(
  _shop: Shop,
  { t }: RenderContext,
  { order, actor }: { readonly order: Order; readonly actor: Actor },
): ReactNode {
  const isGuests = order.customerId === null && actor.customer === null;
  // A guest who requested an account with the order has its link already. An order that awaits its confirmation has a
  // mail with another link, and there should be only one such mail at a time.
  const hasOffer = order.status !== 'cancelled' && !isAwaitingConfirmation(order);
  if (!isGuests || !hasOffer || order.meta[createAccountField] === true) return null;
  return (
    <>
      <h2>{t(texts.saveAsAccount)}</h2>
      <form className="stack" method="post" action={saveAsAccountPath(order.token)}>
        <p>{t(texts.saveAsAccountLead, { email: maskEmail(order.email) })}</p>
        <p>
          <Button look="quiet">{t(texts.saveAsAccountButton)}</Button>
        </p>
      </form>
    </>
  );
}

type SaveResult = { readonly ok: true; readonly email: string } | Refusal<'TOO_MANY_ACCOUNT_MAILS' | 'not_found'>;

/**
 * Sends a link that creates an account to the email address of the order, which the link proves. An address that has
 * an account gets the same answer.
 */
export const saveAsAccountMutation = defineMutation({
  name: 'accounts.save-order',
  description: "Sends a link that creates an account to the order's own email address.",
  schema: z.unknown(),
  errors: accountErrors,
  run: async (call): Promise<SaveResult> => {
    const { shop, request } = call;
    const order = await findGuestOrder(call);
    if (!order) return { ok: false, code: 'not_found' };
    const { email } = order;
    // Counted here, because only the order contains the address.
    const allowance = await shop.limits.consume(listMailUses({ shop, request }, email));
    if (!allowance.ok) return { ok: false, code: 'TOO_MANY_ACCOUNT_MAILS' };
    const minutes = shop.settings(accountSettings).linkMinutes.register;
    await inTransaction(shop.db, (tx) => enqueueLink(shop, tx, { kind: 'create-account', email, minutes }));
    return { ok: true, email };
  },
  message: ({ shop }, { code }) => (code === 'not_found' ? '' : shop.t(texts[code])),
  form: {
    path: saveAsAccountPath(':token'),
    success: ({ shop }, { email }) => ({
      page: createMailSentPage(shop, maskEmail(email)),
      headers: { 'referrer-policy': 'same-origin' },
    }),
  },
});

async function findGuestOrder({ shop, request, reply, getActor }: MutationCall): Promise<Order | null> {
  const access = await findVisibleOrder(shop, request, reply);
  const { customer } = await getActor();
  return access.ok && access.order.customerId === null && customer === null ? access.order : null;
}
