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

/** Drizzle wraps what pg throws, so look down the chain of causes. */
function causes(error: unknown): unknown[] {
  const chain: unknown[] = [];
  for (let at = error; at instanceof Error && chain.length < 10; at = at.cause) chain.push(at);
  return chain;
}

/** The error that Postgres itself sent, with `code`, `constraint`, `detail`; undefined when it was something else. */
export function postgresError(error: unknown): pg.DatabaseError | undefined {
  return causes(error).find((cause): cause is pg.DatabaseError => cause instanceof pg.DatabaseError);
}

/** A deadlock or a serialization failure: the same transaction may well succeed when tried again. */
export function isRetryable(error: unknown): boolean {
  return RETRYABLE.has(postgresError(error)?.code ?? '');
}

/** True when the statement failed because the database could not be reached or went away, not because of the statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return causes(error).some((cause) => {
    if (cause instanceof pg.DatabaseError) {
      return UNAVAILABLE.has(cause.code ?? '') || (cause.code ?? '').startsWith('08');
    }
    if (!(cause instanceof Error)) return false;
    if ('syscall' in cause && ['connect', 'read', 'write', 'getaddrinfo'].includes(String(cause.syscall))) return true;
    if ('code' in cause && (cause.code === 'ECONNREFUSED' || cause.code === 'EPIPE')) return true;
    return UNAVAILABLE_MESSAGES.some((message) => cause.message.startsWith(message));
  });
}
