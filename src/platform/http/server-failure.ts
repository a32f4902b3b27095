import type { FastifyRequest } from 'fastify';
import { isDatabaseUnavailable, isUnstorableText } from '#platform/database/postgres-errors.ts';
import type { Shop } from '#platform/features/shop.ts';
import { isStorageFull } from '#platform/storage/storage.ts';

export type UnavailableCode = 'overloaded' | 'database_unavailable' | 'storage_full';

export const unavailableMessages: Readonly<Record<UnavailableCode, string>> = {
  overloaded: 'The shop is very busy. Please try again in a moment.',
  database_unavailable: 'The shop can’t reach its database at the moment. Please try again in a moment.',
  storage_full: 'The shop can’t store anything at the moment. Please try again later.',
};

/** Codes are permanent: docs/errors.md lists them. */
export type ServerFailure =
  | { readonly status: 400 | 500; readonly code: 'invalid_input' | 'internal_error'; readonly message: string }
  | { readonly status: 503; readonly code: UnavailableCode; readonly message: string };

const unstorable = {
  status: 400,
  code: 'invalid_input',
  message: 'The request has characters that can’t be stored.',
} as const;

export const internalError = {
  status: 500,
  code: 'internal_error',
  message: 'Something went wrong on our side. Please try again.',
} as const;

const createUnavailable = (code: UnavailableCode): ServerFailure => ({
  status: 503,
  code,
  message: unavailableMessages[code],
});

/**
 * Returns the reply to an unexpected error, and logs the error. A temporary problem, such as a full disk, is logged
 * only once; other errors are logged each time.
 */
export function handleServerFailure(
  shop: Shop,
  { id, routeOptions }: Pick<FastifyRequest, 'id' | 'routeOptions'>,
  error: unknown,
): ServerFailure {
  const line = { err: error, id, route: routeOptions.url };
  if (isUnstorableText(error)) return unstorable;
  if (isStorageFull(error)) {
    shop.storage.reportFull(error);
    return createUnavailable('storage_full');
  }
  if (isDatabaseUnavailable(error)) {
    const logUnlessAway = (isAway: boolean) => isAway || shop.log.warn(line, 'a request lost its database connection');
    void shop.database.availability.checkNow().then(logUnlessAway);
    return createUnavailable('database_unavailable');
  }
  shop.log.error(line, 'a request failed');
  return internalError;
}
