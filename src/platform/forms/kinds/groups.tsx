import { z } from 'zod';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { Button } from '#ui/button.tsx';
import { FieldError, FieldHint, getControlProps } from '#ui/field.tsx';
import {
  type FieldKind,
  type FieldRecord,
  findFieldError,
  listFields,
  type TextContext,
  withinPart,
} from '../field.ts';
import type { FieldLook } from '../field-look.shared.tsx';
import { FormFields } from '../form-fields.tsx';
import { createValuesSchema, readAll, readForm, readSingleLine, updateForm } from '../read-form.ts';
import { listShownRecords, toForm } from '../show-form.ts';
import { formTexts as texts } from '../texts.ts';

export interface GroupOptions<Own extends FieldRecord = FieldRecord> extends FieldLook {
  readonly fields: Own;
  /** Whether the label is for screen readers only, because a heading above it says the same. */
  readonly isUnlabelled?: boolean | undefined;
}

export interface ListOptions<Own extends FieldRecord = FieldRecord> extends GroupOptions<Own> {
  /** Maximum number of rows. Default: 50. */
  readonly max?: number | undefined;
}

function formatValues(values: object, fields: FieldRecord, context: TextContext): string {
  const byKey = values as Readonly<Record<string, unknown>>;
  return listFields(fields)
    .map(({ key, field }) => ({ label: field.label, text: field.kind.toText(byKey[key], field, context) }))
    .filter(({ text }) => text !== '')
    .map(({ label, text }) => `${label}: ${text}`)
    .join(', ');
}

const listAllRecords = (values: object, fields: FieldRecord) =>
  listFields(fields).flatMap(
    ({ key, field }) => field.kind.listRecords?.((values as Readonly<Record<string, unknown>>)[key], field) ?? [],
  );

export const groupKind: FieldKind<object, GroupOptions> = {
  name: 'group',
  read(input, name, { label, fields }) {
    const { value, problems } = readForm(input, fields, `${name}.`);
    return { value, problems: withinPart(label, problems) };
  },
  render: ({ field: { id, label, hint, fields, isUnlabelled }, name, state, children }) => (
    <fieldset className="choices" id={id ?? name}>
      <legend className={isUnlabelled ? 'visually-hidden' : 'choices__legend'}>{label}</legend>
      <FieldHint id={id ?? name} hint={hint} />
      <div className="form-grid">
        <FormFields fields={fields} state={state} prefix={`${name}.`} />
      </div>
      {children}
    </fieldset>
  ),
  toText: (value, { fields }, context) => formatValues(value, fields, context),
  listRecords: (value, { fields }) => listAllRecords(value, fields),
  json: ({ fields }) => createValuesSchema(fields),
  toForm: (value, name, { fields }) => toForm(value, fields, `${name}.`),
  update: (form, name, { fields }) => updateForm(form, fields, `${name}.`),
  listShownRecords: (form, name, { fields }) => listShownRecords(form, fields, `${name}.`),
};

/**
 * The names of the rows of a list, which are the values of `<name>.row`, in order. They stay the same when other rows
 * are added or removed, so that problems and focus stay with their row.
 */
const listRows = (form: FormBody, name: string): string[] =>
  readAll(form, `${name}.row`).filter((row) => /^\d{1,6}$/.test(row));

const [addButton, removeButton] = ['_add', '_remove'];

/** Rows without input are left out. */
function isFilled(form: FormBody, prefix: string): boolean {
  return Object.entries(form).some(
    ([name, value]) => name.startsWith(prefix) && [value].flat().some((each) => each.trim() !== ''),
  );
}

export const listKind: FieldKind<readonly object[], ListOptions> = {
  name: 'list',
  read(input, name, { label, fields, required, max = 50 }) {
    const { t, form } = input;
    const all = listRows(form, name);
    const rows = all.filter((row) => isFilled(form, `${name}.${row}.`));
    const reads = rows.map((row) => readForm(input, fields, `${name}.${row}.`));
    const value = reads.map((read) => read.value);
    const problems = rows.flatMap((row, index) =>
      withinPart(t(texts.row, { label, number: all.indexOf(row) + 1 }), reads[index]?.problems ?? []),
    );
    const refuse = (message: string) => ({ value, problems: [{ field: name, message }] });
    if (required && rows.length === 0) return refuse(t(texts.required, { label }));
    if (rows.length > max) return refuse(t(texts.tooMany, { label, max }));
    return { value, problems };
  },
  render: ({ field: { id, label, hint, fields, max = 50 }, name, state, children }) => {
    const { t, form, problems } = state;
    const error = findFieldError(problems, name);
    const [rows, own] = [listRows(form, name), id ?? name];
    return (
      <fieldset
        className="choices"
        id={own}
        aria-describedby={getControlProps(own, { hint, error })['aria-describedby']}
      >
        <legend className="choices__legend">{label}</legend>
        <FieldHint id={own} hint={hint} />
        <FieldError id={own} error={error} />
        <div className="stack">
          {rows.map((row, index) => (
            <fieldset className="form-grid" key={row}>
              <legend className="visually-hidden">{t(texts.row, { label, number: index + 1 })}</legend>
              <input type="hidden" name={`${name}.row`} value={row} />
              <FormFields fields={fields} state={state} prefix={`${name}.${row}.`} />
              <p>
                <Button
                  look="text"
                  name={removeButton}
                  value={`${name}.${row}`}
                  formNoValidate
                  aria-label={t(texts.removeRow, { label, number: index + 1 })}
                >
                  {t(texts.remove)}
                </Button>
              </p>
            </fieldset>
          ))}
          {rows.length < max && (
            <p>
              <Button look="quiet" name={addButton} value={name} formNoValidate>
                {t(texts.add)}
              </Button>
            </p>
          )}
        </div>
        {children}
      </fieldset>
    );
  },
  toText: (value, { fields }, context) => value.map((row) => formatValues(row, fields, context)).join('; '),
  listRecords: (value, { fields }) => value.flatMap((row) => listAllRecords(row, fields)),
  json: ({ fields }) => z.array(createValuesSchema(fields)),
  toForm: (value, name, { fields }) =>
    Object.assign(
      { [`${name}.row`]: value.map((_, index) => String(index)) },
      ...value.map((row, index) => toForm(row, fields, `${name}.${index}.`)),
    ),
  update(form, name, { fields }) {
    const rows = listRows(form, name);
    const withRows = (changed: readonly string[]) => ({ ...form, [`${name}.row`]: [...changed] });
    const removed = rows.find((row) => readSingleLine(form, removeButton) === `${name}.${row}`);
    if (removed !== undefined) return withRows(rows.filter((row) => row !== removed));
    const next = String(Math.max(-1, ...rows.map(Number)) + 1);
    if (readSingleLine(form, addButton) === name) return withRows([...rows, next]);
    for (const row of rows) {
      const updated = updateForm(form, fields, `${name}.${row}.`);
      if (updated) return updated;
    }
    return null;
  },
  listShownRecords: (form, name, { fields }) =>
    listRows(form, name).flatMap((row) => listShownRecords(form, fields, `${name}.${row}.`)),
};
