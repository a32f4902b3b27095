import type { databaseErrors } from './errors.ts';

type MigrationErrorCode = keyof typeof databaseErrors.codes;

/** The message tells an operator which file failed and what to do. */
export class MigrationError extends Error {
  override name = 'MigrationError';
  readonly code: MigrationErrorCode;

  constructor(code: MigrationErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
