import { normaliseLine, normaliseText } from '#platform/input/normalise-text.ts';
import type { Text, TextValues } from '#platform/texts/texts.ts';
import {
  type AddonDefinition,
  type AddonFile,
  type AddonFileRule,
  type AddonOption,
  addonFieldName,
} from './contract.ts';
import { pricingTexts } from './texts.ts';

export interface AddonValue {
  readonly key: string;
  readonly label: string;
  /** Submitted values: the text, 'yes' for a checkbox, the value of each chosen option, or the id of each file. */
  readonly sent: readonly string[];
  /** Text to show: the input, the labels of the options, or the files; empty for a checkbox. */
  readonly shown: string;
  /** Files of a file field; empty for other fields. */
  readonly files: readonly AddonFile[];
  /** Amount that is added to the unit price, in minor units. */
  readonly price: number;
}

export interface AddonFailure {
  readonly code: keyof typeof failureTexts;
  readonly field: string;
  readonly text: Text;
  readonly values: TextValues;
}

export type AddonResult =
  | { readonly ok: true; readonly values: AddonValue[]; readonly price: number }
  | { readonly ok: false; readonly failures: AddonFailure[] };

export type AddonForm = Readonly<Record<string, string | readonly string[] | undefined>>;

const defaultMaxLength = 1000;

/** Files that a form may name, by id. */
export type AddonFiles = ReadonlyMap<string, AddonFile>;

const noFiles: AddonFiles = new Map();

/**
 * Reads and validates the add-on fields of a submitted product form; ignores other fields.
 * @param files files of the sender of the form; ids of other files are refused
 */
export function readAddons(
  definitions: readonly AddonDefinition[],
  form: AddonForm,
  files: AddonFiles = noFiles,
): AddonResult {
  const values: AddonValue[] = [];
  const failures: AddonFailure[] = [];
  for (const definition of definitions) {
    const result = readAddon(definition, readSentValues(form, addonFieldName(definition)), files);
    if (result === null) continue;
    if ('sent' in result) values.push(result);
    else failures.push(result);
  }
  if (failures.length > 0) return { ok: false, failures };
  return { ok: true, values, price: values.reduce((sum, value) => sum + value.price, 0) };
}

function readSentValues(form: AddonForm, name: string): string[] {
  const submitted = Object.hasOwn(form, name) ? form[name] : undefined;
  const values = submitted === undefined ? [] : typeof submitted === 'string' ? [submitted] : submitted;
  return values.map((value) => value.trim()).filter((value) => value !== '');
}

function readAddon(definition: AddonDefinition, sent: string[], files: AddonFiles): AddonValue | AddonFailure | null {
  const { key, label, fileRule } = definition;
  if (sent.length === 0) return definition.required ? createFailure('ADDON_REQUIRED', definition, {}) : null;
  switch (definition.kind) {
    case 'checkbox':
      return { key, label, sent: ['yes'], shown: '', files: [], price: definition.price };
    case 'text':
    case 'textarea':
      return readText(definition, sent);
    case 'select':
    case 'radio':
      return sent.length > 1 ? createFailure('ADDON_UNKNOWN_OPTION', definition, {}) : readChoices(definition, sent);
    case 'checkboxes':
      return readChoices(definition, [...new Set(sent)]);
    case 'file':
      return fileRule ? readFiles(definition, fileRule, [...new Set(sent)], files) : null;
  }
}

function readFiles(
  definition: AddonDefinition,
  { types, maxBytes, maxFiles }: AddonFileRule,
  ids: string[],
  files: AddonFiles,
): AddonValue | AddonFailure {
  const { key, label, price } = definition;
  if (ids.length > maxFiles) return createFailure('ADDON_TOO_MANY_FILES', definition, { max: maxFiles });
  const found = ids.map((id) => files.get(id));
  if (found.includes(undefined)) return createFailure('ADDON_FILE_UNKNOWN', definition, {});
  const known = found.filter((file) => file !== undefined);
  const wrong = known.find(({ type }) => !types.includes(type));
  if (wrong) return createFailure('ADDON_FILE_TYPE', definition, { name: wrong.name, types: formatFileTypes(types) });
  const large = known.find(({ bytes }) => bytes > maxBytes);
  if (large) return createFailure('ADDON_FILE_TOO_LARGE', definition, { name: large.name, max: maxBytes / 1e6 });
  return { key, label, sent: ids, shown: known.map(({ shown }) => shown).join(', '), files: known, price };
}

const fileTypeNames = { png: 'PNG', jpeg: 'JPEG', webp: 'WebP', pdf: 'PDF' };

/** Formats file types for shoppers: `PNG, PDF`. */
export function formatFileTypes(types: AddonFileRule['types']): string {
  return types.map((type) => fileTypeNames[type]).join(', ');
}

function readText(definition: AddonDefinition, sent: string[]): AddonValue | AddonFailure | null {
  const text = (definition.kind === 'text' ? normaliseLine : normaliseText)(sent.join(' '));
  // The field contained only invisible characters.
  if (text === '') return definition.required ? createFailure('ADDON_REQUIRED', definition, {}) : null;
  const length = [...text].length;
  const max = definition.maxLength ?? defaultMaxLength;
  if (length > max) return createFailure('ADDON_TOO_LONG', definition, { max, length });
  const { key, label, price } = definition;
  return { key, label, sent: [text], shown: text, files: [], price };
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
    files: [],
    price: options.reduce((sum, option) => sum + option.price, 0),
  };
}

const failureTexts = {
  ADDON_REQUIRED: pricingTexts.addonRequired,
  ADDON_TOO_LONG: pricingTexts.addonTooLong,
  ADDON_UNKNOWN_OPTION: pricingTexts.addonUnknownOption,
  ADDON_TOO_MANY_FILES: pricingTexts.addonTooManyFiles,
  ADDON_FILE_UNKNOWN: pricingTexts.addonFileUnknown,
  ADDON_FILE_TYPE: pricingTexts.addonFileType,
  ADDON_FILE_TOO_LARGE: pricingTexts.addonFileTooLarge,
};

function createFailure(code: AddonFailure['code'], definition: AddonDefinition, values: TextValues): AddonFailure {
  return {
    code,
    field: addonFieldName(definition),
    text: failureTexts[code],
    values: { label: definition.label, ...values },
  };
}
