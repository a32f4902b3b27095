import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type FormField, type FormProblem, readFields } from '#platform/forms/fields.ts';
import { readSingleLine } from '#platform/forms/read-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { maxEmailLength } from '#platform/mail/email-address.ts';
import type { Translate } from '#platform/texts/texts.ts';
import { withdrawalTexts as texts } from './texts.ts';

/** What a consumer declares: Directive 2011/83/EU, article 11a(2). The reason is not required. */
export interface Declaration {
  readonly requestKey: string;
  readonly orderNumber: string;
  readonly email: string;
  readonly name: string;
  readonly scope: 'whole' | 'part';
  readonly items: string;
  readonly reason: string;
}

/** Of what is written about items, in characters. */
export const maxItemsLength = 2000;

const keyField = 'withdrawal_key';
/** Sent by the button of the second step. */
export const confirmField = 'withdrawal_confirmed';

export const createWithdrawalFields = (t: Translate) =>
  ({
    number: {
      name: 'withdrawal_order',
      kind: 'line',
      label: t(texts.orderNumber),
      required: true,
      max: 30,
      isCode: true,
    },
    email: {
      ...{ name: 'withdrawal_email', kind: 'email', label: t(texts.email), required: true, max: maxEmailLength },
      autoComplete: 'email',
    },
    name: {
      ...{ name: 'withdrawal_name', kind: 'line', label: t(texts.name), required: true, max: 200 },
      autoComplete: 'name',
    },
    scope: {
      ...{ name: 'withdrawal_scope', kind: 'select', label: t(texts.scope), required: true, max: 10 },
      options: [
        { value: 'whole', label: t(texts.scopeWhole) },
        { value: 'part', label: t(texts.scopePart) },
      ],
    },
    items: {
      ...{
        name: 'withdrawal_items',
        kind: 'text',
        label: t(texts.items),
        hint: t(texts.itemsHint),
        max: maxItemsLength,
      },
      note: t(texts.optional),
    },
    reason: {
      ...{ name: 'withdrawal_reason', kind: 'text', label: t(texts.reason), note: t(texts.optional), max: 2000 },
    },
  }) as const satisfies Record<string, FormField>;

export type DeclarationResult =
  | { readonly ok: true; readonly declaration: Declaration }
  | { readonly ok: false; readonly problems: readonly FormProblem[] };

export function readDeclaration(t: Translate, form: FormBody): DeclarationResult {
  const fields = createWithdrawalFields(t);
  const { values, problems } = readFields(t, form, fields);
  const scope = values.scope === 'part' ? 'part' : 'whole';
  if (problems.length === 0 && scope === 'part' && values.items === '')
    return { ok: false, problems: [{ field: fields.items.name, message: t(texts.itemsMissing) }] };
  if (problems.length > 0) return { ok: false, problems };
  const key = readSingleLine(form, keyField);
  const { number, email, name, items, reason } = values;
  const requestKey = z.uuid().safeParse(key).success ? key : randomUUID();
  return {
    ok: true,
    declaration: { requestKey, orderNumber: number, email, name, scope, items: scope === 'part' ? items : '', reason },
  };
}

/** The form that gives a declaration. */
export function toForm({ requestKey, orderNumber, email, name, scope, items, reason }: Declaration): FormBody {
  return {
    [keyField]: requestKey,
    withdrawal_order: orderNumber,
    withdrawal_email: email,
    withdrawal_name: name,
    withdrawal_scope: scope,
    withdrawal_items: items,
    withdrawal_reason: reason,
  };
}
