import {
  type ContactForm,
  type FormEntry,
  type FormValues,
  findHiddenFields,
  getFieldName,
  getFreeTextName,
  groupEntries,
  isInMessage,
  listConditionalFields,
  listFields,
  listReceivedEntries,
  listTexts,
  normaliseValue,
  readFieldTexts,
} from '#features/form-definitions/index.ts';
import type { WireNames } from '#platform/config/wire-names.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { ReceivedFile } from '#platform/http/bodies/receive-files.ts';
import { isEmail } from '#platform/mail/email-address.ts';
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

/** Reads the fields of the form and no others. What was typed is normalised before it is checked. */
export function readSubmission(
  { layout }: ContactForm,
  body: FormBody,
  received: readonly ReceivedFile[],
): ReadSubmission {
  const fields = listFields(layout);
  const fileNames = new Set(fields.filter(({ kind }) => kind === 'file').map(({ name }) => name));
  const textNames = new Set(fields.filter(({ name }) => !fileNames.has(name)).map(({ name }) => name));
  const byName = new Map(fields.map((field) => [field.name, field]));
  const known = listReceivedEntries(body, received)
    .filter(({ name, value }) => (typeof value === 'string' ? textNames : fileNames).has(getFieldName(name)))
    .map((entry) => {
      const field = byName.get(getFieldName(entry.name));
      return field && typeof entry.value === 'string' ? { ...entry, value: normaliseValue(field, entry.value) } : entry;
    });
  const hidden = findHiddenFields(listConditionalFields(layout), known);
  const entries = known.filter(({ name }) => !hidden.has(getFieldName(name)));
  const files = received.filter(({ field }) => fileNames.has(getFieldName(field)) && !hidden.has(getFieldName(field)));
  return { entries, values: groupEntries(entries), hidden, files };
}

export const getText = (body: FormBody, name: string): string => {
  const value = body[name];
  return (Array.isArray(value) ? value[0] : value) ?? '';
};

/** Lists what staff read: the fields of the form in their order, without empty ones. */
export function listMessageFields(
  { formPrefix }: WireNames,
  { layout }: ContactForm,
  body: FormBody,
  { values }: ReadSubmission,
): MessageField[] {
  return listFields(layout).flatMap((field): MessageField[] => {
    if (!isInMessage(field)) return [];
    const { name } = field;
    const { texts, mailText } = readFieldTexts(field, values, getText(body, getFreeTextName(formPrefix, name)).trim());
    if (texts.length === 0) return [];
    const label = ('label' in field ? field.label : undefined) ?? name;
    const [shown, mailed] = [texts.map(toStorableText), toStorableText(mailText)];
    return [{ name, label, values: shown, ...(mailed !== shown.join(', ') && { mailText: mailed }) }];
  });
}

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
