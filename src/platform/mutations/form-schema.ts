import type { z } from 'zod';
import type { FieldRead, FieldRecord, ValuesOf } from '#platform/forms/field.ts';
import { createValuesSchema, formBody, readForm, updateForm } from '#platform/forms/read-form.ts';
import { toForm } from '#platform/forms/show-form.ts';
import type { AjaxCall } from '#platform/http/ajax.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';

/** Input of a mutation with a form: the values and their problems. */
export interface SentForm<Values> {
  /** Fields as they were sent, to show the form again. */
  readonly form: FormBody;
  /** Values that could be read. They must not be used when there are problems. */
  readonly values: Values;
  readonly problems: FieldRead<Values>['problems'];
  /**
   * Whether a button of a field was pressed, such as one that adds a row. The form is then shown again, and `run` is
   * not called.
   */
  readonly isUpdate: boolean;
}

/** The schema of a mutation that reads the fields of a form. */
export interface FormSchema<Input> {
  readonly body: z.ZodType<FormBody>;
  readonly read: (call: AjaxCall, form: FormBody) => Promise<Input>;
  /**
   * Creates a schema that accepts typed values by the keys of the fields, and converts them to the fields of the
   * form.
   */
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

/** A form about a subject, such as the order in the path. Without the subject no fields are read. */
export type SentSubjectForm<Subject, Values> =
  | (SentForm<Values> & { readonly subject: Subject })
  | (SentForm<null> & { readonly subject: null });

/** @param load finds the subject of the form, once for fields, rule and page */
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

/** Returns the schema of the request's body. */
export function getBodySchema(schema: z.ZodType | FormSchema<unknown>): z.ZodType {
  return isFormSchema(schema) ? schema.body : schema;
}
