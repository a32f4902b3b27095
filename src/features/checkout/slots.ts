import type { ReactNode } from 'react';
import { defineSlot } from '#platform/features/slots.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';

export interface ExtraFieldProblem {
  /** Id and name of the form field. */
  readonly field: string;
  readonly message: string;
}

/** A field, or several, that another feature adds to the checkout. */
export interface CheckoutField {
  /** Under which the value is kept with the order, in `order.meta`. */
  readonly name: string;
  /** Inside the form. `form` is what was sent, empty at first. */
  render(form: FormBody, problems: readonly ExtraFieldProblem[]): ReactNode;
  /** The value to keep, which travels as JSON; undefined keeps none. */
  read(
    form: FormBody,
  ):
    | { readonly ok: true; readonly value: unknown }
    | { readonly ok: false; readonly problems: readonly ExtraFieldProblem[] };
}

/** Below the note to the shop. */
export const checkoutFields = defineSlot<Record<string, never>, CheckoutField>('checkout.fields');
