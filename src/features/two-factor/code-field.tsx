import type { Translate } from '#platform/texts/texts.ts';
import { TextInput } from '#ui/controls.tsx';
import { Field } from '#ui/field.tsx';
import { twoFactorTexts as texts } from './texts.ts';

/** Name of the control for a code, of the app or for recovery. */
export const codeField = 'code';

interface CodeFieldProps {
  readonly t: Translate;
  /** Of the control. A page may have several. */
  readonly id: string;
  readonly isRecovery?: boolean;
  readonly error?: string | undefined;
}

/** What was typed is never sent back. */
export function CodeField({ t, id, isRecovery = false, error }: CodeFieldProps) {
  const label = t(isRecovery ? texts.recoveryCode : texts.code);
  return (
    <Field id={id} label={label} hint={isRecovery ? undefined : t(texts.codeHint)} error={error} required>
      {(control) => (
        <TextInput
          {...control}
          type="text"
          name={codeField}
          autoComplete={isRecovery ? 'off' : 'one-time-code'}
          inputMode={isRecovery ? 'text' : 'numeric'}
          maxLength={30}
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </Field>
  );
}
