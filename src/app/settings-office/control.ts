import type { Field } from '#platform/forms/field.ts';

/** The form field of one setting, and the conversion between values of the field and the setting. */
export interface SettingControl {
  readonly field: Field;
  readonly toField: (value: unknown) => unknown;
  /** @returns undefined when the field leaves the setting without a value */
  readonly toValue: (value: unknown) => unknown;
}
