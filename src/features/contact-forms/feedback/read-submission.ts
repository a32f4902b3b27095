import type { ChoiceField, ContactForm, FormEntry, NamedField } from '#features/form-definitions/index.ts';
import {
  type FormValues,
  findHiddenFields,
  getFieldName,
  getFreeTextName,
  groupEntries,
  listConditionalFields,
  listFields,
  listMailValues,
  listReceivedEntries,
  listTexts,
} from '#features/form-definitions/index.ts';
import type { WireNames } from '#platform/config/wire-names.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { ReceivedFile } from '#platform/http/bodies/receive-files.ts';
import { normaliseCode, normaliseText } from '#platform/input/normalise-text.ts';
import { isEmail, normalizeEmail } from '#platform/mail/email-address.ts';
import { toStorableText } from '#platform/texts/storable-text.ts';
import type { MessageField } from '../message-types.ts';
import { type AppendRequest, appendedTexts } from '../ports.ts';

export interface ReadSubmission {
  readonly entries: readonly FormEntry[];
  readonly values: FormValues;
  /** Fields whose conditions don't hold: they are neither validated nor kept. */
  readonly hidden: ReadonlySet<string>;
  readonly files: readonly ReceivedFile[];
}

/** How typed values are normalised. Values of other kinds are those of the form, and compared with them. */
const normalisers: Partial<Record<NamedField['kind'], (typed: string) => string>> = {
  ...{ text: normaliseText, textarea: normaliseText, url: normaliseText },
  ...{ email: normalizeEmail, tel: normaliseCode, number: normaliseCode, date: normaliseCode, time: normaliseCode },
};

function normaliseEntry(entry: FormEntry, kind: NamedField['kind'] | undefined): FormEntry {
  const normalise = kind && normalisers[kind];
  return normalise && typeof entry.value === 'string' ? { ...entry, value: normalise(entry.value) } : entry;
}

/** Reads the fields of the form and no others. What was typed is normalised before it is checked. */
export function readSubmission(
  { layout }: ContactForm,
  body: FormBody,
  received: readonly ReceivedFile[],
): ReadSubmission {
  const fields = listFields(layout);
  const fileNames = new Set(fields.filter(({ kind }) => kind === 'file').map(({ name }) => name));
  const textNames = new Set(fields.filter(({ name }) => !fileNames.has(name)).map(({ name }) => name));
  const kinds = new Map(fields.map(({ name, kind }) => [name, kind]));
  const known = listReceivedEntries(body, received)
    .filter(({ name, value }) => (typeof value === 'string' ? textNames : fileNames).has(getFieldName(name)))
    .map((entry) => normaliseEntry(entry, kinds.get(getFieldName(entry.name))));
  const hidden = findHiddenFields(listConditionalFields(layout), known);
  const entries = known.filter(({ name }) => !hidden.has(getFieldName(name)));
  const files = received.filter(({ field }) => fileNames.has(getFieldName(field)) && !hidden.has(getFieldName(field)));
  return { entries, values: groupEntries(entries), hidden, files };
}

export const getText = (body: FormBody, name: string): string => {
  const value = body[name];
  return (Array.isArray(value) ? value[0] : value) ?? '';
};

/** Kinds that prove or protect something: their values are no part of the message. */
const unkept: readonly NamedField['kind'][] = ['quiz', 'captcha', 'captcha-image', 'file'];

const maxFreeText = 1000;

/** Lists what staff read: the fields of the form in their order, without empty ones. */
export function listMessageFields(
  { formPrefix }: WireNames,
  { layout }: ContactForm,
  body: FormBody,
  { entries, values, hidden }: ReadSubmission,
): MessageField[] {
  const fields = listFields(layout).filter(({ kind }) => !unkept.includes(kind));
  const freeTexts = fields.map(({ name }) => {
    const control = getFreeTextName(formPrefix, name);
    return { name: control, value: getText(body, control).trim().slice(0, maxFreeText) };
  });
  const mailValues = listMailValues({ layout }, [...entries, ...freeTexts], hidden, formPrefix);
  return fields.flatMap((field) => {
    const texts = listTexts(values, field.name).map(toStorableText);
    if (texts.length === 0) return [];
    const freeText = toStorableText(
      freeTexts.find(({ name }) => name === getFreeTextName(formPrefix, field.name))?.value ?? '',
    );
    const shown = addFreeText(field, texts, freeText);
    const mailText = toStorableText(mailValues.get(field.name)?.value ?? '');
    return [
      { name: field.name, label: getLabel(field), values: shown, ...(mailText !== shown.join(', ') && { mailText }) },
    ];
  });
}

const getLabel = (field: NamedField) => ('label' in field ? field.label : undefined) ?? field.name;

function addFreeText(field: NamedField, texts: readonly string[], freeText: string): readonly string[] {
  if (freeText === '' || !hasFreeText(field)) return texts;
  const last = field.options.at(-1)?.value;
  return texts.map((text) => (text === last ? `${text} ${freeText}` : text));
}

const hasFreeText = (field: NamedField): field is ChoiceField & { readonly hasFreeText: true } =>
  (field.kind === 'radio' || field.kind === 'checkbox') && field.hasFreeText;

export function findSender({ layout }: ContactForm, { values }: ReadSubmission): string | null {
  for (const { kind, name } of listFields(layout)) {
    if (kind !== 'email') continue;
    const address = listTexts(values, name)[0];
    if (address !== undefined && isEmail(address)) return address;
  }
  return null;
}

type AppendedFields =
  | { readonly ok: true; readonly fields: readonly MessageField[] }
  | { readonly ok: false; readonly message: string };

export async function readAppendedTexts(
  shop: Shop,
  { body, ...request }: Omit<AppendRequest, 'value'> & { readonly body: FormBody },
): Promise<AppendedFields> {
  const fields: MessageField[] = [];
  for (const { field: name, append } of shop.implementations(appendedTexts)) {
    if (body[name] === undefined) continue;
    const result = await append(shop, { ...request, value: getText(body, name) });
    if (result === null) continue;
    if (!result.ok) return result;
    fields.push({
      name,
      label: result.label,
      values: [result.text, ...(result.staffText ? [result.staffText] : [])].map(toStorableText),
      isAppended: true,
    });
  }
  return { ok: true, fields };
}

export function listAppendingInputs(shop: Shop, body: FormBody): Readonly<Record<string, string>> {
  const names = shop.implementations(appendedTexts).map(({ field }) => field);
  return Object.fromEntries(names.flatMap((name) => (body[name] === undefined ? [] : [[name, getText(body, name)]])));
}
