import type { z } from 'zod';
import type { FieldRead, FieldRecord, ValuesOf } from '#platform/forms/field.ts';
import { createValuesSchema, formBody, readForm, updateForm } from '#platform/forms/read-form.ts';
import { toForm } from '#platform/forms/show-form.ts';
import type { AjaxCall } from '#platform/http/ajax.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';

/** What a mutation with a form gets: its values, and what is wrong with them. */
export interface SentForm<Values> {
  /** As it was sent, to show it again. */
  readonly form: FormBody;
  /** As far as they could be read: with problems, they are not to be used. */
  readonly values: Values;
  readonly problems: FieldRead<Values>['problems'];
  /** A button of a field was pressed, such as one that adds a row: the form is shown again, and nothing runs. */
  readonly isUpdate: boolean;
}

/** The schema of a mutation that reads the fields of a form. */
export interface FormSchema<Input> {
  readonly body: z.ZodType<FormBody>;
  readonly read: (call: AjaxCall, form: FormBody) => Promise<Input>;
  /** Takes typed values by the keys of the fields instead, and makes the form of them. */
  readonly createValuesSchema: (call: AjaxCall) => Promise<z.ZodType<FormBody>>;
}

async function readSent<Own extends FieldRecord>(
  { shop: { t }, request: { files } }: AjaxCall,
  sent: FormBody,
  fields: Own,
): Promise<SentForm<ValuesOf<Own>>> {
  const form = updateForm(sent, fields);
  if (form !== null) return { form, values: readForm({ t, form, files }, fields).value, problems: [], isUpdate: true };
  const { value, problems } = readForm({ t, form: sent, files }, fields);
  return { form: sent, values: value, problems, isUpdate: false };
}

const createFormOfValues = (fields: FieldRecord): z.ZodType<FormBody> =>
  createValuesSchema(fields).transform((values) => toForm(values, fields));

export function createFormSchema<Own extends FieldRecord>(
  createFields: (call: AjaxCall) => Own | Promise<Own>,
): FormSchema<SentForm<ValuesOf<Own>>> {
  return {
    body: formBody,
    read: async (call, sent) => readSent(call, sent, await createFields(call)),
    createValuesSchema: async (call) => createFormOfValues(await createFields(call)),
  };
}

/** A form about something, such as the order of the path. Without it nothing is read. */
export type SentSubjectForm<Subject, Values> =
  | (SentForm<Values> & { readonly subject: Subject })
  | (SentForm<null> & { readonly subject: null });

/** @param load finds what the form is about, once for fields, rule and page */
export function createSubjectFormSchema<Subject extends object, Own extends FieldRecord>(
  load: (call: AjaxCall) => Promise<Subject | null>,
  createFields: (call: AjaxCall, subject: Subject) => Own,
): FormSchema<SentSubjectForm<Subject, ValuesOf<Own>>> {
  return {
    body: formBody,
    async read(call, form) {
      const subject = await load(call);
      if (subject === null) return { form, values: null, problems: [], isUpdate: false, subject };
      return { ...(await readSent(call, form, createFields(call, subject))), subject };
    },
    async createValuesSchema(call) {
      const subject = await load(call);
      return subject === null ? formBody : createFormOfValues(createFields(call, subject));
    },
  };
}

export function isFormSchema<Input>(schema: z.ZodType<Input> | FormSchema<Input>): schema is FormSchema<Input> {
  return 'body' in schema;
}

/** Returns the schema of what is sent. */
export function getBodySchema(schema: z.ZodType | FormSchema<unknown>): z.ZodType {
  return isFormSchema(schema) ? schema.body : schema;
}
