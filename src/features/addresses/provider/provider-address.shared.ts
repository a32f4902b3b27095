/** Addresses as payment providers write them. The functions are pure, for server and browser. */

/** Fields of the provider by fields of the store, in the order in which they are filled in. */
const providerFields = {
  address_1: 'address_line_1',
  address_2: 'address_line_2',
  state: 'admin_area_1',
  city: 'admin_area_2',
  postcode: 'postal_code',
  country: 'country_code',
} as const;

export type StoreField = keyof typeof providerFields;
export type ProviderField = (typeof providerFields)[StoreField];

export type StoreAddress = Readonly<Partial<Record<StoreField, string>>>;
export type ProviderAddress = Readonly<Partial<Record<ProviderField, string>>>;
/**
 * An address as providers send it: each value under the field's name or its alias. Null where the provider omits a
 * field.
 */
export type ReceivedAddress = Readonly<Record<string, string | null | undefined>>;

const aliases: Readonly<Partial<Record<ProviderField, string>>> = {
  address_line_1: 'line1',
  address_line_2: 'line2',
  admin_area_1: 'state',
  admin_area_2: 'city',
};

/** The alternative reverse mapping: store fields by names of the provider. */
const alternativeFields = {
  city: 'city',
  state: 'state',
  postal_code: 'postcode',
  country_code: 'country',
} as const satisfies Readonly<Record<string, StoreField>>;

const storeNames = Object.keys(providerFields) as StoreField[];

/** Fields that the address lacks are left out. */
export function toProviderAddress(address: StoreAddress): ProviderAddress {
  return Object.fromEntries(
    storeNames.flatMap((field) => {
      const value = address[field];
      return value === undefined ? [] : [[providerFields[field], value]];
    }),
  );
}

/**
 * Converts an address that a provider sent. A field takes precedence over its alias unless it is empty. Fields that
 * the address lacks are left out.
 * @param options `isAlternative`: reads only the four names of the alternative mapping
 */
export function toStoreAddress(
  address: ReceivedAddress,
  { isAlternative = false }: { readonly isAlternative?: boolean } = {},
): StoreAddress {
  const entries: (readonly [StoreField, string | null | undefined])[] = isAlternative
    ? Object.entries(alternativeFields).map(([name, field]) => [field, address[name]])
    : storeNames.map((field) => {
        const name = providerFields[field];
        return [field, address[name] || (address[aliases[name] ?? ''] ?? address[name])];
      });
  return Object.fromEntries(entries.filter(([, value]) => typeof value === 'string'));
}
