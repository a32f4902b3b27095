import type { ReceivedFile } from '#platform/http/bodies/receive-files.ts';
import { maxEmailLength } from '#platform/mail/email-address.ts';
import type { FieldKind, FieldOf, FieldRecord, ValuesOf } from './field.ts';
import type { FieldLook } from './field-look.shared.tsx';
import { type ChoiceOptions, choiceKind, choicesKind, flagKind } from './kinds/choices.tsx';
import { type DateOptions, dateKind, momentKind, type Period, periodKind } from './kinds/dates.tsx';
import { type FileOptions, fileKind } from './kinds/file.tsx';
import { type GroupOptions, groupKind, type ListOptions, listKind } from './kinds/groups.tsx';
import { type MoneyOptions, moneyKind, type NumberOptions, numberKind, percentKind } from './kinds/numbers.tsx';
import { type RecordOptions, recordKind, recordsKind } from './kinds/records.tsx';
import { type SecretOptions, type SecretValue, secretKind } from './kinds/secret.tsx';
import {
  emailKind,
  lineKind,
  maxPhoneLength,
  phoneKind,
  type TextOptions,
  type TypedText,
  textKind,
} from './kinds/text.tsx';

export type { RecordPicker } from './field.ts';
export type { TypedText } from './kinds/text.tsx';

/** Options of a kind that limits the length of its values itself. */
type LimitedOptions = Omit<TextOptions, 'max'>;

/** Text on one line. */
export const line = (options: TextOptions): TypedText => ({ ...options, kind: lineKind });
/** Text with line breaks. */
export const text = (options: TextOptions): TypedText => ({ ...options, kind: textKind });
export const email = (options: LimitedOptions): TypedText => ({ ...options, max: maxEmailLength, kind: emailKind });
export const phone = (options: LimitedOptions): TypedText => ({ ...options, max: maxPhoneLength, kind: phoneKind });

/** A number, or null. It must be whole unless `decimals` is set. */
export const number = (options: NumberOptions): FieldOf<number | null, NumberOptions> => ({
  ...options,
  kind: numberKind,
});
/** A percentage from 0 to 100, or null. */
export const percent = (options: NumberOptions): FieldOf<number | null, NumberOptions> => ({
  ...options,
  kind: percentKind,
});
/** An amount in minor units, or null. */
export const money = (options: MoneyOptions): FieldOf<number | null, MoneyOptions> => ({
  ...options,
  kind: moneyKind,
});

/** A day such as `2026-05-01`, or null. */
export const date = (options: DateOptions): FieldOf<string | null, DateOptions> => ({ ...options, kind: dateKind });
/** A point in time in the shop's time zone, such as `2026-05-01T12:30:00.000Z`, or null. */
export const moment = (options: FieldLook): FieldOf<string | null, FieldLook> => ({ ...options, kind: momentKind });
/** The first and the last day of a period. */
export const period = (options: FieldLook): FieldOf<Period, FieldLook> => ({ ...options, kind: periodKind });

/** One of several values; '' when nothing is chosen. */
export function choice<const Value extends string>(
  options: ChoiceOptions<Value>,
): FieldOf<Value | '', ChoiceOptions<Value>> {
  return { ...options, kind: choiceKind as FieldKind<Value | '', ChoiceOptions<Value>> };
}
export function choices<const Value extends string>(
  options: ChoiceOptions<Value>,
): FieldOf<readonly Value[], ChoiceOptions<Value>> {
  return { ...options, kind: choicesKind as FieldKind<readonly Value[], ChoiceOptions<Value>> };
}
export const flag = (options: FieldLook): FieldOf<boolean, FieldLook> => ({ ...options, kind: flagKind });

/** The id of a record, or null. The code that saves the form checks whether the record exists. */
export const record = (options: Omit<RecordOptions, 'max'>): FieldOf<number | null, RecordOptions> => ({
  ...options,
  kind: recordKind,
});
export const records = (options: RecordOptions): FieldOf<readonly number[], RecordOptions> => ({
  ...options,
  kind: recordsKind,
});

/** Related fields whose values are one object. */
export function group<Own extends FieldRecord>(options: GroupOptions<Own>): FieldOf<ValuesOf<Own>, GroupOptions<Own>> {
  return { ...options, kind: groupKind as FieldKind<ValuesOf<Own>, GroupOptions<Own>> };
}

/** Rows of fields, with buttons that add and remove them. */
export function list<Own extends FieldRecord>(
  options: ListOptions<Own>,
): FieldOf<readonly ValuesOf<Own>[], ListOptions<Own>> {
  return { ...options, kind: listKind as unknown as FieldKind<readonly ValuesOf<Own>[], ListOptions<Own>> };
}

/** A secret that is never shown. An empty field keeps the secret, a checkbox removes it. */
export const secret = (options: SecretOptions): FieldOf<SecretValue, SecretOptions> => ({
  ...options,
  kind: secretKind,
});

/**
 * Files of a form with `encType="multipart/form-data"`. The files are deleted after the reply unless they are moved.
 */
export const file = (options: FileOptions): FieldOf<readonly ReceivedFile[], FileOptions> => ({
  ...options,
  kind: fileKind,
});
