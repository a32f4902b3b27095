import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { Db } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { FileLimits, ReceivedFile } from '#platform/http/bodies/receive-files.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import type { Translate } from '#platform/texts/texts.ts';
import type { FieldLook } from './field-look.shared.tsx';

/** What is wrong with one field of a submitted form. */
export interface FormProblem {
  /** Name of the control: its path in the form, such as `places.2.country`. */
  readonly field: string;
  readonly message: string;
  /** The row or group that the control belongs to: 'Places 2'. Other rows may have the same message. */
  readonly within?: string | undefined;
}

/** Why a value is refused. */
export type ValueProblem = 'REQUIRED' | 'TOO_LONG' | 'INVALID';

/** What a form is read from. */
export interface FormInput {
  readonly t: Translate;
  readonly form: FormBody;
  /** Of `request.files`. */
  readonly files?: readonly ReceivedFile[] | undefined;
}

/** A value as far as it could be read: with problems, it is not to be used. */
export interface FieldRead<Value> {
  readonly value: Value;
  /** In the order of the controls. */
  readonly problems: readonly FormProblem[];
}

/** What a form shows. */
export interface FormState {
  readonly t: Translate;
  /** What was typed, or the values as `toForm` gives them. */
  readonly form: FormBody;
  readonly problems?: readonly FormProblem[] | undefined;
  /** From `loadRecords`, for forms with fields of records. */
  readonly records?: ReadonlyMap<string, PickedRecords> | undefined;
}

export interface RecordOption {
  readonly id: number;
  readonly label: string;
}

/** As a picker shows it. */
export interface ShownOption extends RecordOption {
  /** Address of a small picture of it. */
  readonly image?: string | undefined;
  /** What that picture shows. */
  readonly alt?: string | undefined;
  /** Its page, for who may see that. */
  readonly path?: string | undefined;
}

/** What a field of records shows. */
export interface PickedRecords {
  readonly chosen: readonly ShownOption[];
  /** What the search found; null when nobody searched. */
  readonly found: readonly ShownOption[] | null;
}

/** Who looks at a form that has fields of records. */
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
  /** The best few, for what was typed. */
  readonly search: (context: PickerContext, query: string) => Promise<readonly ShownOption[]>;
}

/** What records are called by their ids, for each picker: from `loadRecordNames`. */
export type RecordNames = ReadonlyMap<RecordPicker, ReadonlyMap<number, string>>;

/** How a value is written as text. */
export interface TextContext {
  readonly t: Translate;
  readonly locale: string;
  /** Records that it does not have are written as `#7`. */
  readonly names?: RecordNames | undefined;
}

export interface ListedRecords {
  readonly picker: RecordPicker;
  readonly ids: readonly number[];
}

/** The records that a control shows. */
export interface ShownRecords extends ListedRecords {
  /** Name of the control. */
  readonly name: string;
  /** What it searches for; empty when nobody searched. */
  readonly query: string;
}

/**
 * Reads, checks, shows and compares one kind of value. Features define kinds of their own: an address,
 * a tax class. `name` is the path of the control, and begins the names of further controls.
 */
export interface FieldKind<Value, Options extends FieldLook = FieldLook> {
  readonly name: string;
  read(input: FormInput, name: string, field: Options): FieldRead<Value>;
  /** Works without script. */
  render(props: FieldProps<Options>): ReactNode;
  /** For comparisons and the audit: never a secret. */
  toText(value: Value, field: Options, context: TextContext): string;
  /** What differs between two values, for long ones: shown below both where two people changed a field. */
  compare?(before: Value, after: Value, field: Options): ReactNode;
  /** The type of a value in a call. Its limits are checked by `read`. */
  json(field: Options): z.ZodType<Value>;
  /** What the controls show of a value. */
  toForm(value: Value, name: string, field: Options): FormBody;
  /** The form after one of the kind's own buttons, such as one that adds a row; null for other buttons. */
  update?(form: FormBody, name: string, field: Options): FormBody | null;
  /** The records that its controls show, for `FormState`. */
  listShownRecords?(form: FormBody, name: string, field: Options): readonly ShownRecords[];
  /** The records in a value, for `RecordNames`. */
  listRecords?(value: Value, field: Options): readonly ListedRecords[];
  /** Of its files. */
  fileLimits?(field: Options): FileLimits;
  /**
   * Stores files that were sent for the field, before the form is read: then problems of other fields don't lose them.
   * @returns the form with what `read` needs instead of the files
   */
  storeFiles?(context: PickerContext, input: FormInput, name: string, field: Options): Promise<FormBody>;
}

/** A field of a form: what it is called, its options and its kind. Made by a function such as `line`. */
export type FieldOf<Value, Options extends FieldLook> = Options & { readonly kind: FieldKind<Value, Options> };
export type Field<Value = unknown> = FieldOf<Value, FieldLook>;

/** The fields of a form in the order in which they are shown; null for one that the form does not have. */
export type Fields<Values extends object> = { readonly [Key in keyof Values]: Field<Values[Key]> };
export type FieldRecord = Readonly<Record<string, Field | null>>;

type ValueOf<OfField> = OfField extends Field<infer Value> ? Value : undefined;
/** The values of a form by the keys of its fields; undefined for one that the form does not have. */
export type ValuesOf<Own extends FieldRecord> = { readonly [Key in keyof Own]: ValueOf<Own[Key]> };

/**
 * Properties of a form in a browser that scripts read or call. A control of such a name hides them: `form.submit` is the
 * control then. `name` and `title` are not among them: nobody asks a form for its own.
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

/** Fields of a whole form, none of which hides a property of its element. */
export type FormRecord = FieldRecord & { readonly [Name in (typeof hiddenNames)[number]]?: never };

/** @throws TypeError for a control that would hide a property of the form */
export function requireVisibleProperties(fields: FieldRecord, prefix = ''): void {
  const names: readonly string[] = hiddenNames;
  for (const { name } of listFields(fields, prefix))
    if (names.includes(name))
      throw new TypeError(`a field may not be called '${name}': it hides that property of the form`);
}

/** Lists the fields that a form has, with the names of their controls. */
export function listFields(fields: FieldRecord, prefix = ''): { key: string; name: string; field: Field }[] {
  return Object.entries(fields).flatMap(([key, field]) =>
    field ? [{ key, name: `${prefix}${field.name ?? key}`, field }] : [],
  );
}

/**
 * Checks one value of a form, a file or a call.
 * @returns the first problem, null when there is none
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

/** Names the row or group that problems belong to. */
export const withinPart = (part: string, problems: readonly FormProblem[]): FormProblem[] =>
  problems.map(({ within, ...problem }) => ({
    ...problem,
    within: within === undefined ? part : `${part}, ${within}`,
  }));

/** @returns the first message about a field */
export function findFieldError(problems: readonly FormProblem[] = [], name: string): string | undefined {
  return problems.find(({ field }) => field === name)?.message;
}
