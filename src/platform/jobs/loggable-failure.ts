/** What may be logged of an error: no message, since messages quote addresses and query parameters. */
export interface LoggableFailure {
  readonly error: string;
  readonly code?: string;
  /** Where it was thrown: the frames of its stack. */
  readonly at?: string;
}

export function toLoggableFailure(error: unknown): LoggableFailure {
  if (!(error instanceof Error)) return { error: typeof error };
  const code = codeOf(error);
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  return {
    error: error.name,
    ...(code === undefined ? {} : { code }),
    ...(frames === undefined || frames.length === 0 ? {} : { at: frames.slice(0, 6).join('\n') }),
  };
}

/** Drizzle wraps what the database threw, so the code may be one level down. */
function codeOf(error: Error): string | undefined {
  if ('code' in error && error.code !== undefined) return String(error.code);
  return error.cause instanceof Error ? codeOf(error.cause) : undefined;
}
