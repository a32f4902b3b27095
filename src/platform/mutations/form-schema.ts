import type { z } from 'zod';
import type { FieldRead, FieldRecord, ValuesOf } from '#platform/forms/field.ts';
import { formBody, readForm, updateForm } from '#platform/forms/read-form.ts';
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
}

/** @param createFields may depend on the request, such as on the order of its path */
export function createFormSchema<Own extends FieldRecord>(
  createFields: (call: AjaxCall, form: FormBody) => Own | Promise<Own>,
): FormSchema<SentForm<ValuesOf<Own>>> {
  return {
    body: formBody,
    async read(call, sent) {
      const fields = await createFields(call, sent);
      const updated = updateForm(sent, fields);
      const { t } = call.shop;
      const { value, problems } = readForm({ t, form: updated ?? sent, files: call.request.files }, fields);
      return { form: updated ?? sent, values: value, problems: updated ? [] : problems, isUpdate: updated !== null };
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
