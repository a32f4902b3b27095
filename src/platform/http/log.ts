import { type DestinationStream, type Logger, pino } from 'pino';
import { createLogOutput } from './log-output.ts';

export type Log = Logger;

const standardError = createLogOutput(2);
process.on('exit', () => standardError.flushSync());

/**
 * Creates a log of JSON lines. Requests are logged by route, never with address, query, cookies or body.
 * @param output default: standard error
 */
export function createLog(level: string, output: DestinationStream = standardError): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['req.headers', 'headers', 'password', 'secret', 'token', '*.password', '*.secret', '*.token', '*.email'],
      serializers: { err: serializeError },
    },
    output,
  );
}

/** Fields of PostgreSQL and Drizzle errors that contain values of rows. */
const valueFields = ['detail', 'where', 'params', 'parameters', 'internalQuery'];

/** Serializes an error for the log without the values of database rows, which may be personal data. */
export function serializeError(error: Error): unknown {
  const values = listQueryValues(error);
  const remove = (text: string) => values.reduce((cleaned, value) => cleaned.replaceAll(value, 'params: …'), text);
  const clean = (value: unknown, depth = 0): unknown => {
    if (typeof value === 'string') return remove(value);
    if (typeof value !== 'object' || value === null || depth > 5) return value;
    if (Array.isArray(value)) return value.map((item) => clean(item, depth + 1));
    const fields = Object.entries(value).filter(([name]) => !valueFields.includes(name));
    return Object.fromEntries(fields.map(([name, item]) => [name, clean(item, depth + 1)]));
  };
  return clean(pino.stdSerializers.err(error));
}

/** Lists the query values that Drizzle writes into the messages of an error, of its causes and of its parts. */
function listQueryValues(error: unknown, depth = 0): string[] {
  if (!(error instanceof Error) || depth > 10) return [];
  const parts: unknown[] = 'errors' in error && Array.isArray(error.errors) ? error.errors : [];
  const own = 'params' in error ? [`params: ${error.params}`] : [];
  return [...own, ...[error.cause, ...parts].flatMap((each) => listQueryValues(each, depth + 1))];
}
