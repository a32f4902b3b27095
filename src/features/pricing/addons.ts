import type { Text, TextValues } from '#platform/texts/texts.ts';
import { type AddonDefinition, type AddonOption, addonFieldName } from './contract.ts';
import { pricingTexts } from './texts.ts';

/** A filled-in add-on field. */
export interface AddonValue {
  readonly key: string;
  readonly label: string;
  /** Submitted values: the text, 'yes' for a checkbox, or the value of each chosen option. */
  readonly sent: readonly string[];
  /** Text to show: the input or the labels of the options; empty for a checkbox. */
  readonly shown: string;
  /** Added to the unit price, in minor units. */
  readonly price: number;
}

export interface AddonFailure {
  readonly code: 'ADDON_REQUIRED' | 'ADDON_TOO_LONG' | 'ADDON_UNKNOWN_OPTION';
  /** Name of the form field. */
  readonly field: string;
  readonly text: Text;
  readonly values: TextValues;
}

export type AddonResult =
  | { readonly ok: true; readonly values: AddonValue[]; readonly price: number }
  | { readonly ok: false; readonly failures: AddonFailure[] };

/** Submitted values by field name. */
export type AddonForm = Readonly<Record<string, string | readonly string[] | undefined>>;

const defaultMaxLength = 1000;

/** Reads and validates the add-on fields of a submitted product form; ignores other fields. */
export function readAddons(definitions: readonly AddonDefinition[], form: AddonForm): AddonResult {
  const values: AddonValue[] = [];
  const failures: AddonFailure[] = [];
  for (const definition of definitions) {
    const result = readAddon(definition, readSentValues(form, addonFieldName(definition)));
    if (result === null) continue;
    if ('code' in result) failures.push(result);
    else values.push(result);
  }
  if (failures.length > 0) return { ok: false, failures };
  return { ok: true, values, price: values.reduce((sum, value) => sum + value.price, 0) };
}

function readSentValues(form: AddonForm, name: string): string[] {
  const submitted = Object.hasOwn(form, name) ? form[name] : undefined;
  const values = submitted === undefined ? [] : typeof submitted === 'string' ? [submitted] : submitted;
  return values.map((value) => value.trim()).filter((value) => value !== '');
}

function readAddon(definition: AddonDefinition, sent: string[]): AddonValue | AddonFailure | null {
  const { key, label } = definition;
  if (sent.length === 0) return definition.required ? createFailure('ADDON_REQUIRED', definition, {}) : null;
  switch (definition.kind) {
    case 'checkbox':
      return { key, label, sent: ['yes'], shown: '', price: definition.price };
    case 'text':
    case 'textarea':
      return readText(definition, sent);
    case 'select':
    case 'radio':
      return sent.length > 1 ? createFailure('ADDON_UNKNOWN_OPTION', definition, {}) : readChoices(definition, sent);
    case 'checkboxes':
      return readChoices(definition, [...new Set(sent)]);
  }
}

function readText(definition: AddonDefinition, sent: string[]): AddonValue | AddonFailure {
  const text = sent
    .join(' ')
    .replace(definition.kind === 'text' ? /\s+/g : /\r\n?/g, definition.kind === 'text' ? ' ' : '\n');
  const length = [...text].length;
  const max = definition.maxLength ?? defaultMaxLength;
  if (length > max) return createFailure('ADDON_TOO_LONG', definition, { max, length });
  return { key: definition.key, label: definition.label, sent: [text], shown: text, price: definition.price };
}

function readChoices(definition: AddonDefinition, sent: string[]): AddonValue | AddonFailure {
  const chosen = sent.map((value) => definition.options.find((option) => option.value === value));
  if (chosen.includes(undefined)) return createFailure('ADDON_UNKNOWN_OPTION', definition, {});
  const options = chosen.filter((option): option is AddonOption => option !== undefined);
  return {
    key: definition.key,
    label: definition.label,
    sent,
    shown: options.map((option) => option.label).join(', '),
    price: options.reduce((sum, option) => sum + option.price, 0),
  };
}

const failureTexts = {
  ADDON_REQUIRED: pricingTexts.addonRequired,
  ADDON_TOO_LONG: pricingTexts.addonTooLong,
  ADDON_UNKNOWN_OPTION: pricingTexts.addonUnknownOption,
};

function createFailure(code: AddonFailure['code'], definition: AddonDefinition, values: TextValues): AddonFailure {
  return {
    code,
    field: addonFieldName(definition),
    text: failureTexts[code],
    values: { label: definition.label, ...values },
  };
}
