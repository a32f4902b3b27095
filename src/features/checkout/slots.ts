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
  /** Where it is shown. Default: below the order note. */
  readonly section?: 'contact' | 'billing';
  /** Renders the fields inside the form. `form` is the submitted form, empty at first. */
  render(form: FormBody, problems: readonly FormProblem[]): ReactNode;
  /** Reads the value to store. It must be JSON; undefined stores nothing. Reviews call it to check the field. */
  read(form: FormBody): CheckoutFieldValue | Promise<CheckoutFieldValue>;
  /** Says above the order button what the value that was read last did to them. Default: nothing. */
  describe?(calculation: Calculation): string | null;
}

export type CheckoutFieldValue =
  | {
      readonly ok: true;
      readonly value: unknown;
      /** The form may be answered with the order that it has made before, but make none. Default: false. */
      readonly isRepeatOnly?: boolean;
    }
  | { readonly ok: false; readonly problems: readonly FormProblem[] };

/** Buttons of wallets, above the form of the checkout. Asked when the page is opened. */
export const checkoutExpress = defineSlot<ExpressInput, ReactNode>('checkout.express');

/** What stands in the place of the order button while a payment method is selected. */
export interface MethodButtons {
  /** Id of the payment method. */
  readonly method: string;
  /** Its script orders by `orderFormEvent`. Without script the order button stays. */
  readonly buttons: ReactNode;
}

/**
 * Buttons of payment methods that open something of the provider. Asked when the page is opened and with each review,
 * also while the method is not offered: another total may bring it.
 */
export const checkoutMethodButtons = defineSlot<null, MethodButtons>('checkout.method-buttons');

/** `isSent`: whether an order is being placed, so that nothing will be rendered. */
export interface CheckoutFieldContext {
  readonly actor: Actor;
  readonly isSent: boolean;
}

/** Fields of other features. Asked when the checkout is shown and when it is sent. */
export const checkoutFields = defineSlot<CheckoutFieldContext, CheckoutField>('checkout.fields');
