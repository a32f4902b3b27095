import { stateCountryFieldName } from '#features/addresses/contract.ts';
import type { BlockCheckoutProps, FindError, FindSuggestion, ShownCheckout } from '../block-checkout.shared.ts';
import { CheckoutField } from './checkout-field.tsx';

interface AddressFieldsProps {
  readonly kind: 'billing' | 'shipping';
  readonly props: Pick<BlockCheckoutProps, 'countries' | 'labels'>;
  readonly fields: ShownCheckout['extensions']['checkout']['billing_fields'];
  /** Initial values of the controls. */
  readonly values: Readonly<Record<string, string>>;
  readonly findError: FindError;
  readonly findSuggestion: FindSuggestion;
  readonly onSuggestionApplied: () => void;
}

/** The fields of an address, in the order and with the labels of its country. Values stay in the controls. */
export function AddressFields({
  kind,
  props,
  fields,
  values,
  findError,
  findSuggestion,
  onSuggestionApplied,
}: AddressFieldsProps) {
  const hasStates = fields.some(({ key, options }) => key === 'state' && options.length > 0);
  return (
    <>
      <div className="form-grid">
        {fields.map(({ key, label, note, required, max, autocomplete, width, options, folded }) => {
          const isCountry = key === 'country';
          return (
            <CheckoutField
              key={key}
              {...{ isFolded: folded, findSuggestion, onSuggestionApplied, labels: props.labels }}
              look={{
                ...{
                  name: `${kind}_${key}`,
                  id: `${kind}-${key}`,
                  label,
                  max,
                  autoComplete: autocomplete,
                },
                control: isCountry || options.length > 0 ? 'select' : 'line',
                note: note === '' ? undefined : note,
                required,
                // The browser's own check must not stop at hidden or folded fields, where it could not show its
                // message.
                requiredInBrowser: false,
                isMarked: required,
                width: width === 'full' ? undefined : width,
                options: isCountry ? props.countries : options,
              }}
              value={values[key] ?? ''}
              error={findError(`${kind}_${key}`)}
            />
          );
        })}
      </div>
      {/* Without JavaScript the form may be sent with a country that does not match the list of states. */}
      {hasStates && (
        <noscript>
          <input type="hidden" name={stateCountryFieldName(kind)} value={values.country} />
        </noscript>
      )}
    </>
  );
}
