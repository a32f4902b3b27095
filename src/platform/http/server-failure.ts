import { isUnstorableText } from '#platform/database/postgres-errors.ts';

/** How an error that no handler expected is answered. Codes are permanent: docs/errors.md. */
export interface ServerFailure {
  readonly status: 400 | 500;
  readonly code: 'invalid_input' | 'internal_error';
  readonly message: string;
}

const unstorable: ServerFailure = {
  status: 400,
  code: 'invalid_input',
  message: 'The request has characters that can’t be stored.',
};

export const internalError: ServerFailure = {
  status: 500,
  code: 'internal_error',
  message: 'Something went wrong on our side. Please try again.',
};

export function describeServerFailure(error: unknown): ServerFailure {
  return isUnstorableText(error) ? unstorable : internalError;
}
