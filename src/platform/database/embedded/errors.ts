import type { databaseErrors } from '../errors.ts';

type EmbeddedErrorCode = keyof typeof databaseErrors.codes;

/** Thrown when the embedded database cannot start. The message tells an operator what is wrong and what to do. */
export class EmbeddedError extends Error {
  override name = 'EmbeddedError';
  readonly code: EmbeddedErrorCode;

  constructor(code: EmbeddedErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export function isDiskFull(text: string): boolean {
  return /no space left on device|ENOSPC|disk quota exceeded|EDQUOT/i.test(text);
}

export function createDiskFullError(folder: string): EmbeddedError {
  return new EmbeddedError(
    'DISK_FULL',
    `The disk that holds ${folder} is full. Free some space and start again; nothing committed is lost.`,
  );
}
