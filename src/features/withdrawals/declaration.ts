import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { FormProblem } from '#platform/forms/field.ts';
import { choice, email, line, text } from '#platform/forms/kinds.ts';
import { readSingleLine } from '#platform/forms/read-form.ts';
import { toForm } from '#platform/forms/show-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { SentForm } from '#platform/mutations/form-schema.ts';
import type { Translate } from '#platform/texts/texts.ts';
import { withdrawalTexts as texts } from './texts.ts';

/** The content of a declaration: Directive 2011/83/EU, article 11a(2). The reason is not required. */
export interface Declaration {
  readonly requestKey: string;
  readonly orderNumber: string;
  readonly email: string;
  readonly name: string;
  readonly scope: 'whole' | 'part';
  readonly items: string;
  readonly reason: string;
}

/** Maximum number of characters in the text about items. */
export const maxItemsLength = 2000;

const keyField = 'withdrawal_key';
/** Field that the button of the second step sends. */
export const confirmField = 'withdrawal_confirmed';

export const createWithdrawalFields = (t: Translate) => ({
  orderNumber: line({
    ...{ name: 'withdrawal_order', label: t(texts.orderNumber), required: true, max: 30, isCode: true },
  }),
  email: email({ name: 'withdrawal_email', label: t(texts.email), required: true, autoComplete: 'email' }),
  name: line({ name: 'withdrawal_name', label: t(texts.name), required: true, max: 200, autoComplete: 'name' }),
  scope: choice({
    ...{ name: 'withdrawal_scope', label: t(texts.scope), required: true },
    options: [
      { value: 'whole', label: t(texts.scopeWhole) },
      { value: 'part', label: t(texts.scopePart) },
    ],
  }),
  items: text({
    ...{ name: 'withdrawal_items', label: t(texts.items), hint: t(texts.itemsHint), max: maxItemsLength },
    note: t(texts.optional),
  }),
  reason: text({ name: 'withdrawal_reason', label: t(texts.reason), note: t(texts.optional), max: 2000 }),
});

type Values = Omit<Declaration, 'requestKey' | 'scope'> & { readonly scope: Declaration['scope'] | '' };

export type DeclarationResult =
  | { readonly ok: true; readonly declaration: Declaration }
  | { readonly ok: false; readonly problems: readonly FormProblem[] };

export function readDeclaration(t: Translate, { form, values, problems }: SentForm<Values>): DeclarationResult {
  if (problems.length > 0) return { ok: false, problems };
  const scope = values.scope === 'part' ? 'part' : 'whole';
  if (scope === 'part' && values.items === '')
    return { ok: false, problems: [{ field: 'withdrawal_items', message: t(texts.itemsMissing) }] };
  const key = readSingleLine(form, keyField);
  const requestKey = z.uuid().safeParse(key).success ? key : randomUUID();
  return { ok: true, declaration: { ...values, requestKey, scope, items: scope === 'part' ? values.items : '' } };
}

export const toDeclarationForm = (t: Translate, declaration: Declaration): FormBody => ({
  [keyField]: declaration.requestKey,
  ...toForm(declaration, createWithdrawalFields(t)),
});
