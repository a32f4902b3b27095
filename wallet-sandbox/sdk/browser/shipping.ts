import type { ButtonsOptions } from './options.ts';

export interface ShippingQuestion {
  readonly kind: 'address' | 'option';
  readonly orderID: string;
  readonly amount: { currencyCode: string; value: string };
  readonly shippingAddress: { city: string; state: string; countryCode: string; postalCode: string };
  readonly option: { id: string; label: string; type: string; amount: { currencyCode: string; value: string } } | null;
}

const addressErrors = {
  COUNTRY_ERROR: 'COUNTRY_ERROR',
  STATE_ERROR: 'STATE_ERROR',
  ZIP_ERROR: 'ZIP_ERROR',
  ADDRESS_ERROR: 'ADDRESS_ERROR',
};
const optionErrors = { METHOD_UNAVAILABLE: 'METHOD_UNAVAILABLE', STORE_UNAVAILABLE: 'STORE_UNAVAILABLE' };

/** Asks the shop about an address or a shipping option. @returns why it refuses, or null */
export async function askShop(options: ButtonsOptions, question: ShippingQuestion): Promise<string | null> {
  let refusal: string | null = null;
  const reject = async (reason?: string) => {
    refusal ??= reason ?? 'ADDRESS_ERROR';
  };
  const { orderID, amount, shippingAddress, option, kind } = question;
  const actions = { reject, resolve: async () => {}, buildOrderPatchPayload: buildPatch(amount) };
  try {
    if (kind === 'address' && options.onShippingAddressChange) {
      await options.onShippingAddressChange({ orderID, amount, shippingAddress, errors: addressErrors }, actions);
    } else if (kind === 'option' && options.onShippingOptionsChange) {
      const selectedShippingOption = option && { ...option, selected: true };
      await options.onShippingOptionsChange({ orderID, selectedShippingOption, errors: optionErrors }, actions);
    } else {
      await options.onShippingChange?.(formatOldData(question), actions);
    }
  } catch (error) {
    await reject('ADDRESS_ERROR');
    throw error;
  }
  return refusal;
}

/** The data of the callback that is no longer recommended. */
function formatOldData({ orderID, shippingAddress, option }: ShippingQuestion): object {
  const { city, state, countryCode, postalCode } = shippingAddress;
  const address = { city, state, country_code: countryCode, postal_code: postalCode };
  const selected = option && {
    ...option,
    selected: true,
    amount: { currency_code: option.amount.currencyCode, value: option.amount.value },
  };
  return {
    orderID,
    shipping_address: address,
    ...(selected ? { selected_shipping_option: selected } : {}),
    forceRestAPI: true,
  };
}

interface PatchParts {
  discount?: string;
  handling?: string;
  insurance?: string;
  itemTotal?: string;
  shippingDiscount?: string;
  taxTotal?: string;
  shippingOption?: { id: string; label: string; amount: { currencyCode: string; value: string } };
  shippingOptions?: { selected: boolean; amount: { currencyCode: string; value: string } }[];
}

const buildPatch =
  ({ currencyCode }: { currencyCode: string }) =>
  (parts: PatchParts): object[] => {
    const { discount, handling, insurance, itemTotal, shippingDiscount, taxTotal, shippingOption, shippingOptions } =
      parts;
    const selected = shippingOption ?? shippingOptions?.find((each) => each.selected);
    const given = Object.entries({
      ...{ item_total: itemTotal, tax_total: taxTotal, shipping: selected?.amount.value },
      ...{ handling, insurance, discount, shipping_discount: shippingDiscount },
    }).filter(([, value]) => value !== undefined);
    const breakdown = Object.fromEntries(given.map(([name, value]) => [name, { currency_code: currencyCode, value }]));
    const total = given.reduce((sum, [name, value]) => sum + (name.includes('discount') ? -1 : 1) * Number(value), 0);
    const path = "/purchase_units/@reference_id=='default'";
    const amount = { currency_code: currencyCode, value: total.toFixed(2), breakdown };
    return [{ op: 'replace', path: `${path}/amount`, value: amount }];
  };
