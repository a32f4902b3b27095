import { z } from 'zod';
import { type ChosenPicture, media } from '#features/media-library/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Field, FieldKind, FieldOf } from '#platform/forms/field.ts';
import type { FieldLook } from '#platform/forms/field-look.shared.tsx';
import { readSingleLine } from '#platform/forms/read-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { TextInput } from '#ui/controls.tsx';
import { Field as LabelledField } from '#ui/field.tsx';
import { pageTexts as texts } from './page-texts.ts';

export interface PhotographValue {
  readonly id: number;
  /** Null when the form had no field for it, because the photograph was added with this save. */
  readonly alt: string | null;
}

interface PhotographOptions extends FieldLook {
  /** Field of the media library that chooses, uploads and orders the photographs. */
  readonly pictures: Field<readonly number[]>;
}

const maxPhotographs = 100;
const maxAlt = 500;

const altName = (name: string, id: number) => `${name}.${id}.alt`;
const readAlt = (form: FormBody, name: string, id: number): string | null =>
  form[altName(name, id)] === undefined ? null : readSingleLine(form, altName(name, id)).slice(0, maxAlt);

/** Field kind: the picture field of the media library with an alt text for each picture. */
const photographsKind: FieldKind<readonly PhotographValue[], PhotographOptions> = {
  name: 'photographs',
  read(input, name, { pictures }) {
    const { value, problems } = pictures.kind.read(input, name, pictures);
    return { value: value.map((id) => ({ id, alt: readAlt(input.form, name, id) })), problems };
  },
  render: ({ field: { pictures }, ...props }) => pictures.kind.render({ ...props, field: pictures }),
  toText: (value, { pictures }, context) => {
    const names = value.map(({ id, alt }) => alt || pictures.kind.toText([id], pictures, context));
    return names.join(', ');
  },
  json: () => z.array(z.strictObject({ id: z.int32().positive(), alt: z.string().max(maxAlt).nullable() })),
  toForm: (value, name, { pictures }) => ({
    ...pictures.kind.toForm(
      value.map(({ id }) => id),
      name,
      pictures,
    ),
    ...Object.fromEntries(value.flatMap(({ id, alt }) => (alt === null ? [] : [[altName(name, id), alt]]))),
  }),
  update: (form, name, { pictures }) => pictures.kind.update?.(form, name, pictures) ?? null,
  listShownRecords: (form, name, { pictures }) => pictures.kind.listShownRecords?.(form, name, pictures) ?? [],
  listRecords: (value, { pictures }) =>
    pictures.kind.listRecords?.(
      value.map(({ id }) => id),
      pictures,
    ) ?? [],
  fileLimits: ({ pictures }) => pictures.kind.fileLimits?.(pictures) ?? { maxBytes: 0, maxFiles: 0 },
  storeFiles: async (context, input, name, { pictures }) =>
    (await pictures.kind.storeFiles?.(context, input, name, pictures)) ?? input.form,
};

function AltText({ name, picture: { id, alt = '' }, index, state: { t, form } }: ChosenPicture) {
  const control = altName(name, id);
  return (
    <LabelledField id={control} label={t(index === 0 ? texts.altOfMain : texts.alt, { number: index + 1 })}>
      {(props) => (
        <TextInput {...props} name={control} defaultValue={readAlt(form, name, id) ?? alt} maxLength={maxAlt} />
      )}
    </LabelledField>
  );
}

/** Field for the photographs of a product in their order, the main photograph first. */
export const photographs = (
  shop: Pick<Shop, 'wire'>,
  look: FieldLook,
): FieldOf<readonly PhotographValue[], PhotographOptions> => ({
  ...look,
  pictures: media(shop, { ...look, max: maxPhotographs, requires: 'products.write', renderDetails: AltText }),
  kind: photographsKind,
});
