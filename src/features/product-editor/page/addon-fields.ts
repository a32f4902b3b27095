import { type AddonDefinition, type AddonKind, addonFileTypes, addonKinds } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { ValuesOf } from '#platform/forms/field.ts';
import { choice, choices, flag, line, money, number, text } from '#platform/forms/kinds.ts';
import { toDecimal } from '#platform/money/money.ts';
import { readAmount } from '#platform/money/read-amount.ts';
import { slugify } from '#platform/texts/slugs.ts';
import { pageTexts as texts } from './page-texts.ts';

const megabyte = 1_000_000;

const kindTexts = {
  ...{ text: texts.addonText, textarea: texts.addonTextarea, checkbox: texts.addonCheckbox, file: texts.addonFile },
  ...{ checkboxes: texts.addonCheckboxes, select: texts.addonSelect, radio: texts.addonRadio },
} as const satisfies Readonly<Record<AddonKind, unknown>>;

/** Fields of one add-on. The kind of the add-on decides which fields are used. */
export function createAddonFields({ t, choices: { locale } }: Shop, currency: string) {
  return {
    label: line({ label: t(texts.addonLabel), required: true, max: 200, width: 'half' }),
    kind: choice({
      ...{ label: t(texts.addonKind), required: true, width: 'half' },
      options: addonKinds.map((value) => ({ value, label: t(kindTexts[value]) })),
    }),
    key: line({ label: t(texts.addonKey), hint: t(texts.addonKeyHint), max: 60, isCode: true, width: 'half' }),
    price: money({ label: t(texts.addonPrice), currency, locale, min: 0, width: 'half' }),
    help: line({ label: t(texts.addonHelp), max: 1000 }),
    required: flag({ label: t(texts.addonRequired) }),
    maxLength: number({ label: t(texts.addonMaxLength), min: 1, max: 10_000, width: 'half' }),
    options: text({ label: t(texts.addonOptions), hint: t(texts.addonOptionsHint), max: 20_000 }),
    fileTypes: choices({
      ...{
        label: t(texts.addonFileTypes),
        options: addonFileTypes.map((value) => ({ value, label: value.toUpperCase() })),
      },
    }),
    maxFiles: number({ label: t(texts.addonMaxFiles), min: 1, max: 10, width: 'half' }),
    maxMegabytes: number({ label: t(texts.addonMaxMegabytes), min: 1, max: 50, width: 'half' }),
  };
}

export type AddonValues = ValuesOf<ReturnType<typeof createAddonFields>>;

/**
 * Writes an option as a line: `Gift box | 4.00`, or `box = Gift box | 4.00` when the value differs from the label.
 */
const writeOptions = (options: AddonDefinition['options'], currency: string): string =>
  options
    .map(({ value, label, price }) => {
      const name = value === label ? label : `${value} = ${label}`;
      return price === 0 ? name : `${name} | ${toDecimal({ amount: price, currency })}`;
    })
    .join('\n');

export const toAddonValues = (addon: AddonDefinition, currency: string): AddonValues => ({
  ...{ label: addon.label, kind: addon.kind, key: addon.key, price: addon.price, help: addon.help },
  ...{ required: addon.required, maxLength: addon.maxLength, options: writeOptions(addon.options, currency) },
  fileTypes: addon.fileRule?.types ?? [],
  maxFiles: addon.fileRule?.maxFiles ?? null,
  maxMegabytes: addon.fileRule ? Math.max(1, Math.round(addon.fileRule.maxBytes / megabyte)) : null,
});

/** @returns the add-on, or the text of the first line whose price can't be read */
export function readAddon(values: AddonValues, currency: string, stored: readonly AddonDefinition[]) {
  const { label, help, required } = values;
  const kind = values.kind || 'text';
  const key = values.key || slugify(label).slice(0, 60);
  const isChoice = kind === 'checkboxes' || kind === 'select' || kind === 'radio';
  const options: AddonDefinition['options'][number][] = [];
  for (const typed of isChoice ? values.options.split('\n').filter((each) => each.trim() !== '') : []) {
    const [name = '', priced] = typed.split(/\s*\|\s*(?=[^|]*$)/);
    const [value = '', own] = name.trim().split(/\s+=\s+/);
    const price = priced === undefined ? 0 : readAmount(priced.trim(), currency);
    if (price === null || price < 0) return typed;
    options.push({ value, label: own ?? value, price });
  }
  const before = stored.find((addon) => addon.key === key)?.fileRule;
  const keptBytes = before && Math.round(before.maxBytes / megabyte) === values.maxMegabytes ? before.maxBytes : null;
  const fileRule = {
    types: values.fileTypes.length > 0 ? values.fileTypes : addonFileTypes,
    ...{ maxFiles: values.maxFiles ?? 1, maxBytes: keptBytes ?? (values.maxMegabytes ?? 10) * megabyte },
  };
  const addon: AddonDefinition = {
    ...{ key, kind, label, help, required, options, price: isChoice ? 0 : (values.price ?? 0) },
    maxLength: kind === 'text' || kind === 'textarea' ? values.maxLength : null,
    ...(kind === 'file' ? { fileRule } : {}),
  };
  return addon;
}
