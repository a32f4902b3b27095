import type { ReactNode } from 'react';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import type { CheckoutView } from './checkout-view.ts';

/** Another form of the checkout, chosen by the setting `checkout.form`. */
export interface CheckoutForm {
  readonly name: 'block';
  /** Source path of the page's style sheet. */
  readonly styles: `${string}.page.css`;
  /**
   * Renders form and order summary. The form posts the fields of `contract.ts` to `checkoutPath`,
   * and works without script.
   */
  render(view: CheckoutView, actor: Actor): ReactNode | Promise<ReactNode>;
}

/** Forms of the checkout besides the classic one. */
export const checkoutForms = definePort<CheckoutForm>('checkout.forms');

/** Signing in from the checkout. */
export interface CheckoutSignIn {
  /** The page for signing in, which leads back to the checkout. */
  readonly path: string;
  /**
   * Renders what stands above the contact's fields, in the form of the checkout. Its button posts the form to
   * `checkoutSignInPath`. It must be the same for all guests, whatever they type.
   */
  render(shop: Shop, actor: Actor): ReactNode;
}

/** How to sign in from the checkout; at most one. */
export const checkoutSignIn = definePort<CheckoutSignIn>('checkout.sign-in');
