import type { Field, ValuesOf } from '#platform/forms/field.ts';
import type { FieldLook } from '#platform/forms/field-look.shared.tsx';
import { choice, choices, flag, group, line, list, money, number, text } from '#platform/forms/kinds.ts';
import type { Translate } from '#platform/texts/texts.ts';
import type { SettingControl } from './control.ts';
import { listChoices, toPlainSchema, type ValueSchema } from './json-schema.ts';
import { createLineList } from './line-list.ts';
import { toPlainDescription, toWords } from './setting-words.ts';
import { settingsTexts as texts } from './texts.ts';

export interface ControlContext {
  readonly t: Translate;
  readonly currency: string;
  readonly locale: string;
}

interface ControlInput extends ControlContext {
  readonly schema: ValueSchema;
  readonly look: FieldLook;
  readonly isOptional: boolean;
}

const maxLineLength = 300;
const maxTextLength = 100_000;
const shownRows = 100;
/** Maximum number of fields of a list. A form may have 500 in all. */
const maxListFields = 400;
const maxLongRows = 2000;
/** Digits after the decimal point of numbers that are not whole, such as half a minute as a part of a month. */
const maxDecimals = 10;

/** Makes the field of a setting from its schema. Settings that fit no other field are edited as JSON. */
export function createSettingControl({ schema: given, isOptional, ...input }: ControlInput): SettingControl {
  const { schema, isNullable } = toPlainSchema(given);
  const emptyValue = isNullable ? null : undefined;
  const canBeEmpty = isNullable || (isOptional && given.default === undefined);
  const parts = { ...input, schema, emptyValue, canBeEmpty };
  const options = listChoices(schema);
  if (options) return createChoice(parts, options);
  switch (schema.type) {
    case 'boolean':
      return canBeEmpty ? createChoice(parts, ['true', 'false'], (typed) => typed === 'true') : createFlag(parts);
    case 'integer':
    case 'number':
      return createNumber(parts);
    case 'string':
      return createText(parts);
    case 'array':
      return createList(parts);
    case 'object':
      return createObject(parts);
    default:
      return createJson(parts);
  }
}

interface ControlParts extends Omit<ControlInput, 'isOptional'> {
  /** Value that an empty field stands for. */
  readonly emptyValue: null | undefined;
  readonly canBeEmpty: boolean;
}

const isNothing = (value: unknown): value is null | undefined => value === null || value === undefined;

function createChoice(
  { schema, look, emptyValue, canBeEmpty, t }: ControlParts,
  options: readonly (string | number)[],
  read: (typed: string) => unknown = (typed) => options.find((option) => String(option) === typed),
): SettingControl {
  const named = options.map((value) => ({ value: String(value), label: toWords(String(value)) }));
  const none = canBeEmpty ? [{ value: '', label: t(texts.none) }] : [];
  const hint = look.hint ?? (schema.description && toPlainDescription(schema.description));
  return {
    field: choice({ ...look, hint, options: [...none, ...named], required: !canBeEmpty }),
    toField: (value) => (isNothing(value) ? '' : String(value)),
    toValue: (typed) => (typed === '' ? emptyValue : read(String(typed))),
  };
}

const createFlag = ({ look }: ControlParts): SettingControl => ({
  field: flag(look),
  toField: (value) => value === true,
  toValue: (value) => value,
});

/** Zod writes the largest safe integer as the limit of numbers without a limit. */
const isLimit = (limit: number | undefined): limit is number =>
  limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER;

function createNumber({ schema, look, emptyValue, canBeEmpty, currency, locale }: ControlParts): SettingControl {
  const { type, minimum, maximum } = schema;
  const range = {
    ...(isLimit(minimum) && { min: minimum }),
    ...(isLimit(maximum) && { max: maximum }),
    ...{ required: !canBeEmpty, locale },
  };
  return {
    field: schema['x-money']
      ? money({ ...look, ...range, currency })
      : number({ ...look, ...range, decimals: type === 'number' ? maxDecimals : 0 }),
    toField: (value) => value ?? null,
    toValue: (value) => value ?? emptyValue,
  };
}

