import { type Logger, pino } from 'pino';
import { createLogOutput } from './log-output.ts';

export type Log = Logger;

const standardError = createLogOutput(2);
process.on('exit', () => standardError.flushSync());

/**
 * JSON lines on standard error. Requests are logged by route, never with address, query, cookies or
 * body.
 */
export function createLog(level: string): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['req.headers', 'headers', 'password', 'secret', 'token', '*.password', '*.secret', '*.token', '*.email'],
      serializers: { err: pino.stdSerializers.err },
    },
    standardError,
  );
}
