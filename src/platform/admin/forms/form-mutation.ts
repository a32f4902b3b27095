import { z } from 'zod';
import { isRequestKey, requestKeyField } from '#platform/admin/audit/done-requests.ts';
import { type FieldRecord, listFields } from '#platform/forms/field.ts';
import { largeFormBody, readSingleLine, storeFiles, updateForm } from '#platform/forms/read-form.ts';
import { toForm } from '#platform/forms/show-form.ts';
import type { AjaxCall } from '#platform/http/ajax.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { FormReply } from '#platform/http/form-reply.ts';
import type { FormSchema } from '#platform/mutations/form-schema.ts';
import { defineMutation, type Mutation, type MutationCall } from '#platform/mutations/mutation.ts';
import { formErrors } from './errors.ts';
import { type AdminForm, getFormPath, readFormId } from './form.ts';
import { createFormPage, type FormFrame } from './form-page.tsx';
import { loadForm, type OpenForm, type Values } from './form-parts.ts';
import { getVersion, type TypedState, versionField, writeVersion } from './merge.ts';
import { type SaveFailure, type SaveOutcome, type SentValues, saveForm } from './save-form.ts';

const maxVersionLength = 100_000;

/**
 * With this field, the form is shown again with the sent values instead of being saved. The script restores drafts
 * this way.
 */
const showField = '_show';

/** Input that was sent to the address of an object. `sent` is null when there is no such object. */
type SentInput =
  | { readonly sent: null; readonly isUpdate: false }
  /** `isUpdate` tells that a button of a field was pressed, which saves nothing. */
  | { readonly sent: SentValues; readonly isUpdate: boolean };

function createSchema(form: AdminForm): FormSchema<SentInput> {
  const open = async ({ shop, request, getActor }: AjaxCall) => {
    const id = readFormId(form, request.params);
    return id === undefined ? null : loadForm(shop, shop.db, form, { id, actor: await getActor() });
  };
  return {
    body: largeFormBody,
    async read(call, body) {
      const found = await open(call);
      if (found === null) return { sent: null, isUpdate: false };
      const { [showField]: shown, ...sent } = body;
      const typed = await storePartFiles(call, found, sent);
      const updated = updateParts(found, typed) ?? (shown === undefined ? null : typed);
      const version = readSingleLine(body, versionField);
      const { files } = call.request;
      const { [requestKeyField]: _, ...input } = typed;
      const requestKey = readSingleLine(body, requestKeyField);
      const request = isRequestKey(requestKey) ? { requestKey, input: JSON.stringify([found.id, input]) } : null;
      return { sent: { id: found.id, version, form: updated ?? typed, files, request }, isUpdate: updated !== null };
    },
    createValuesSchema: async (call) => createCallSchema(await open(call)),
  };
}

async function storePartFiles({ shop, request, getActor }: AjaxCall, { parts }: OpenForm, sent: FormBody) {
  const { files = [] } = request;
  let form = sent;
  if (files.length === 0) return form;
  const context = { shop, db: shop.db, actor: await getActor() };
  for (const { fields, prefix } of parts) form = await storeFiles(context, { t: shop.t, form, files }, fields, prefix);
  return form;
}

function updateParts({ parts }: OpenForm, form: FormBody): FormBody | null {
  for (const { fields, prefix } of parts) {
    const updated = updateForm(form, fields, prefix);
    if (updated) return updated;
  }
  return null;
}

/**
 * A call sends all values (those of an added part under its name) and the version. Without a version only a new
 * object is saved.
 */
function createCallSchema(open: OpenForm | null): z.ZodType<FormBody> {
  if (open === null) return largeFormBody;
  const added = open.parts.flatMap(({ extension, fields, prefix }) => (extension ? { extension, fields, prefix } : []));
  const [own] = open.parts;
  const values = z.strictObject({
    ...listShapes(own?.fields ?? {}),
    ...Object.fromEntries(added.map(({ extension, fields }) => [extension.name, z.strictObject(listShapes(fields))])),
  });
  return z.strictObject({ version: z.string().max(maxVersionLength).default(''), values }).transform((sent) => {
    const byKey = sent.values as Values;
    const forms = added.map(({ extension, fields, prefix }) => toForm(byKey[extension.name] as Values, fields, prefix));
    return Object.assign(toForm(byKey, own?.fields ?? {}), ...forms, { [versionField]: sent.version });
  });
}

