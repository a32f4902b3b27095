import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { Db } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { FileLimits, ReceivedFile } from '#platform/http/bodies/receive-files.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import type { Translate } from '#platform/texts/texts.ts';
import type { FieldLook } from './field-look.shared.tsx';

export interface FormProblem {
  /** Name of the control: its path in the form, such as `places.2.country`. */
  readonly field: string;
  readonly message: string;
  /**
   * The row or group that contains the control, such as 'Places 2'. Fields of other rows may have the same message.
   */
  readonly within?: string | undefined;
}

export type ValueProblem = 'REQUIRED' | 'TOO_LONG' | 'INVALID';

export interface FormInput {
  readonly t: Translate;
  readonly form: FormBody;
  readonly files?: readonly ReceivedFile[] | undefined;
}

/** A value as far as it could be read. Do not use the value when there are problems. */
export interface FieldRead<Value> {
  readonly value: Value;
  /** Problems in the order of the controls. */
  readonly problems: readonly FormProblem[];
}

export interface FormState {
  readonly t: Translate;
  /** The typed input, or the result of `toForm` for stored values. */
  readonly form: FormBody;
  readonly problems?: readonly FormProblem[] | undefined;
  /** The result of `loadRecords`, for forms with fields of records. */
  readonly records?: ReadonlyMap<string, PickedRecords> | undefined;
}

export interface RecordOption {
  readonly id: number;
  readonly label: string;
}

export interface ShownOption extends RecordOption {
  /** Address of a small picture of the record. */
  readonly image?: string | undefined;
  /** Alternative text of the picture. */
  readonly alt?: string | undefined;
  /** Path of the record's page, if the actor may open it. */
  readonly path?: string | undefined;
}

export interface PickedRecords {
  readonly chosen: readonly ShownOption[];
  /** The results of the search; null without a search. */
  readonly found: readonly ShownOption[] | null;
}

export interface PickerContext {
  readonly shop: Shop;
  readonly db: Db;
  readonly actor: Actor;
}

export interface FieldProps<Options> {
  readonly field: Options;
  readonly name: string;
  readonly state: FormState;
  /** Shown below the control. */
  readonly children?: ReactNode;
}

/** Names and finds records of one kind, as far as the actor may see them. */
export interface RecordPicker {
  readonly load: (context: PickerContext, ids: readonly number[]) => Promise<readonly ShownOption[]>;
  /** Finds the best few records for the typed text. */
  readonly search: (context: PickerContext, query: string) => Promise<readonly ShownOption[]>;
}

/** Names of records by their ids, for each picker. Made by `loadRecordNames`. */
export type RecordNames = ReadonlyMap<RecordPicker, ReadonlyMap<number, string>>;

export interface TextContext {
  readonly t: Translate;
  readonly locale: string;
  /** Records without a name in it are written as `#7`. */
  readonly names?: RecordNames | undefined;
}

export interface ListedRecords {
  readonly picker: RecordPicker;
  readonly ids: readonly number[];
}

export interface ShownRecords extends ListedRecords {
  readonly name: string;
  /** The searched text; empty without a search. */
  readonly query: string;
}

/**
 * Reads, validates, shows and compares one kind of value. Features define kinds of their own, such as an address or
 * a tax class. `name` is the path of the control, and the prefix of the names of further controls.
 */
export interface FieldKind<Value, Options extends FieldLook = FieldLook> {
  readonly name: string;
  read(input: FormInput, name: string, field: Options): FieldRead<Value>;
  /** Renders the controls, which must work without script. */
  render(props: FieldProps<Options>): ReactNode;
  /** Text for comparisons and the audit. It must not contain a secret. */
  toText(value: Value, field: Options, context: TextContext): string;
  /** Shows the differences between two long values, below both values where two people changed a field. */
  compare?(before: Value, after: Value, field: Options): ReactNode;
  /** The type of a value in a call. `read` checks its limits. */
  json(field: Options): z.ZodType<Value>;
  /** The form body with which the controls show a value. */
  toForm(value: Value, name: string, field: Options): FormBody;
  /**
   * Returns the form after a press of one of the kind's own buttons, such as one that adds a row; null for other
   * buttons.
   */
  update?(form: FormBody, name: string, field: Options): FormBody | null;
  /** The records that the controls show, for `FormState`. */
  listShownRecords?(form: FormBody, name: string, field: Options): readonly ShownRecords[];
  /** The records in a value, for `RecordNames`. */
  listRecords?(value: Value, field: Options): readonly ListedRecords[];
  /** Limits of the kind's files. */
  fileLimits?(field: Options): FileLimits;
  /**
   * Stores files that were sent for the field before the form is read, so that problems of other fields don't lose
   * them.
   * @returns the form with the values that `read` needs instead of the files
   */
  storeFiles?(context: PickerContext, input: FormInput, name: string, field: Options): Promise<FormBody>;
}

