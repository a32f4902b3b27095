export type MigrationErrorCode = 'DATABASE_NEWER' | 'MIGRATION_CHANGED' | 'MIGRATION_FAILED' | 'MIGRATION_UNREADABLE';

/** The message says to an operator which file and what to do. */
export class MigrationError extends Error {
  override name = 'MigrationError';
  readonly code: MigrationErrorCode;

  constructor(code: MigrationErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
