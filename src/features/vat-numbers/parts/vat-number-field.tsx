import { addressFieldName } from '#features/addresses/index.ts';
import type { CheckoutField } from '#features/checkout/index.ts';
import { vatNumberKey } from '#features/orders/index.ts';
import type { Calculation } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Filler } from '#platform/features/slots.ts';
import { FormField } from '#platform/forms/form-fields.tsx';
import { line } from '#platform/forms/kinds.ts';
import { readForm, readSingleLine } from '#platform/forms/read-form.ts';
import { formTexts } from '#platform/forms/texts.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { getCountryName } from '#platform/texts/formats.ts';
import type { VatOutcome } from '../check/answers.ts';
import { askVatNumber } from '../check/ask-vat-number.ts';
import { checkVatNumber, maxVatNumberLength } from '../check-vat-number.ts';
import { vatNumberSettings } from '../settings.ts';
import { vatNumberTexts as texts } from '../texts.ts';

/** Milliseconds for which the checkout's review waits for the service. Placing an order never waits. */
const reviewTimeout = 4000;

/**
 * Fills `checkoutFields` when the shop is set to ask for VAT numbers. Stores the number with its country's prefix.
 */
export const vatNumberCheckoutField: Filler<{ readonly actor: Actor; readonly isSent: boolean }, CheckoutField> = (
  shop,
  { t, locale },
  { actor, isSent },
) => {
  const settings = shop.settings(vatNumberSettings);
  if (settings.field === 'hidden') return null;
  const field = line({
    name: vatNumberKey,
    label: t(texts.label),
    note: t(formTexts.optional),
    hint: t(settings.reverseCharge ? texts.hintReverseCharge : texts.hint),
    max: maxVatNumberLength,
    isCode: true,
  });
  let outcome: VatOutcome | null = null;
  return {
    name: vatNumberKey,
    section: 'billing',
    async read(form) {
      outcome = null;
      const { value, problems } = readForm({ t, form }, { number: field });
      if (problems.length > 0) return { ok: false, problems };
      if (value.number === '') return { ok: true, value: undefined };
      const result = await checkVatNumber(value.number, readSingleLine(form, addressFieldName('billing', 'country')));
      if (result.ok) {
        const network = actor.network ?? null;
        if (!isSent) outcome = await askVatNumber(shop, result.number, { timeout: reviewTimeout, network });
        return { ok: true, value: result.number };
      }
      const country = getCountryName(result.country, locale);
      return { ok: false, problems: [{ field: vatNumberKey, message: t(texts.invalid, { country }) }] };
    },
    render(form, problems) {
      return <FormField field={field} state={{ t, form, problems }} />;
    },
    describe: (calculation) => describeOutcome(shop, outcome, calculation),
  };
};

/** Describes how the number affects the taxes. Null when it could not change them. */
function describeOutcome({ t }: Pick<Shop, 't'>, outcome: VatOutcome | null, { untaxedReason }: Calculation) {
  if (untaxedReason === 'reverse-charge') return t(texts.noTax);
  if (outcome === null || untaxedReason !== null) return null;
  if (outcome === 'valid') return t(texts.otherCountry);
  return t(outcome === 'invalid' ? texts.unknownNumber : texts.notChecked);
}
