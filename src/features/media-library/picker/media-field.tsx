import { z } from 'zod';
import type { Shop } from '#platform/features/shop.ts';
import type {
  FieldKind,
  FieldOf,
  FormInput,
  FormProblem,
  ListedRecords,
  PickerContext,
} from '#platform/forms/field.ts';
import { readIds, updateSearch } from '#platform/forms/kinds/records.tsx';
import { readAll, readSingleLine } from '#platform/forms/read-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { FileLimits } from '#platform/http/bodies/receive-files.ts';
import { maxFormPictures, maxPictureBytes, mediaButton } from '../contract.ts';
import { storePictures } from '../store-pictures.ts';
import { mediaTexts as texts } from '../texts.ts';
import { MediaField } from './media-field-view.tsx';
import type { MediaFieldOptions, MediaOptions } from './media-options.ts';
import { getMediaPicker } from './media-picker.ts';

function readMedia({ t, form }: FormInput, name: string, { label, required, max = 100 }: MediaFieldOptions) {
  const value = readIds(form, name);
  const refused = readAll(form, `${name}.refused`).slice(0, maxFormPictures);
  const problems: FormProblem[] = refused.map((message) => ({ field: name, message }));
  if (required && value.length === 0) problems.push({ field: name, message: t(texts.required, { label }) });
  if (value.length > max) problems.push({ field: name, message: t(texts.tooMany, { label, max }) });
  return { value, problems };
}

function updateMedia(form: FormBody, name: string): FormBody | null {
  const pressed = readSingleLine(form, mediaButton);
  const [, action, digits = '0'] = pressed.startsWith(`${name}.`)
    ? (/^(up|down|remove|show)(?:\.(\d+))?$/.exec(pressed.slice(name.length + 1)) ?? [])
    : [];
  if (action === undefined) return updateSearch(form, name);
  const ids = readIds(form, name);
  const index = ids.indexOf(Number(digits));
  const target = action === 'up' ? index - 1 : action === 'down' ? index + 1 : -1;
  const other = ids[target];
  if (index >= 0 && action === 'remove') ids.splice(index, 1);
  else if (index >= 0 && other !== undefined) [ids[index], ids[target]] = [other, Number(digits)];
  return { ...form, [name]: ids.map(String) };
}

async function storeMedia(context: PickerContext, { form, files = [] }: FormInput, name: string): Promise<FormBody> {
  const sent = files.filter(({ field, name: own, bytes }) => field === `${name}.files` && (own !== '' || bytes > 0));
  if (sent.length === 0) return form;
  const { ids, refused } = await storePictures(context, sent);
  return {
    ...form,
    [name]: [...readAll(form, name), ...ids.map(String)],
    ...(refused.length > 0 ? { [`${name}.refused`]: [...refused] } : {}),
  };
}

const picked = (ids: readonly number[], { requires }: MediaOptions): ListedRecords => ({
  ...{ picker: getMediaPicker(requires), ids },
});

const mediaKind: FieldKind<readonly number[], MediaOptions> = {
  name: 'media',
  read: readMedia,
  render: MediaField,
  toText: (ids, { requires }, { names }) =>
    ids.map((id) => names?.get(getMediaPicker(requires))?.get(id) ?? `#${id}`).join(', '),
  json: () => z.array(z.int32().positive()),
  toForm: (value, name) => ({ [name]: value.map(String) }),
  update: updateMedia,
  listShownRecords: (form, name, field) => [
    { name, ...picked(readIds(form, name), field), query: readSingleLine(form, `${name}.search`) },
  ],
  listRecords: (ids, field) => [picked(ids, field)],
  fileLimits: () => mediaFileLimits(),
  storeFiles: storeMedia,
};

/**
 * Pictures of the library in an order, by their ids: chosen there, or uploaded. A form with such a field needs
 * `files: mediaFileLimits`. Whether a picture still exists is checked where it is saved, by a foreign key.
 */
export const media = (
  { wire }: Pick<Shop, 'wire'>,
  options: MediaFieldOptions,
): FieldOf<readonly number[], MediaOptions> => ({
  ...options,
  rest: wire.platformRest,
  kind: mediaKind,
});

export const mediaFileLimits = (): FileLimits => ({
  maxBytes: maxPictureBytes,
  maxFiles: maxFormPictures,
  discardsSurplus: true,
});