function createText({ schema, look, emptyValue, canBeEmpty }: ControlParts): SettingControl {
  const { maxLength: max = maxLineLength, minLength = 0, format } = schema;
  const isStrict = minLength > 0 || format !== undefined;
  const options = { ...look, max, required: !canBeEmpty && isStrict };
  return {
    field: max > maxLineLength && format !== 'uri' ? text(options) : line(options),
    toField: (value) => value ?? '',
    toValue: (value) => (value === '' && canBeEmpty ? emptyValue : value),
  };
}

const toLines = (typed: unknown): string[] =>
  String(typed)
    .split('\n')
    .flatMap((each) => each.trim() || []);

function createList(parts: ControlParts): SettingControl {
  const { schema, look, emptyValue, canBeEmpty, t } = parts;
  const { items = {}, maxItems, minItems = 0 } = schema;
  const required = minItems > 0 && !canBeEmpty;
  const toValue = (values: readonly unknown[]) => (values.length === 0 && canBeEmpty ? emptyValue : values);
  const options = listChoices(items);
  if (options) {
    const named = options.map((value) => ({ value: String(value), label: toWords(String(value)) }));
    return {
      field: choices({ ...look, options: named, required }),
      toField: (value) => (Array.isArray(value) ? value.map(String) : []),
      toValue: (typed) => toValue(options.filter((option) => (typed as readonly string[]).includes(String(option)))),
    };
  }
  const plain = toPlainSchema(items).schema;
  if (['string', 'integer', 'number'].includes(plain.type ?? '')) {
    const read = (typed: string) => (plain.type === 'string' || Number.isNaN(Number(typed)) ? typed : Number(typed));
    return {
      field: text({ ...look, hint: joinHints(look.hint, t(texts.linesHint)), max: maxTextLength, required }),
      toField: (value) => (Array.isArray(value) ? value.join('\n') : ''),
      toValue: (typed) => toValue(toLines(typed).map(read)),
    };
  }
  if (!plain.properties) return createJson(parts);
  if ((maxItems ?? Number.POSITIVE_INFINITY) * (Object.keys(plain.properties).length + 1) > maxListFields)
    return createLongList(parts, plain, maxItems ?? maxLongRows);
  const inner = createInner(plain, parts, 'third');
  return {
    field: list({ ...look, fields: inner.fields, max: maxItems ?? shownRows, required }),
    toField: (value) => (Array.isArray(value) ? value.map(inner.toField) : []),
    toValue: (rows) => toValue((rows as readonly object[]).map(inner.toValue)),
  };
}

/**
 * Creates the control of a list that may have more rows than a form may have fields. Even a short list of this kind
 * is written in lines.
 */
function createLongList(parts: ControlParts, { properties = {}, required = [] }: ValueSchema, max: number) {
  const { t, currency, locale, look } = parts;
  const columns = Object.entries(properties).map(([name, schema]) => {
    const { type, maxLength = 0, items } = toPlainSchema(schema).schema;
    const isLine = type === 'array' ? toPlainSchema(items ?? {}).schema.type === 'string' : type !== 'object';
    const isOptional = !required.includes(name);
    const control = createSettingControl({ t, currency, locale, schema, look: { label: toWords(name) }, isOptional });
    return { name, control, isList: type === 'array', isLine: isLine && maxLength <= maxLineLength };
  });
  return columns.every(({ isLine }) => isLine) ? createLineList({ t, look, columns, max }) : createJson(parts);
}

const joinHints = (...hints: readonly (string | undefined)[]): string => hints.filter(Boolean).join(' ');

