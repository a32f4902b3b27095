import type { FormField } from '#platform/forms/fields.ts';
import { maxEmailLength } from '#platform/mail/email-address.ts';
import type { Translate } from '#platform/texts/texts.ts';
import { accountTexts as texts } from '../texts.ts';

/** Longest name. Characters; the table has the same limit. */
const maxNameLength = 200;

/** @param name of the field; a page may have several */
export const createEmailField = (t: Translate, name: string, label = t(texts.email)): FormField => ({
  name,
  kind: 'email',
  label,
  required: true,
  max: maxEmailLength,
  autoComplete: 'username',
});

export const createNameField = (t: Translate, name: string): FormField => ({
  name,
  kind: 'line',
  label: t(texts.name),
  required: true,
  max: maxNameLength,
  autoComplete: 'name',
});

/** Names of the controls. The forms of one page have different ones, because they are ids too. */
export const signInFields = { email: 'username', password: 'password' } as const;
export const registerFields = { name: 'reg_name', email: 'reg_email', password: 'reg_password' } as const;
export const mailFields = { email: 'email' } as const;