const listShapes = (fields: FieldRecord): Record<string, z.ZodType> =>
  Object.fromEntries(listFields(fields).map(({ key, field }) => [key, field.kind.json(field)]));

/** @param frame the content around the form on its page */
export function createFormMutation(form: AdminForm, frame: FormFrame | null): Mutation {
  const { name, description, requires, requiresFresh, files } = form;
  return defineMutation({
    ...{ name, description, requires, errors: formErrors, schema: createSchema(form) },
    ...(requiresFresh ? { requiresFresh } : {}),
    ...(files ? { files } : {}),
    run: async ({ shop, getActor }, { sent }): Promise<SaveOutcome> =>
      sent === null ? { ok: false, code: 'not_found' } : saveForm(shop, form, sent, await getActor()),
    problems: (failure) => ('problems' in failure ? failure.problems : []),
    form: {
      path: form.path,
      success: (_call, { open, merged }, { sent }) => {
        const isNew = sent?.id === null && open.id !== null;
        const path = open.id !== null && form.after ? form.after(open.id) : getFormPath(form, open.id);
        return { redirectTo: path, notices: [{ code: merged.length > 0 ? 'merged' : isNew ? 'created' : 'saved' }] };
      },
      failure: (call, failure, { sent }) => toPage(call, frame, failure, sent),
      update: async (call, { sent }) => {
        const { shop } = call;
        const open = sent && (await loadForm(shop, shop.db, form, { id: sent.id, actor: await call.getActor() }));
        if (!sent || !open) return { redirectTo: getFormPath(form, sent?.id ?? null) };
        return { page: await createFormPage(call, { open, frame, state: { form: sent.form, version: sent.version } }) };
      },
    },
    json: {
      path: () => form.path,
      method: 'PUT',
      takesValues: true,
      response: formAnswer,
      success: (_call, { open }) => toAnswer(open),
    },
  });
}

const formAnswer = z.strictObject({
  id: z.int().nullable().describe('Null where there is only one object.'),
  version: z.string().describe('To be sent with the next change.'),
  values: z.record(z.string(), z.unknown()),
});

/** The object as a call receives it: without secrets. */
export function toAnswer(open: OpenForm): z.infer<typeof formAnswer> {
  const byPart = open.parts.map(({ extension, fields, values }) => {
    const shown = listFields(fields).filter(({ field }) => field.kind.name !== 'secret' && field.kind.name !== 'file');
    const own = Object.fromEntries(shown.map(({ key }) => [key, values[key]]));
    return extension ? { [extension.name]: own } : own;
  });
  return { id: open.id, version: writeVersion(getVersion(open)), values: Object.assign({}, ...byPart) };
}

type FailedSave = Exclude<SaveFailure, { readonly code: 'not_found' }>;

async function toPage(
  call: MutationCall,
  frame: FormFrame | null,
  failure: SaveFailure,
  sent: SentValues | null,
): Promise<FormReply> {
  if (failure.code === 'not_found' || sent === null) throw new Error('an object that does not exist has no page');
  return { page: await createFormPage(call, { open: failure.open, frame, state: toState(failure, sent) }) };
}

/** Keeps the typed values. Fields that only somebody else changed are shown as stored now. */
function toState(failure: FailedSave, { form, version }: SentValues): TypedState {
  if (failure.code === 'FORM_INVALID') return { form, version, problems: failure.problems };
  const { conflicts, merge } = failure;
  const { merged, version: next } = merge;
  const isMerged = (name: string) => merged.some((each) => name === each.name || name.startsWith(`${each.name}.`));
  const typed = Object.fromEntries(Object.entries(form).filter(([name]) => !isMerged(name)));
  const shown = merged.map(({ field, name, key, part }) => field.kind.toForm(part.values[key], name, field));
  return { form: Object.assign(typed, ...shown), version: writeVersion(next), conflicts };
}
