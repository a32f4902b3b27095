import type { ReactNode } from 'react';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import type { CheckoutView } from './checkout-view.ts';

/** An alternative form of the checkout, selected by the setting `checkout.form`. */
export interface CheckoutForm {
  readonly name: 'block';
  /** Source path of the page's style sheet. */
  readonly styles: `${string}.page.css`;
  /**
   * Renders form and order summary. The form posts the fields of `contract.ts` to `checkoutPath`, and works without
   * script.
   */
  render(view: CheckoutView, actor: Actor): ReactNode | Promise<ReactNode>;
}

/** Forms of the checkout besides the classic one. */
export const checkoutForms = definePort<CheckoutForm>('checkout.forms');

/** Signing in from the checkout. */
export interface CheckoutSignIn {
  /** Path of the sign-in page, which leads back to the checkout. */
  readonly path: string;
  /**
   * Renders the part above the contact fields in the form of the checkout. Its button posts the form to
   * `checkoutSignInPath`. The output must be equal for all guests, whatever they enter.
   */
  render(shop: Shop, actor: Actor): ReactNode;
}

/** Defines how to sign in from the checkout; at most one implementation. */
export const checkoutSignIn = definePort<CheckoutSignIn>('checkout.sign-in');
