import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { z } from 'zod';
import type { FieldKind, FieldOf, FormInput, PickerContext } from '#platform/forms/field.ts';
import { findFieldError } from '#platform/forms/field.ts';
import { type FieldLook, LabelledControl } from '#platform/forms/field-look.shared.tsx';
import { readAll, readSingleLine } from '#platform/forms/read-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { ReceivedFile } from '#platform/http/bodies/receive-files.ts';
import { isPermitted } from '#platform/sessions/actor.ts';
import { Checkbox } from '#ui/choices.tsx';
import { FileInput } from '#ui/controls.tsx';
import { type BlockFileEnding, blockFileTypes, getFileAddress, getFileKey, parseFileName } from './file-types.ts';
import { fileTexts as texts } from './texts.ts';

export interface BlockFileOptions extends FieldLook {
  readonly endings: readonly BlockFileEnding[];
}

const getMaxBytes = ({ endings }: BlockFileOptions): number =>
  Math.max(...endings.map((ending) => blockFileTypes[ending].maxBytes));

const listEndings = ({ endings }: BlockFileOptions): string => endings.map((ending) => `.${ending}`).join(', ');

/** Checks and stores the file of the field. Files with equal content have the same name. */
async function storeFile(
  context: PickerContext,
  { t, form, files = [] }: FormInput,
  name: string,
  field: BlockFileOptions,
): Promise<FormBody> {
  const file = files.find((each) => each.field === `${name}.file` && (each.name !== '' || each.bytes > 0));
  if (!file) return form;
  const stored = await checkAndStore(context, file, field);
  if ('name' in stored) return { ...form, [name]: stored.name };
  const values = { label: field.label, name: file.name.slice(-100), reason: stored.reason };
  return { ...form, [`${name}.refused`]: t(texts.fileRefused, values) };
}

async function checkAndStore(
  { shop, actor }: PickerContext,
  file: ReceivedFile,
  field: BlockFileOptions,
): Promise<{ readonly name: string } | { readonly reason: string }> {
  const { t } = shop;
  if (!isPermitted(actor, 'content.write')) return { reason: t(texts.fileForbidden) };
  const ending = field.endings.find((each) => file.name.toLowerCase().endsWith(`.${each}`));
  if (!ending) return { reason: t(texts.fileEnding, { endings: listEndings(field) }) };
  const { maxBytes, check } = blockFileTypes[ending];
  if (file.isTooLarge || file.isSurplus || file.bytes > maxBytes)
    return { reason: t(texts.fileTooBig, { size: maxBytes / 1_000_000 }) };
  const checked = await check(file.path);
  if (!checked.ok) return { reason: t(checked.text) };
  const { content } = checked;
  const sha256 = content ? createHash('sha256').update(content).digest('hex') : file.sha256;
  const name = `${sha256}.${ending}`;
  const key = getFileKey(name);
  if ((await shop.files.find(key)) !== null) return { name };
  if (content) await shop.files.put(key, content);
  else await shop.files.putStream(key, createReadStream(file.path), file.bytes);
  return { name };
}

const blockFileKind: FieldKind<string, BlockFileOptions> = {
  name: 'block-file',
  read({ form }, name, field) {
    const sent = readSingleLine(form, name);
    const isRight = field.endings.some((ending) => parseFileName(sent)?.ending === ending);
    const value = isRight && readSingleLine(form, `${name}.remove`) === '' ? sent : '';
    const refused = readAll(form, `${name}.refused`).slice(0, 1);
    const problems = refused.map((message) => ({ field: name, message }));
    return { value, problems };
  },
  render({ field, name, state: { t, form, problems }, children }) {
    const stored = readSingleLine(form, name);
    const hint = t(texts.fileHint, { endings: listEndings(field), size: getMaxBytes(field) / 1_000_000 });
    return (
      <LabelledControl
        look={{ ...field, name, hint: field.hint ? `${field.hint} ${hint}` : hint }}
        error={findFieldError(problems ?? [], name)}
      >
        {(control) => (
          <>
            <FileInput {...control} name={`${name}.file`} accept={listEndings(field)} />
            {parseFileName(stored) && (
              <>
                <input type="hidden" name={name} value={stored} />
                <p>
                  <a href={getFileAddress(stored)}>{t(texts.fileStored, { name: `${stored.slice(0, 8)}…` })}</a>
                </p>
                <Checkbox id={`${name}.remove`} name={`${name}.remove`} label={t(texts.fileRemove)} />
              </>
            )}
            {children}
          </>
        )}
      </LabelledControl>
    );
  },
  toText: (value) => value.slice(0, 8),
  json: () => z.string().max(80),
  toForm: (value, name) => ({ [name]: value }),
  fileLimits: (field) => ({ maxBytes: getMaxBytes(field), maxFiles: 1, discardsSurplus: true }),
  storeFiles: storeFile,
};

/**
 * A field for a file of a block other than a picture. Its value is the file's name in the store, or ''. A form with
 * this field needs `files`.
 */
export const blockFile = (options: BlockFileOptions): FieldOf<string, BlockFileOptions> => ({
  ...options,
  kind: blockFileKind,
});
