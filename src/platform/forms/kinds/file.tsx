import { z } from 'zod';
import type { ReceivedFile } from '#platform/http/bodies/receive-files.ts';
import { FileInput } from '#ui/controls.tsx';
import { type FieldKind, findFieldError } from '../field.ts';
import { type FieldLook, LabelledControl } from '../field-look.shared.tsx';
import { formTexts as texts } from '../texts.ts';

export interface FileOptions extends FieldLook {
  /** Maximum size of one file in bytes. */
  readonly maxBytes: number;
  /** Maximum number of files. Default: 1. */
  readonly maxFiles?: number | undefined;
  /** Accepted endings of names, such as `.csv`. Default: all. */
  readonly accept?: readonly string[] | undefined;
}

export const fileKind: FieldKind<readonly ReceivedFile[], FileOptions> = {
  name: 'file',
  read({ t, files = [] }, name, { label, required, maxBytes, maxFiles = 1, accept = [''] }) {
    // Browsers send an empty file for a control without a chosen file.
    const value = files.filter(({ field, name: own, bytes }) => field === name && (own !== '' || bytes > 0));
    const refuse = (message: string) => ({ value, problems: [{ field: name, message }] });
    if (value.length === 0) return required ? refuse(t(texts.fileMissing, { label })) : { value, problems: [] };
    if (value.length > maxFiles || value.some(({ isSurplus }) => isSurplus))
      return refuse(t(texts.tooMany, { label, max: maxFiles }));
    if (value.some(({ isTooLarge, bytes }) => isTooLarge || bytes > maxBytes))
      return refuse(t(texts.fileTooLarge, { label, size: maxBytes / 1_000_000 }));
    const isAccepted = ({ name: own }: ReceivedFile) => accept.some((end) => own.toLowerCase().endsWith(end));
    return value.every(isAccepted)
      ? { value, problems: [] }
      : refuse(t(texts.fileKind, { label, kinds: accept.join(', ') }));
  },
  render: ({ field, name, state: { t, problems }, children }) => {
    const { hint, maxBytes, maxFiles = 1, accept } = field;
    const limit = t(texts.fileLimit, { size: maxBytes / 1_000_000 });
    return (
      <LabelledControl
        look={{ ...field, name, hint: hint ? `${hint} ${limit}` : limit }}
        error={findFieldError(problems, name)}
      >
        {(control) => (
          <>
            <FileInput {...control} name={name} multiple={maxFiles > 1} accept={accept?.join(',')} />
            {children}
          </>
        )}
      </LabelledControl>
    );
  },
  toText: (value) => value.map(({ name }) => name).join(', '),
  json: () => z.array(z.never()),
  toForm: () => ({}),
  fileLimits: ({ maxBytes, maxFiles = 1 }) => ({ maxBytes, maxFiles }),
};
