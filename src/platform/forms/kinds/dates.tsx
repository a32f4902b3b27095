import { z } from 'zod';
import { formatIsoDay, formatIsoTime, formatMoment, getDateFormat } from '#platform/texts/formats.ts';
import { type FieldKind, type FieldProps, type FormInput, type FormProblem, findFieldError } from '../field.ts';
import { type FieldLook, TextField } from '../field-look.shared.tsx';
import { readSingleLine } from '../read-form.ts';
import { formTexts as texts } from '../texts.ts';

/** Limits are days such as `2026-05-01`. */
export interface DateOptions extends FieldLook {
  readonly min?: string | undefined;
  readonly max?: string | undefined;
}

/** Days from the first to the last, both inclusive; null for an open end. */
export interface Period {
  readonly from: string | null;
  readonly to: string | null;
}

function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text;
}

const day = z.string().refine(isDay).nullable();

const formatDay = (value: string | null, locale: string): string =>
  value === null ? '' : getDateFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(value));

/** @param field the field whose label names the day in messages */
function readDay({ t, form }: FormInput, name: string, { label, min = '', max = '9999-12-31' }: DateOptions) {
  const typed = readSingleLine(form, name);
  if (typed === '') return { value: null, problems: [] };
  const refuse = (message: string) => ({ value: null, problems: [{ field: name, message }] });
  if (!isDay(typed)) return refuse(t(texts.dateInvalid, { label }));
  if (typed < min) return refuse(t(texts.dateTooEarly, { label, min }));
  return typed > max ? refuse(t(texts.dateTooLate, { label, max })) : { value: typed, problems: [] };
}

function DayField({ field, name, state: { form, problems }, children }: FieldProps<DateOptions>) {
  const { min: _, max: __, ...look } = field;
  return (
    <TextField
      look={{ ...look, name, control: 'date' }}
      value={readSingleLine(form, name)}
      error={findFieldError(problems, name)}
    >
      {children}
    </TextField>
  );
}

export const dateKind: FieldKind<string | null, DateOptions> = {
  name: 'date',
  read(input, name, field) {
    const read = readDay(input, name, field);
    const isMissing = field.required && read.value === null && read.problems.length === 0;
    if (!isMissing) return read;
    return { value: null, problems: [{ field: name, message: input.t(texts.required, { label: field.label }) }] };
  },
  render: (props) => <DayField {...props} />,
  toText: (value, _, { locale }) => formatDay(value, locale),
  json: () => day,
  toForm: (value, name) => ({ [name]: value ?? '' }),
};

export const periodKind: FieldKind<Period, FieldLook> = {
  name: 'period',
  read(input, name, field) {
    const { t } = input;
    const { label } = field;
    const [from, to] = [readDay(input, `${name}.from`, field), readDay(input, `${name}.to`, field)];
    const value = { from: from.value, to: to.value };
    const problems: FormProblem[] = [...from.problems, ...to.problems];
    if (problems.length > 0) return { value, problems };
    if (field.required && value.from === null && value.to === null)
      problems.push({ field: `${name}.from`, message: t(texts.required, { label }) });
    if (value.from !== null && value.to !== null && value.to < value.from)
      problems.push({ field: `${name}.to`, message: t(texts.periodReversed, { label }) });
    return { value, problems };
  },
  render: ({ field, name, state, children }) => {
    const { t } = state;
    const end = (label: string) => ({ label, width: 'half' }) as const;
    return (
      <fieldset className="choices" id={field.id ?? name}>
        <legend className="choices__legend">{field.label}</legend>
        <div className="form-grid">
          <DayField field={{ ...end(t(texts.from)), hint: field.hint }} name={`${name}.from`} state={state} />
          <DayField field={end(t(texts.to))} name={`${name}.to`} state={state} />
        </div>
        {children}
      </fieldset>
    );
  },
  toText: ({ from, to }, _, { locale }) =>
    from === null && to === null ? '' : `${formatDay(from, locale)} – ${formatDay(to, locale)}`.trim(),
  json: () => z.strictObject({ from: day, to: day }),
  toForm: ({ from, to }, name) => ({ [`${name}.from`]: from ?? '', [`${name}.to`]: to ?? '' }),
};

/** Writes a date in the shop's time zone, with seconds only if they are not zero. */
function writeMoment(date: Date): string {
  const seconds = date.getSeconds();
  return `${formatIsoDay(date)}T${formatIsoTime(date)}${seconds === 0 ? '' : `:${String(seconds).padStart(2, '0')}`}`;
}

/** @returns null for an invalid date, such as 31 February */
function readMoment(typed: string): Date | null {
  const parts = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?)?$/.exec(typed);
  if (!parts?.[1] || !isDay(parts[1])) return null;
  const date = new Date(`${parts[1]}T${parts[2] ?? '00:00'}${parts[3] ?? ''}`);
  return Number.isNaN(date.getTime()) ? null : date;
}

export const momentKind: FieldKind<string | null, FieldLook> = {
  name: 'moment',
  read({ t, form }, name, { label, required }) {
    const typed = readSingleLine(form, name);
    const date = readMoment(typed);
    const refuse = (message: string) => ({ value: null, problems: [{ field: name, message }] });
    if (typed === '') return required ? refuse(t(texts.required, { label })) : { value: null, problems: [] };
    return date ? { value: date.toISOString(), problems: [] } : refuse(t(texts.momentInvalid, { label }));
  },
  render: ({ field, name, state: { form, problems }, children }) => (
    <TextField
      look={{ ...field, name, control: 'moment' }}
      value={readSingleLine(form, name)}
      error={findFieldError(problems, name)}
    >
      {children}
    </TextField>
  ),
  toText: (value, _, { locale }) => (value === null ? '' : formatMoment(new Date(value), locale)),
  json: () => z.iso.datetime().nullable(),
  toForm: (value, name) => ({ [name]: value === null ? '' : writeMoment(new Date(value)) }),
};
