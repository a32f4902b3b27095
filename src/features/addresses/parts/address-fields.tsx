import type { ReactNode } from 'react';
import { type FormProblem, findFieldError } from '#platform/forms/field.ts';
import { FoldedField, TextField, type TextLook } from '#platform/forms/field-look.shared.tsx';
import { readSingleLine } from '#platform/forms/read-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { normaliseCode } from '#platform/input/normalise-text.ts';
import type { Translate } from '#platform/texts/texts.ts';
import { Button } from '#ui/button.tsx';
import { addressFieldName, stateCountryFieldName, updateAddressField } from '../address.shared.ts';
import {
  type AddressForm,
  createAddressFields,
  getSelectedCountry,
  isStateOfOtherCountry,
} from '../address-form-fields.ts';
import { normalizeState } from '../states.ts';
import { addressTexts as texts } from '../texts.ts';

export interface AddressFieldsProps extends AddressForm {
  readonly context: { readonly t: Translate; readonly locale: string };
  /** Submitted values, or the address to change. */
  readonly form: FormBody;
  readonly problems: readonly FormProblem[];
  readonly renderBelow?: (field: string) => ReactNode;
}

/** Adds the current state to the options when they lack it and it is valid, as in an older address. */
function addMissingStateOption(field: TextLook, value: string): TextLook {
  if (!field.options || field.required || field.options.some((option) => option.value === value)) return field;
  return { ...field, options: [...field.options, { value, label: value }] };
}

export function AddressFields({ context, form, problems, renderBelow, ...address }: AddressFieldsProps) {
  const country = getSelectedCountry(form, address);
  const { folded = [], followsCountry = false } = address;
  const hasButton = !followsCountry && address.countries.length > 1 && !address.hidden?.includes('state');
  return (
    <div className="form-grid">
      {createAddressFields(context, address, country).map((field) => {
        const error = findFieldError(problems, field.name);
        const typed = readSingleLine(form, field.name);
        const isPostcode = field.name === addressFieldName(address.kind, 'postcode');
        const value = isPostcode ? normaliseCode(typed) : typed;
        const isCountry = field.name === addressFieldName(address.kind, 'country');
        const isState = field.control === 'select' && !isCountry;
        const state = isStateOfOtherCountry(form, address.kind) ? '' : normalizeState(country, value);
        const shown = isCountry ? country : isState ? state : value;
        const control = (
          <TextField key={field.name} look={addMissingStateOption(field, shown)} value={shown} error={error}>
            {isCountry && hasButton && (
              <p>
                <Button look="text" name={updateAddressField} value="1" formNoValidate>
                  {context.t(texts.updateFields)}
                </Button>
              </p>
            )}
            {isState && <input type="hidden" name={stateCountryFieldName(address.kind)} value={country} />}
            {renderBelow?.(field.name)}
          </TextField>
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