/** A field of a form: its label, its options and its kind. Made by a function such as `line`. */
export type FieldOf<Value, Options extends FieldLook> = Options & { readonly kind: FieldKind<Value, Options> };
export type Field<Value = unknown> = FieldOf<Value, FieldLook>;

/** The fields of a form in the order of display; null for a field that the form leaves out. */
export type Fields<Values extends object> = { readonly [Key in keyof Values]: Field<Values[Key]> };
export type FieldRecord = Readonly<Record<string, Field | null>>;

type ValueOf<OfField> = OfField extends Field<infer Value> ? Value : undefined;
/** The values of a form by the keys of its fields; undefined for a field that the form leaves out. */
export type ValuesOf<Own extends FieldRecord> = { readonly [Key in keyof Own]: ValueOf<Own[Key]> };

/**
 * Properties of a form element that scripts read or call. A control with such a name hides the property:
 * `form.submit` would be the control. `name` and `title` are not listed, since scripts don't read these properties of
 * a form.
 */
export const hiddenNames = [
  ...['action', 'addEventListener', 'after', 'append', 'attributes', 'before', 'checkValidity', 'childElementCount'],
  ...['childNodes', 'children', 'classList', 'className', 'click', 'cloneNode', 'closest', 'contains', 'dataset'],
  ...['elements', 'encoding', 'enctype', 'firstChild', 'firstElementChild', 'focus', 'getAttribute', 'hasAttribute'],
  ...['hidden', 'id', 'innerHTML', 'insertBefore', 'isConnected', 'lastChild', 'length', 'localName', 'matches'],
  ...['method', 'namespaceURI', 'nextElementSibling', 'nextSibling', 'noValidate', 'nodeName', 'nodeType', 'nodeValue'],
  ...['outerHTML', 'ownerDocument', 'parentElement', 'parentNode', 'prepend', 'previousSibling', 'querySelector'],
  ...['querySelectorAll', 'remove', 'removeAttribute', 'removeChild', 'removeEventListener', 'replaceWith'],
  ...['reportValidity', 'requestSubmit', 'reset', 'setAttribute', 'style', 'submit', 'tagName', 'textContent'],
] as const;

/** Fields of a whole form, none of which may hide a property of the form element. */
export type FormRecord = FieldRecord & { readonly [Name in (typeof hiddenNames)[number]]?: never };

/** @throws TypeError for a control that would hide a property of the form */
export function requireVisibleProperties(fields: FieldRecord, prefix = ''): void {
  const names: readonly string[] = hiddenNames;
  for (const { name } of listFields(fields, prefix))
    if (names.includes(name))
      throw new TypeError(`a field may not be called '${name}': it hides that property of the form`);
}

/** Lists the fields of a form, without those that it leaves out, with the names of their controls. */
export function listFields(fields: FieldRecord, prefix = ''): { key: string; name: string; field: Field }[] {
  return Object.entries(fields).flatMap(([key, field]) =>
    field ? [{ key, name: `${prefix}${field.name ?? key}`, field }] : [],
  );
}

/**
 * Checks one value of a form, a file or a call.
 * @returns the first problem; null when there is none
 */
export function findValueProblem(
  {
    required = false,
    max = Number.POSITIVE_INFINITY,
    isValid,
  }: {
    readonly required?: boolean | undefined;
    readonly max?: number | undefined;
    readonly isValid?: ((value: string) => boolean) | undefined;
  },
  value: string,
): ValueProblem | null {
  if (value === '') return required ? 'REQUIRED' : null;
  if (value.length > max) return 'TOO_LONG';
  return isValid && !isValid(value) ? 'INVALID' : null;
}

/** Adds the name of the row or group to its problems. */
export const withinPart = (part: string, problems: readonly FormProblem[]): FormProblem[] =>
  problems.map(({ within, ...problem }) => ({
    ...problem,
    within: within === undefined ? part : `${part}, ${within}`,
  }));

/** @returns the first message about a field */
export function findFieldError(problems: readonly FormProblem[] = [], name: string): string | undefined {
  return problems.find(({ field }) => field === name)?.message;
}
