import type { FieldOf } from './field.ts';

/** What a shop takes of files, whatever a field says. */
export interface FileLimits {
  /** Bytes of one file. */
  readonly maxFileBytes: number;
  /** Files of one message. */
  readonly maxFiles: number;
}

interface FieldFileLimits extends FileLimits {
  /** Bytes of all files of the field. */
  readonly maxBytes: number;
}

/** What a field takes of files, where the shop takes less than the field says. */
export function limitFiles(
  field: Pick<FieldOf<'file'>, 'maxBytes' | 'maxFiles'>,
  limits: FileLimits | undefined,
): FieldFileLimits {
  const maxFiles = Math.min(field.maxFiles, limits?.maxFiles ?? field.maxFiles);
  const maxFileBytes = Math.min(field.maxBytes, limits?.maxFileBytes ?? field.maxBytes);
  return { maxFiles, maxFileBytes, maxBytes: Math.min(field.maxBytes, maxFileBytes * maxFiles) };
}
