import type { ReactNode } from 'react';
import { definePort } from '#platform/features/ports.ts';
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
