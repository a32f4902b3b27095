import type { CheckoutField } from '#features/checkout/index.ts';
import type { Filler } from '#platform/features/slots.ts';
import { FormField } from '#platform/forms/form-fields.tsx';
import { flag } from '#platform/forms/kinds.ts';
import { readForm } from '#platform/forms/read-form.ts';
import { reviewSettings } from '../settings.ts';
import { reviewTexts as texts } from '../texts.ts';

/** Name of the consent in the fields of an order. */
export const consentField = 'review_request';

/**
 * Fills `checkoutFields` when buyers are asked for reviews only with their consent. The box is never checked
 * beforehand.
 */
export const reviewConsentField: Filler<object, CheckoutField> = (shop, { t }) => {
  if (shop.settings(reviewSettings).request !== 'opt-in') return null;
  const field = flag({ name: consentField, label: t(texts.consent) });
  return {
    name: consentField,
    read: (form) => {
      const { agrees } = readForm({ t, form }, { agrees: field }).value;
      return { ok: true, value: agrees ? true : undefined };
    },
    render: (form, problems) => <FormField field={field} state={{ t, form, problems }} />,
  };
};
