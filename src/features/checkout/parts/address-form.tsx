import { getCountryName } from '#platform/texts/formats.ts';
import { Select, TextInput } from '#ui/controls.tsx';
import { Field } from '#ui/field.tsx';
import { getAddressRules } from '../address-rules.ts';
import { type CheckoutView, findFieldError } from '../checkout-view.ts';
import { type AddressField, type AddressKind, addressFieldName, addressFields } from '../contract.ts';
import { readSingleLine } from '../read-form.ts';
import { checkoutSettings } from '../settings.ts';
import { checkoutTexts as texts } from '../texts.ts';

/** Autofill tokens of the HTML standard. */
const autocomplete: Readonly<Record<AddressField, string>> = {
  country: 'country',
  first_name: 'given-name',
  last_name: 'family-name',
  company: 'organization',
  address_1: 'address-line1',
  address_2: 'address-line2',
  postcode: 'postal-code',
  city: 'address-level2',
  state: 'address-level1',
};

const widths: Partial<Record<AddressField, 'half' | 'third' | 'two-thirds'>> = {
  first_name: 'half',
  last_name: 'half',
  postcode: 'third',
  city: 'two-thirds',
};

interface AddressFormProps {
  readonly view: CheckoutView;
  readonly kind: AddressKind;
  /** ISO 3166-1 alpha-2. Its rules give the labels. */
  readonly country: string;
}

export function AddressForm({ view, kind, country }: AddressFormProps) {
  const { company } = view.shop.settings(checkoutSettings);
  const shown = addressFields.filter((field) => field !== 'company' || company !== 'hidden');
  return (
    <div className="form-grid">
      {shown.map((field) => (
        <AddressInput key={field} view={view} kind={kind} country={country} field={field} />
      ))}
    </div>
  );
}

function AddressInput({ view, kind, country, field }: AddressFormProps & { readonly field: AddressField }) {
  const { t } = view.context;
  const { countries } = view.shop.choices;
  const name = addressFieldName(kind, field);
  const rule = getAddressRules(country)[field];
  const isAlwaysRequired = countries.every((each) => getAddressRules(each)[field].required);
  const isNeverRequired = countries.every((each) => !getAddressRules(each)[field].required);
  const common = {
    name,
    autoComplete: `${kind} ${autocomplete[field]}`,
    defaultValue: readSingleLine(view.form, name),
  };
  return (
    <Field
      id={name}
      label={t(rule.label)}
      note={isNeverRequired ? t(texts.optional) : undefined}
      error={findFieldError(view, name)}
      // Browsers must not require a field that depends on a country chosen later, nor one that may
      // be hidden.
      required={kind === 'billing' && isAlwaysRequired}
      width={widths[field]}
    >
      {(control) =>
        field === 'country' ? (
          <Select {...control} {...common} defaultValue={country} options={listCountryOptions(view)} />
        ) : (
          <TextInput {...control} {...common} maxLength={rule.max} />
        )
      }
    </Field>
  );
}

function listCountryOptions({ shop: { choices }, context: { locale } }: CheckoutView) {
  return choices.countries
    .map((value) => ({ value, label: getCountryName(value, locale) }))
    .sort((a, b) => a.label.localeCompare(b.label, locale));
}
