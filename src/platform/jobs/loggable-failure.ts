/**
 * The part of an error that may be logged. It has no message, because messages quote addresses and query parameters.
 */
export interface LoggableFailure {
  readonly error: string;
  readonly code?: string;
  readonly at?: string;
}

export function toLoggableFailure(error: unknown): LoggableFailure {
  if (!(error instanceof Error)) return { error: typeof error };
  const code = findCode(error);
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  return {
    error: error.name,
    ...(code === undefined ? {} : { code }),
    ...(frames === undefined || frames.length === 0 ? {} : { at: frames.slice(0, 6).join('\n') }),
  };
}

/** Drizzle wraps database errors, so the code may be on the cause. */
function findCode(error: Error): string | undefined {
  if ('code' in error && error.code !== undefined) return String(error.code);
  return error.cause instanceof Error ? findCode(error.cause) : undefined;
}
