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

/** Tax classes that have a rate. */
export const listTaxClasses = async (db: Db): Promise<readonly string[]> =>
  (await selectClasses(db, [])).map(({ name }) => name);

const rules = ['proportional', 'highest'] as const;
const ofClass = 'class:';

/** Which tax shipping has: by the goods, or that of one class. @param classes to choose from; the one in use is there, too */
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

/** The class that a value of the setting names; empty when it names none. */
export const readTaxClass = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'taxClass' in value ? String(value.taxClass) : '';
