import { z } from 'zod';
import type { FieldKind, FieldOf } from '#platform/forms/field.ts';
import type { FieldLook } from '#platform/forms/field-look.shared.tsx';
import { readAll, readSingleLine } from '#platform/forms/read-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { type MediaRow, toPicture } from '#platform/media/picture.ts';
import type { Translate } from '#platform/texts/texts.ts';
import { Button } from '#ui/button.tsx';
import { TextInput } from '#ui/controls.tsx';
import { FieldHint, Field as LabelledField } from '#ui/field.tsx';
import { Picture } from '#ui/picture.tsx';
import { pageTexts as texts } from './page-texts.ts';

/** A photograph of a product, in its place. */
export interface PhotographValue {
  /** Null while an imported one is still to be fetched. */
  readonly mediaId: number | null;
  readonly remoteId: number | null;
  readonly alt: string;
}

export interface PhotographOptions extends FieldLook {
  readonly pictures: readonly MediaRow[];
}

const [upButton, downButton, removeButton] = ['_up', '_down', '_remove'];
const maxPhotographs = 100;
const maxAlt = 500;

/** Ids of a photograph as its row is called: `m12`, `r3` of one that is to be fetched, `m12r3` of one that was. */
const toRow = ({ mediaId, remoteId }: Omit<PhotographValue, 'alt'>) =>
  `${mediaId === null ? '' : `m${mediaId}`}${remoteId === null ? '' : `r${remoteId}`}`;

function parseRow(row: string): Omit<PhotographValue, 'alt'> | null {
  const [found, media, remote] = /^(?:m(\d{1,9}))?(?:r(\d{1,9}))?$/.exec(row) ?? [];
  if (!found) return null;
  return { mediaId: media ? Number(media) : null, remoteId: remote ? Number(remote) : null };
}

const listRows = (form: FormBody, name: string) => [
  ...new Set(readAll(form, `${name}.row`).filter((row) => parseRow(row) !== null)),
];

const photographsKind: FieldKind<readonly PhotographValue[], PhotographOptions> = {
  name: 'photographs',
  read({ t, form }, name, { label }) {
    const rows = listRows(form, name);
    const value = rows.flatMap((row) => {
      const ids = parseRow(row);
      return ids ? [{ ...ids, alt: readSingleLine(form, `${name}.${row}.alt`).slice(0, maxAlt) }] : [];
    });
    const problems =
      rows.length > maxPhotographs ? [{ field: name, message: t(texts.tooManyPhotographs, { label }) }] : [];
    return { value, problems };
  },
  render: ({ field: { id, label, hint, pictures }, name, state: { t, form } }) => {
    const rows = listRows(form, name);
    return (
      <fieldset className="choices" id={id ?? name}>
        <legend className="choices__legend">{label}</legend>
        <FieldHint id={id ?? name} hint={hint} />
        {rows.length > 0 && (
          <ol className="photographs">
            {rows.map((row, index) => (
              <PhotographRow key={row} {...{ name, row, index, t, form }} last={rows.length - 1} pictures={pictures} />
            ))}
          </ol>
        )}
      </fieldset>
    );
  },
  toText: (value) => value.map(({ mediaId, remoteId, alt }) => alt || `#${mediaId ?? remoteId}`).join(', '),
  json: () =>
    z.array(
      z.strictObject({
        mediaId: z.int32().positive().nullable(),
        remoteId: z.int32().positive().nullable(),
        alt: z.string().max(maxAlt),
      }),
    ),
  toForm: (value, name) => ({
    [`${name}.row`]: value.map(toRow),
    ...Object.fromEntries(value.map((each) => [`${name}.${toRow(each)}.alt`, each.alt])),
  }),
  update(form, name) {
    const rows = listRows(form, name);
    const pressed = (button: string) => rows.findIndex((row) => readAll(form, button).includes(`${name}.${row}`));
    const withRows = (changed: readonly string[]) => ({ ...form, [`${name}.row`]: [...changed] });
    const move = (from: number, to: number) => withRows(rows.toSpliced(from, 1).toSpliced(to, 0, rows[from] ?? ''));
    const [up, down, removed] = [pressed(upButton), pressed(downButton), pressed(removeButton)];
    if (up > 0) return move(up, up - 1);
    if (down >= 0 && down < rows.length - 1) return move(down, down + 1);
    return removed >= 0 ? withRows(rows.toSpliced(removed, 1)) : null;
  },
};

interface RowProps {
  readonly name: string;
  readonly row: string;
  readonly index: number;
  readonly last: number;
  readonly t: Translate;
  readonly form: FormBody;
  readonly pictures: readonly MediaRow[];
}

function PhotographRow({ name, row, index, last, t, form, pictures }: RowProps) {
  const { mediaId } = parseRow(row) ?? {};
  const media = pictures.find(({ id }) => id === mediaId);
  const number = index + 1;
  const button = (action: string, text: string, label: string) => (
    <Button look="text" name={action} value={`${name}.${row}`} formNoValidate aria-label={label}>
      {text}
    </Button>
  );
  return (
    <li className="photographs__row" data-photograph="">
      <input type="hidden" name={`${name}.row`} value={row} />
      {media ? (
        <Picture picture={toPicture(media)} sizes="96px" alt="" className="photographs__picture" />
      ) : (
        <span className="photographs__picture">{t(texts.toBeFetched)}</span>
      )}
      <div className="photographs__fields">
        <LabelledField id={`${name}.${row}.alt`} label={t(index === 0 ? texts.altOfMain : texts.alt, { number })}>
          {(control) => (
            <TextInput
              {...control}
              name={`${name}.${row}.alt`}
              defaultValue={readSingleLine(form, `${name}.${row}.alt`)}
              maxLength={maxAlt}
            />
          )}
        </LabelledField>
        <p className="photographs__buttons">
          {index > 0 && button(upButton, t(texts.moveUp), t(texts.moveUpLabel, { number }))}
          {index < last && button(downButton, t(texts.moveDown), t(texts.moveDownLabel, { number }))}
          {button(removeButton, t(texts.takeOut), t(texts.takeOutLabel, { number }))}
        </p>
      </div>
    </li>
  );
}

/** Photographs in their order, the main one first. */
export const photographs = (options: PhotographOptions): FieldOf<readonly PhotographValue[], PhotographOptions> => ({
  ...options,
  kind: photographsKind,
});
