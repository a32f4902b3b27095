import { cartPath, getCart } from '#features/cart/index.ts';
import { formBody } from '#platform/forms/read-form.ts';
import { defineMutation } from '#platform/mutations/mutation.ts';
import { getOwner } from '#platform/sessions/owner.ts';
import { checkoutPath, checkoutSignInPath } from './contract.ts';
import { readDeliveryFirst } from './delivery-first.ts';
import { withoutExtensionFields } from './extensions.ts';
import { withoutLastOrder } from './first-form.ts';
import { findLastDetails } from './known-details/last-details.ts';
import { checkoutSignIn } from './ports.ts';
import { saveForm } from './saved-forms/saved-forms.ts';

/** Handles the button 'Sign in' of the form: saves the form before leaving the page. */
export const leaveToSignIn = defineMutation({
  name: 'checkout.leave-to-sign-in',
  description: 'Keeps the fields of the checkout, and leads to the page for signing in.',
  // Any fields are accepted and saved, as for placing an order.
  schema: formBody,
  run: async ({ shop, getActor }, sent) => {
    const receivedAt = shop.clock.now();
    const actor = await getActor();
    const [cart, lastOrder] = [await getCart(shop, getOwner(actor)), await findLastDetails(shop, actor)];
    const typed = withoutExtensionFields(shop, readDeliveryFirst(sent));
    const form = lastOrder === null ? typed : withoutLastOrder(typed, lastOrder, cart);
    await saveForm(shop, cart, { form, receivedAt });
    return { ok: true, isEmpty: cart.lines.length === 0 } as const;
  },
  form: {
    path: checkoutSignInPath,
    success: ({ shop }, { isEmpty }) => ({
      redirectTo: isEmpty ? cartPath : (shop.implementations(checkoutSignIn)[0]?.path ?? checkoutPath),
    }),
  },
});
