import { z } from 'zod';
import { type FieldKind, type FieldOf, findFieldError } from '#platform/forms/field.ts';
import { type FieldLook, LabelledControl } from '#platform/forms/field-look.shared.tsx';
import { readSingleLine } from '#platform/forms/read-form.ts';
import type { Translate } from '#platform/texts/texts.ts';
import { TextInput } from '#ui/controls.tsx';
import { twoFactorTexts as texts } from './texts.ts';

/** Name of the form field for a code, from the app or a recovery code. */
export const codeField = 'code';

interface CodeOptions extends FieldLook {
  readonly isRecovery: boolean;
}

/**
 * A field for a code. The page never shows the typed code again. Only using up the code shows whether it is valid.
 */
const codeKind: FieldKind<string, CodeOptions> = {
  name: 'code',
  read: ({ form }, name) => ({ value: readSingleLine(form, name), problems: [] }),
  render: ({ field, name, state: { problems } }) => (
    <LabelledControl look={{ ...field, name }} error={findFieldError(problems, name)}>
      {(control) => (
        <TextInput
          {...control}
          type="text"
          name={name}
          autoComplete={field.isRecovery ? 'off' : 'one-time-code'}
          inputMode={field.isRecovery ? 'text' : 'numeric'}
          maxLength={30}
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </LabelledControl>
  ),
  toText: () => '',
  json: () => z.string(),
  toForm: (value, name) => ({ [name]: value }),
};

export const createCodeFields = (t: Translate): { readonly code: FieldOf<string, CodeOptions> } => ({
  code: {
    ...{ name: codeField, label: t(texts.code), hint: t(texts.codeHint), required: true },
    ...{ isRecovery: false, kind: codeKind },
  },
});

export const createRecoveryFields = (t: Translate): { readonly code: FieldOf<string, CodeOptions> } => ({
  code: {
    ...{ name: codeField, id: 'recovery_code', label: t(texts.recoveryCode), required: true },
    ...{ isRecovery: true, kind: codeKind },
  },
});
