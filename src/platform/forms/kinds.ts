/** The kinds of fields that the platform has. Features define others with `FieldKind`. */
export { choice, choices, flag } from './kinds/choices.tsx';
export { date, type Period, period } from './kinds/dates.tsx';
export { file } from './kinds/file.tsx';
export { group, list } from './kinds/groups.tsx';
export { money, number, percent } from './kinds/numbers.tsx';
export { type RecordPicker, record, records } from './kinds/records.tsx';
export { type SecretValue, secret } from './kinds/secret.tsx';
export { email, line, phone, type TypedText, text } from './kinds/text.tsx';
