import { type AddressKind, addressKinds } from '../address.shared.ts';

const defaultPrefix: AddressKind = 'billing';

/** Where fields are, beside the map: the controls of a form. */
export interface FieldSource {
  /** @param name with its prefix */
  read(name: string): string | undefined;
  /** @param name with its prefix */
  write(name: string, value: string): void;
}

/** Checkout fields by name. A bare name is one without `billing_` or `shipping_`. */
export interface FieldMap {
  /**
   * What the source has, else what was written.
   * @param prefix of a bare name. Default: `billing`
   * @returns '' for a field that nobody has
   */
  read(name: string, prefix?: AddressKind): string;
  /** Writes into the map and the source. */
  write(name: string, value: string, prefix?: AddressKind): void;
  /** All values that were read or written, by field name. */
  toObject(): Record<string, string>;
}

/** @param source default: none; the map alone keeps the values */
export function createFieldMap(source?: FieldSource): FieldMap {
  const values = new Map<string, string>();
  return {
    read(name, prefix) {
      const key = addPrefix(name, prefix);
      const value = source?.read(key);
      if (value !== undefined) values.set(key, value);
      return values.get(key) ?? '';
    },
    write(name, value, prefix) {
      const key = addPrefix(name, prefix);
      values.set(key, value);
      source?.write(key, value);
    },
    toObject: () => Object.fromEntries(values),
  };
}

function addPrefix(name: string, prefix: AddressKind = defaultPrefix): string {
  return addressKinds.some((kind) => name.startsWith(`${kind}_`)) ? name : `${prefix}_${name}`;
}
