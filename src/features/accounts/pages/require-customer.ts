import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Shop } from '#platform/features/shop.ts';
import type { FormReply } from '#platform/http/form-reply.ts';
import type { PrivateView } from '#platform/http/private-page.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import { seeOther } from '#platform/http/replies.ts';
import type { MutationCall } from '#platform/mutations/mutation.ts';
import { type ActingCustomer, getActor } from '#platform/sessions/actor.ts';
import { returnField, signInPath } from '../contract.ts';
import { accountStyles } from '../parts/account-layout.tsx';

/** The page for signing in, which leads back. @param returnTo path in the shop */
export const toSignIn = (returnTo: string): string =>
  `${signInPath}?${new URLSearchParams({ [returnField]: returnTo })}`;

type AccountView = Omit<PrivateView, 'styles'> | null;

/**
 * Answers with a page of the account. Guests are sent to sign in and come back.
 * @param load null for what does not exist
 */
export async function showAccountPage(
  shop: Shop,
  request: FastifyRequest,
  reply: FastifyReply,
  load: (customer: ActingCustomer) => Promise<AccountView>,
): Promise<FastifyReply> {
  const { customer } = await getActor(shop, request);
  if (customer === null) return seeOther(reply, toSignIn(request.url));
  const view = await load(customer);
  if (view === null) return reply.callStatusPage(404);
  return renderPrivatePage(shop, request, reply, { styles: accountStyles, ...view });
}

export const signInRequired = { ok: false, code: 'SIGN_IN_REQUIRED' } as const;

/** The customer of a form; a form without one fails with `signInRequired`. */
export async function getCustomer({ getActor: getActorOfCall }: MutationCall): Promise<ActingCustomer | null> {
  return (await getActorOfCall()).customer;
}

/** Where a form of the account leads when its session has ended. */
export const askToSignIn = (returnTo: string): FormReply => ({ redirectTo: toSignIn(returnTo) });
