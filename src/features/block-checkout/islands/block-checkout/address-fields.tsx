import { FormField } from '#ui/form-field.tsx';
import type { BlockCheckoutProps, FindError, ShownCheckout } from '../block-checkout.shared.ts';

interface AddressFieldsProps {
  readonly kind: 'billing' | 'shipping';
  readonly props: Pick<BlockCheckoutProps, 'countries'>;
  readonly checkout: ShownCheckout;
  readonly findError: FindError;
}

/** The fields of an address, in the order and with the labels of its country. Values stay in the controls. */
export function AddressFields({ kind, props, checkout, findError }: AddressFieldsProps) {
  const address: Readonly<Record<string, string>> = checkout[`${kind}_address`];
  return (
    <div className="form-grid">
      {checkout.extensions.checkout[`${kind}_fields`].map(
        ({ key, label, note, required, max, autocomplete, width, suggestions }) => {
          const isCountry = key === 'country';
          const value = address[key] ?? '';
          return (
            <FormField
              key={key}
              field={{
                ...{
                  name: `${kind}_${key}`,
                  id: `${kind}-${key}`,
                  label,
                  max,
                  autoComplete: autocomplete,
                  suggestions,
                },
                kind: isCountry ? 'select' : 'line',
                note: note === '' ? undefined : note,
                required,
                // Hidden or optional fields must not stop the browser's own check, which could not show them.
                requiredInBrowser: false,
                isMarked: required,
                width: width === 'full' ? undefined : width,
                options: isCountry ? props.countries : undefined,
              }}
              value={isCountry ? value || (props.countries[0]?.value ?? '') : value}
              error={findError(`${kind}_${key}`)}
            />
          );
        },
      )}
    </div>
  );
}
