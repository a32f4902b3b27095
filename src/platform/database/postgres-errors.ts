import pg from 'pg';

const RETRYABLE = new Set(['40P01', '40001']);
const UNAVAILABLE = new Set(['57P01', '57P02', '57P03', '57P05', '25P03', '53300']);
const UNAVAILABLE_MESSAGES = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Client has encountered a connection error',
  'Client was closed',
];

/** Thrown when a connection is requested while the database is known to be away. */
export class DatabaseAwayError extends Error {
  override readonly name = 'DatabaseAwayError';

  constructor(cause: Error) {
    super('the database does not answer', { cause });
  }
}

/** Lists an error and its causes, since Drizzle wraps pg's errors. */
function listCauses(error: unknown): unknown[] {
  const chain: unknown[] = [];
  for (let cause = error; cause instanceof Error && chain.length < 10; cause = cause.cause) chain.push(cause);
  return chain;
}

/** Returns the error from PostgreSQL, with `code`, `constraint` and `detail`; undefined for any other error. */
export function postgresError(error: unknown): pg.DatabaseError | undefined {
  return listCauses(error).find((cause): cause is pg.DatabaseError => cause instanceof pg.DatabaseError);
}

/** Whether the error is a deadlock or a serialization failure, after which a retry may succeed. */
export function isRetryable(error: unknown): boolean {
  return RETRYABLE.has(postgresError(error)?.code ?? '');
}

/** Whether a row with the same key already existed. */
export const isUniqueViolation = (error: unknown): boolean => postgresError(error)?.code === '23505';

/**
 * Whether a statement was refused for a character that PostgreSQL can't store in text or JSON: NUL, or
 * half of a surrogate pair. Only user input can contain one.
 */
export function isUnstorableText(error: unknown): boolean {
  const { code = '', detail = '' } = postgresError(error) ?? {};
  return code === '22021' || code === '22P05' || (code === '22P02' && detail.startsWith('Unicode '));
}

/** Whether the database was unreachable or the connection was lost, as opposed to a failed statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return listCauses(error).some((cause) => {
    if (cause instanceof pg.DatabaseError) {
      return UNAVAILABLE.has(cause.code ?? '') || (cause.code ?? '').startsWith('08');
    }
    if (!(cause instanceof Error)) return false;
    if (cause instanceof DatabaseAwayError) return true;
    if ('syscall' in cause && ['connect', 'read', 'write', 'getaddrinfo'].includes(String(cause.syscall))) return true;
    if ('code' in cause && (cause.code === 'ECONNREFUSED' || cause.code === 'EPIPE')) return true;
    return UNAVAILABLE_MESSAGES.some((message) => cause.message.startsWith(message));
  });
}