interface InnerFields {
  readonly fields: Readonly<Record<string, Field>>;
  readonly toField: (value: unknown) => ValuesOf<Readonly<Record<string, Field>>>;
  readonly toValue: (values: object) => Readonly<Record<string, unknown>>;
  readonly isEmpty: (values: object) => boolean;
}

function createInner(
  { properties = {}, required = [] }: ValueSchema,
  { t, currency, locale }: ControlContext,
  width: FieldLook['width'],
): InnerFields {
  const context = { t, currency, locale };
  const controls = Object.entries(properties).map(([name, schema]) => {
    const hint = schema.description === undefined ? undefined : toPlainDescription(schema.description);
    const look: FieldLook = { label: toWords(name), hint, width };
    return [name, createSettingControl({ ...context, schema, look, isOptional: !required.includes(name) })] as const;
  });
  const read = (value: unknown, name: string) =>
    (value as Readonly<Record<string, unknown>> | null | undefined)?.[name];
  return {
    fields: Object.fromEntries(controls.map(([name, { field }]) => [name, field])),
    toField: (value) => Object.fromEntries(controls.map(([name, { toField }]) => [name, toField(read(value, name))])),
    toValue: (values) =>
      Object.fromEntries(
        controls.flatMap(([name, { toValue }]) => {
          const value = toValue(read(values, name));
          return value === undefined ? [] : [[name, value] as const];
        }),
      ),
    isEmpty: (values) =>
      controls.every(([name]) => {
        const value = read(values, name);
        return isNothing(value) || value === '' || value === false || (Array.isArray(value) && value.length === 0);
      }),
  };
}

/** Creates a group of fields, or, for an object with arbitrary names, a text with a name and value per line. */
function createObject(parts: ControlParts): SettingControl {
  const { schema, look, emptyValue, canBeEmpty, t } = parts;
  const { properties, additionalProperties } = schema;
  if (properties) {
    const inner = createInner(schema, parts, 'third');
    // A setting that may have no value requires none of its fields.
    const fields = canBeEmpty ? relaxFields(inner.fields) : inner.fields;
    return {
      field: group({ ...look, fields }),
      toField: inner.toField,
      toValue: (values) =>
        canBeEmpty && inner.isEmpty(values as object) ? emptyValue : inner.toValue(values as object),
    };
  }
  const isOfTexts = typeof additionalProperties === 'object' && additionalProperties.type === 'string';
  if (!isOfTexts) return createJson(parts);
  return {
    field: text({
      ...{ ...look, hint: joinHints(look.hint, t(texts.pairsHint)), max: maxTextLength },
      isValid: (typed) => toLines(typed).every((pair) => /^[^=]+=./.test(pair)),
      invalid: t(texts.pairsInvalid),
    }),
    toField: (value) =>
      Object.entries(value ?? {})
        .map(([name, each]) => `${name} = ${each}`)
        .join('\n'),
    toValue: (typed) =>
      Object.fromEntries(
        toLines(typed).map((pair) => {
          const [name = '', ...rest] = pair.split('=');
          return [name.trim(), rest.join('=').trim()];
        }),
      ),
  };
}

const relaxFields = (fields: Readonly<Record<string, Field>>): Readonly<Record<string, Field>> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, { ...field, required: false }]));

function createJson({ look, emptyValue, canBeEmpty, t }: ControlParts): SettingControl {
  return {
    field: text({
      ...{ ...look, hint: joinHints(look.hint, t(texts.jsonHint)), max: maxTextLength, required: !canBeEmpty },
      isValid: (typed) => readJson(typed) !== undefined,
      invalid: t(texts.jsonInvalid),
    }),
    toField: (value) => (isNothing(value) ? '' : JSON.stringify(value, null, 2)),
    toValue: (typed) => (typed === '' ? emptyValue : readJson(String(typed))),
  };
}

function readJson(typed: string): unknown {
  try {
    return JSON.parse(typed);
  } catch {
    return undefined;
  }
}
