import type { Shop } from '#platform/features/shop.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { toStorableText } from '#platform/texts/storable-text.ts';
import type { MessageField } from '../message-types.ts';
import { type AppendRequest, appendedTexts } from '../ports.ts';
import { getText } from './read-submission.ts';

type AppendedFields =
  | { readonly ok: true; readonly fields: readonly MessageField[] }
  | { readonly ok: false; readonly message: string };

/** Reads what features append to a message, by the hidden inputs that were sent. */
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

/** The hidden inputs of features among what was sent, for the form that is shown again. */
export function listAppendingInputs(shop: Shop, body: FormBody): Readonly<Record<string, string>> {
  const names = shop.implementations(appendedTexts).map(({ field }) => field);
  return Object.fromEntries(names.flatMap((name) => (body[name] === undefined ? [] : [[name, getText(body, name)]])));
}
