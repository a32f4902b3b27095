import type { AddressField } from '../address.shared.ts';

/** A country's rule for a field. The default rule applies to absent properties. */
export interface LocaleFieldRule {
  readonly label?: string | undefined;
  readonly required?: boolean | undefined;
  /** Position in the form: fields with lower numbers come first. */
  readonly priority?: number | undefined;
}

export type LocaleRules = Readonly<Partial<Record<AddressField, LocaleFieldRule>>>;

/** Rules by country (ISO 3166-1 alpha-2). `default` has the rules of all other countries. */
export type AddressLocales = Readonly<Record<string, LocaleRules>> & { readonly default: LocaleRules };

export interface AddressI18n {
  /** `AddressLocales` as JSON. */
  readonly locale: string;
}

export function mergeLocaleRules(locales: AddressLocales, country: string): LocaleRules {
  const own = Object.hasOwn(locales, country) ? (locales[country] ?? {}) : {};
  const fields = new Set([...Object.keys(locales.default), ...Object.keys(own)] as AddressField[]);
  return Object.fromEntries(Array.from(fields, (field) => [field, { ...locales.default[field], ...own[field] }]));
}

/**
 * Whether an address has all fields that its country requires. Values are not checked further.
 * @param omitted fields that may be missing; the country may never be missing
 */
export function isAddressComplete(
  address: Readonly<Partial<Record<AddressField, string>>> | null,
  locales: AddressLocales,
  omitted: readonly AddressField[] = [],
): boolean {
  if (!address?.country) return false;
  return Object.entries(mergeLocaleRules(locales, address.country)).every(([name, rule]) => {
    const field = name as AddressField;
    return !rule.required || omitted.includes(field) || (address[field] ?? '').trim() !== '';
  });
}
