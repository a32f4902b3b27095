import type { Shop } from '#platform/features/shop.ts';
import type { FormProblem } from '#platform/forms/fields.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { accountSettings } from '../settings.ts';
import { accountTexts as texts } from '../texts.ts';
import { findPasswordProblem, maxPasswordLength } from './password.ts';

/** Reads a password as it was typed: spaces count. Empty for what no password can be. */
export function readPassword(form: FormBody, name: string): string {
  const value = Object.hasOwn(form, name) ? form[name] : '';
  return typeof value === 'string' && value.length <= maxPasswordLength * 2 ? value : '';
}

/** Reads a new password and checks it. */
export function readNewPassword(
  { t, settings }: Pick<Shop, 't' | 'settings'>,
  form: FormBody,
  { name, email }: { readonly name: string; readonly email: string },
): { readonly password: string; readonly problems: readonly FormProblem[] } {
  const password = readPassword(form, name);
  const min = settings(accountSettings).passwordMinLength;
  const problem = findPasswordProblem(password, { minLength: min, email });
  const messages = {
    REQUIRED: texts.passwordMissing,
    TOO_SHORT: texts.passwordShort,
    TOO_LONG: texts.passwordLong,
    TOO_COMMON: texts.passwordCommon,
  };
  if (problem === null) return { password, problems: [] };
  return { password, problems: [{ field: name, message: t(messages[problem], { min, max: maxPasswordLength }) }] };
}
