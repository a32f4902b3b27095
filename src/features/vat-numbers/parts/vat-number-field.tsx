import { addressFieldName } from '#features/addresses/index.ts';
import type { CheckoutField } from '#features/checkout/index.ts';
import type { Filler } from '#platform/features/slots.ts';
import { FormField } from '#platform/forms/form-fields.tsx';
import { line } from '#platform/forms/kinds.ts';
import { readForm, readSingleLine } from '#platform/forms/read-form.ts';
import { formTexts } from '#platform/forms/texts.ts';
import { getCountryName } from '#platform/texts/formats.ts';
import { checkVatNumber, maxVatNumberLength } from '../check-vat-number.ts';
import { vatNumberField } from '../contract.ts';
import { vatNumberSettings } from '../settings.ts';
import { vatNumberTexts as texts } from '../texts.ts';

/** Fills `checkoutFields`, where the shop asks for it. Stores the number with its country's prefix. */
export const vatNumberCheckoutField: Filler<object, CheckoutField> = (shop, { t, locale }) => {
  if (shop.settings(vatNumberSettings).field === 'hidden') return null;
  const field = line({
    name: vatNumberField,
    label: t(texts.label),
    note: t(formTexts.optional),
    hint: t(texts.hint),
    max: maxVatNumberLength,
    isCode: true,
  });
  return {
    name: vatNumberField,
    section: 'billing',
    async read(form) {
      const { value, problems } = readForm({ t, form }, { number: field });
      if (problems.length > 0) return { ok: false, problems };
      if (value.number === '') return { ok: true, value: undefined };
      const result = await checkVatNumber(value.number, readSingleLine(form, addressFieldName('billing', 'country')));
      if (result.ok) return { ok: true, value: result.number };
      const country = getCountryName(result.country, locale);
      return { ok: false, problems: [{ field: vatNumberField, message: t(texts.invalid, { country }) }] };
    },
    render(form, problems) {
      return <FormField field={field} state={{ t, form, problems }} />;
    },
  };
};
