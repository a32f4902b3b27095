import { type FormProblem, getFieldState } from '#platform/forms/fields.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { Translate } from '#platform/texts/texts.ts';
import { FormField } from '#ui/form-field.tsx';
import { type AddressForm, createAddressFields, getSelectedCountry } from '../address-form-fields.ts';

interface AddressFieldsProps extends AddressForm {
  readonly context: { readonly t: Translate; readonly locale: string };
  /** What was submitted, or the address to change. */
  readonly form: FormBody;
  readonly problems: readonly FormProblem[];
}

/** The fields of one address, with what was typed and its problems. */
export function AddressFields({ context, form, problems, ...address }: AddressFieldsProps) {
  const country = getSelectedCountry(form, address);
  return (
    <div className="form-grid">
      {createAddressFields(context, address, country).map((field) => {
        const { value, error } = getFieldState(form, problems, field);
        const shown = field.kind === 'select' ? country : value;
        return <FormField key={field.name} field={field} value={shown} error={error} />;
      })}
    </div>
  );
}
