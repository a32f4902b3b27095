import type { ReactNode } from 'react';
import type { ExpressInput } from '#features/cart/index.ts';
import type { Calculation } from '#features/pricing/index.ts';
import { defineSlot } from '#platform/features/slots.ts';
import type { FormProblem } from '#platform/forms/field.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { Actor } from '#platform/sessions/actor.ts';

/** One or more fields that another feature adds to the checkout. */
export interface CheckoutField {
  /** Key of the value in `order.meta`. */
  readonly name: string;
  /** Section where the fields are shown. Default: below the order note. */
  readonly section?: 'contact' | 'billing';
  /** Renders the fields inside the form. `form` is the submitted form, empty at first. */
  render(form: FormBody, problems: readonly FormProblem[]): ReactNode;
  /**
   * Reads the value to store, which must be JSON; undefined stores nothing. Also called by reviews to validate the
   * field.
   */
  read(form: FormBody): CheckoutFieldValue | Promise<CheckoutFieldValue>;
  /**
   * Returns a note above the order button about the effect of the last read value on the calculation. Default: no
   * note.
   */
  describe?(calculation: Calculation): string | null;
}

export type CheckoutFieldValue =
  | {
      readonly ok: true;
      readonly value: unknown;
      /** Whether the form may only be answered with the order that it has already created. Default: false. */
      readonly isRepeatOnly?: boolean;
    }
  | { readonly ok: false; readonly problems: readonly FormProblem[] };

/** Buttons of wallets, above the form of the checkout. Called when the page is opened. */
export const checkoutExpress = defineSlot<ExpressInput, ReactNode>('checkout.express');

/** Content in place of the order button while a payment method is selected. */
export interface MethodButtons {
  /** Id of the payment method. */
  readonly method: string;
  /** Buttons whose script places the order with `orderFormEvent`. Without script, the order button is shown. */
  readonly buttons: ReactNode;
}

/**
 * Buttons of payment methods that open a window of the provider. Called when the page is opened and with each review,
 * also while the method is not offered: another total may make it available.
 */
export const checkoutMethodButtons = defineSlot<null, MethodButtons>('checkout.method-buttons');

/** `isSent` tells whether an order is being placed, so that nothing will be rendered. */
export interface CheckoutFieldContext {
  readonly actor: Actor;
  readonly isSent: boolean;
}

/** Fields of other features. Called when the checkout is shown and when its form is submitted. */
export const checkoutFields = defineSlot<CheckoutFieldContext, CheckoutField>('checkout.fields');
