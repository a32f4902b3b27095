import type { ReactNode } from 'react';
import { type FormProblem, getFieldState } from '#platform/forms/fields.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { Translate } from '#platform/texts/texts.ts';
import { FoldedField, FormField } from '#ui/form-field.tsx';
import { addressFieldName } from '../address.shared.ts';
import { type AddressForm, createAddressFields, getSelectedCountry } from '../address-form-fields.ts';

interface AddressFieldsProps extends AddressForm {
  readonly context: { readonly t: Translate; readonly locale: string };
  /** What was submitted, or the address to change. */
  readonly form: FormBody;
  readonly problems: readonly FormProblem[];
  /** Shown below a control. */
  readonly renderBelow?: (field: string) => ReactNode;
}

/** The fields of one address, with what was typed and its problems. */
export function AddressFields({ context, form, problems, renderBelow, ...address }: AddressFieldsProps) {
  const country = getSelectedCountry(form, address);
  const { folded = [] } = address;
  return (
    <div className="form-grid">
      {createAddressFields(context, address, country).map((field) => {
        const { value, error } = getFieldState(form, problems, field);
        const shown = field.kind === 'select' ? country : value;
        const control = (
          <FormField key={field.name} field={field} value={shown} error={error}>
            {renderBelow?.(field.name)}
          </FormField>
        );
        const isFolded = folded.some((name) => addressFieldName(address.kind, name) === field.name);
        if (!isFolded || field.required) return control;
        return (
          <FoldedField key={field.name} field={field} isOpen={shown !== '' || error !== undefined}>
            {control}
          </FoldedField>
        );
      })}
    </div>
  );
}
