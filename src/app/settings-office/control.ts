import type { Field } from '#platform/forms/field.ts';

/** The field of one setting, and how its values are those of the setting. */
export interface SettingControl {
  readonly field: Field;
  readonly toField: (value: unknown) => unknown;
  /** @returns undefined where the setting has no value */
  readonly toValue: (value: unknown) => unknown;
}
