import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { FieldLook } from '#platform/forms/field-look.shared.tsx';
import { choice } from '#platform/forms/kinds.ts';
import type { Translate } from '#platform/texts/texts.ts';
import type { SettingControl } from './control.ts';
import { settingsTexts as texts } from './texts.ts';

export const shippingClassKey = 'pricing.taxes.shippingClass';

const selectClasses = sqlQuery<{ name: string }>(
  'app.list-tax-classes',
  `select 'standard' as name union select tax_class from tax_rates order by name`,
);

export const listTaxClasses = async (db: Db): Promise<readonly string[]> =>
  (await selectClasses(db, [])).map(({ name }) => name);

const rules = ['proportional', 'highest'] as const;
const ofClass = 'class:';

/**
 * Creates the control that chooses the tax of shipping: by the goods, or the rate of one class.
 * @param classes classes to choose from; the class in use is added when it is missing
 */
export function createTaxClassControl(t: Translate, look: FieldLook, classes: readonly string[]): SettingControl {
  return {
    field: choice({
      ...{ ...look, required: true },
      options: [
        ...rules.map((rule) => ({ value: rule as string, label: t(texts[`shippingTax_${rule}`]) })),
        ...classes.map((name) => ({ value: `${ofClass}${name}`, label: t(texts.ofClass, { name }) })),
      ],
    }),
    toField: (value) => (typeof value === 'string' ? value : `${ofClass}${readTaxClass(value)}`),
    toValue: (typed) => {
      const value = String(typed);
      return value.startsWith(ofClass) ? { taxClass: value.slice(ofClass.length) } : value;
    },
  };
}

/** Returns the tax class that a value of the setting names, or an empty string. */
export const readTaxClass = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'taxClass' in value ? String(value.taxClass) : '';
