import type { CheckoutField } from '#features/checkout/index.ts';
import type { Filler } from '#platform/features/slots.ts';
import { type FormField as Field, getFieldState, readFields } from '#platform/forms/fields.ts';
import { formTexts } from '#platform/forms/texts.ts';
import { Island } from '#platform/islands/island.tsx';
import { FormField } from '#ui/form-field.tsx';
import { giftNoteName, maxNoteLength } from '../contract.ts';
import { CharactersLeft } from '../islands/characters-left.tsx';
import { giftNoteTexts as texts } from '../texts.ts';

/** Fills `checkoutFields`. An empty note is not stored. */
export const giftNoteField: Filler<object, CheckoutField> = (_shop, { t }) => {
  const field: Field = {
    name: giftNoteName,
    kind: 'text',
    label: t(texts.label),
    note: t(formTexts.optional),
    hint: t(texts.hint, { max: maxNoteLength }),
    max: maxNoteLength,
  };
  return {
    name: giftNoteName,
    read(form) {
      const { values, problems } = readFields(t, form, { note: field });
      return problems.length > 0 ? { ok: false, problems } : { ok: true, value: values.note || undefined };
    },
    render(form, problems) {
      const { value, error } = getFieldState(form, problems, field);
      return (
        <FormField field={field} value={value} error={error}>
          <Island
            of={CharactersLeft}
            props={{ field: giftNoteName, maxLength: maxNoteLength, used: value.length, label: t(texts.left) }}
          />
        </FormField>
      );
    },
  };
};
