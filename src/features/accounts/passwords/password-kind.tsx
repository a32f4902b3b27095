import { z } from 'zod';
import type { Shop } from '#platform/features/shop.ts';
import { type FieldKind, type FieldOf, findFieldError } from '#platform/forms/field.ts';
import { type FieldLook, LabelledControl } from '#platform/forms/field-look.shared.tsx';
import { readEmail } from '#platform/forms/kinds/text.tsx';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import { TextInput } from '#ui/controls.tsx';
import { accountSettings } from '../settings.ts';
import { accountTexts as texts } from '../texts.ts';
import { findPasswordProblem, maxPasswordLength } from './password.ts';

interface PasswordOptions extends FieldLook {
  readonly name: string;
  /** Autofill token of the HTML standard. */
  readonly autoComplete: 'current-password' | 'new-password';
  /** @returns the message for an unacceptable password, or null */
  readonly findProblem: (password: string, form: FormBody) => string | null;
}

type PasswordField = FieldOf<string, PasswordOptions>;

/** A password field with a button that shows the password. The typed password is never sent back to the browser. */
const passwordKind: FieldKind<string, PasswordOptions> = {
  name: 'password',
  read({ form }, name, { findProblem }) {
    const value = readPassword(form, name);
    const message = findProblem(value, form);
    return { value, problems: message === null ? [] : [{ field: name, message }] };
  },
  render: ({ field, name, state: { t, problems } }) => (
    <LabelledControl look={{ ...field, name }} error={findFieldError(problems, name)}>
      {(control) => (
        <Behaviour of="accounts/password-field" when="load">
          <div className="password">
            <TextInput
              {...control}
              type="password"
              name={name}
              autoComplete={field.autoComplete}
              maxLength={maxPasswordLength}
              autoCapitalize="none"
              spellCheck={false}
            />
            <button
              className="password__toggle button button--text when-script"
              type="button"
              aria-controls={name}
              data-show={t(texts.showPassword)}
              data-hide={t(texts.hidePassword)}
            >
              {t(texts.showPassword)}
            </button>
          </div>
        </Behaviour>
      )}
    </LabelledControl>
  ),
  toText: () => '',
  json: () => z.string(),
  toForm: (value, name) => ({ [name]: value }),
};

/**
 * Reads a password exactly as typed, including spaces. Returns an empty string for values that can't be a password.
 */
function readPassword(form: FormBody, name: string): string {
  const value = Object.hasOwn(form, name) ? form[name] : '';
  return typeof value === 'string' && value.length <= maxPasswordLength * 2 ? value : '';
}

/** Creates the field of a password that is compared with the account's. */
export const currentPassword = ({
  missing = null,
  ...options
}: Pick<PasswordOptions, 'name' | 'label'> & {
  /** Message for an empty field. Default: none, the empty password is compared like any other. */
  readonly missing?: string | null;
}): PasswordField => ({
  ...{ ...options, required: true, autoComplete: 'current-password', kind: passwordKind },
  findProblem: (password) => (password === '' ? missing : null),
});

interface NewPasswordOptions extends Pick<PasswordOptions, 'name'> {
  readonly label?: string;
  /** The email address of the account, or the field that contains it. A password must not equal the address. */
  readonly email: string | { readonly field: string };
}

export function newPassword(
  { t, settings }: Pick<Shop, 't' | 'settings'>,
  { name, label = t(texts.newPassword), email }: NewPasswordOptions,
): PasswordField {
  const min = settings(accountSettings).passwordMinLength;
  const messages = {
    REQUIRED: texts.passwordMissing,
    TOO_SHORT: texts.passwordShort,
    TOO_LONG: texts.passwordLong,
    TOO_COMMON: texts.passwordCommon,
  };
  return {
    ...{ name, label, required: true, autoComplete: 'new-password', kind: passwordKind },
    hint: t(texts.passwordHint, { min }),
    findProblem(password, form) {
      const address = typeof email === 'string' ? email : readEmail(form, email.field);
      const problem = findPasswordProblem(password, { minLength: min, email: address });
      return problem && t(messages[problem], { min, max: maxPasswordLength });
    },
  };
}
