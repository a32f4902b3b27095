import type { CheckoutField } from '#features/checkout/index.ts';
import type { Filler } from '#platform/features/slots.ts';
import { FormField } from '#platform/forms/form-fields.tsx';
import { text } from '#platform/forms/kinds.ts';
import { readForm, readText } from '#platform/forms/read-form.ts';
import { formTexts } from '#platform/forms/texts.ts';
import { Island } from '#platform/islands/island.tsx';
import { giftNoteName, maxNoteLength } from '../contract.ts';
import { CharactersLeft } from '../islands/characters-left.tsx';
import { giftNoteTexts as texts } from '../texts.ts';

/** Fills `checkoutFields`. An empty note is not stored. */
export const giftNoteField: Filler<object, CheckoutField> = (_shop, { t }) => {
  const field = text({
    name: giftNoteName,
    label: t(texts.label),
    note: t(formTexts.optional),
    hint: t(texts.hint, { max: maxNoteLength }),
    max: maxNoteLength,
  });
  return {
    name: giftNoteName,
    read(form) {
      const { value, problems } = readForm({ t, form }, { note: field });
      return problems.length > 0 ? { ok: false, problems } : { ok: true, value: value.note || undefined };
    },
    render(form, problems) {
      const used = readText(form, giftNoteName).length;
      return (
        <FormField field={field} state={{ t, form, problems }}>
          <Island
            of={CharactersLeft}
            props={{ field: giftNoteName, maxLength: maxNoteLength, used, label: t(texts.left) }}
          />
        </FormField>
      );
    },
  };
};
