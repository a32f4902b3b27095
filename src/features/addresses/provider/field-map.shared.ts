import { type AddressKind, addressKinds } from '../address.shared.ts';

const defaultPrefix: AddressKind = 'billing';

/** The controls of a form, which `createFieldMap` reads and writes besides its own values. */
export interface FieldSource {
  /** @param name name of the field with its prefix */
  read(name: string): string | undefined;
  /** @param name name of the field with its prefix */
  write(name: string, value: string): void;
}

/** Checkout fields by name. A bare name is a name without `billing_` or `shipping_`. */
export interface FieldMap {
  /**
   * Returns the value of the source, or else the last written value.
   * @param prefix prefix of a bare name. Default: `billing`
   * @returns an empty string for an unknown field
   */
  read(name: string, prefix?: AddressKind): string;
  write(name: string, value: string, prefix?: AddressKind): void;
  /** Returns all values that were read or written, by field name. */
  toObject(): Record<string, string>;
}

/** @param source default: none, only the map keeps the values */
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
