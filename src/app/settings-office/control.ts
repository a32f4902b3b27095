import type { Field } from '#platform/forms/field.ts';

export interface SettingControl {
  readonly field: Field;
  readonly toField: (value: unknown) => unknown;
  /** @returns undefined when the field leaves the setting without a value */
  readonly toValue: (value: unknown) => unknown;
}
