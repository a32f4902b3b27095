import { defineMutation } from '#platform/mutations/mutation.ts';
import { getOwner } from '#platform/sessions/owner.ts';
import { cartRefreshPath } from '../contract.ts';
import { toCartHint } from '../hints.ts';
import { cartReply, refreshBody } from '../schemas.ts';
import { createCartReply } from './cart-state.ts';

/**
 * Changes nothing but the hint cookie. It is a POST because the scripts of shops migrated from the plugin send a
 * POST.
 */
export const refreshCartMutation = defineMutation({
  name: 'cart.refresh-state',
  description: 'Returns the state of the cart, with the fragments that the page asks for.',
  schema: refreshBody,
  run: async (call, { page, fragments }) => {
    const owner = getOwner(await call.getActor());
    return { ok: true, reply: await createCartReply(call, { owner, page, fragments, message: '' }) } as const;
  },
  hint: (_, { reply }) => toCartHint(reply.cart),
  json: {
    path: ({ rest }) => cartRefreshPath(rest),
    response: cartReply,
    success: (_, { reply }) => reply,
  },
});
