import type { FieldOf } from './field.ts';

export interface FileLimits {
  readonly maxFileBytes: number;
  readonly maxFiles: number;
}

interface FieldFileLimits extends FileLimits {
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
