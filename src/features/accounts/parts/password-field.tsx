import { Behaviour } from '#platform/islands/island.tsx';
import type { Translate } from '#platform/texts/texts.ts';
import { TextInput } from '#ui/controls.tsx';
import { Field } from '#ui/field.tsx';
import { maxPasswordLength } from '../passwords/password.ts';
import { accountTexts as texts } from '../texts.ts';

interface PasswordFieldProps {
  readonly t: Translate;
  /** Name and id of the control. */
  readonly name: string;
  readonly label: string;
  /** Autofill token. */
  readonly autoComplete: 'current-password' | 'new-password';
  readonly hint?: string;
  readonly error?: string | undefined;
}

/** A password with a button that shows it. What was typed is never sent back. */
export function PasswordField({ t, name, label, autoComplete, hint, error }: PasswordFieldProps) {
  return (
    <Field id={name} label={label} hint={hint} error={error} required>
      {(control) => (
        <Behaviour of="accounts/password-field" when="load">
          <div className="password">
            <TextInput
              {...control}
              type="password"
              name={name}
              autoComplete={autoComplete}
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
    </Field>
  );
}
