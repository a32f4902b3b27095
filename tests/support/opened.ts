import type { FastifyInstance } from 'fastify';
import type { Database } from '#platform/database/database.ts';

interface Opened {
  readonly connectionString: string | undefined;
  readonly close: () => unknown;
}

const opened = new Set<Opened>();

/**
 * Closes what a test file opened on a database, before the database is dropped. Vitest never calls
 * an `afterAll` that is registered while tests or hooks run, where shops are opened.
 */
export function closeWithDatabase({ pool }: Database, close: () => unknown): void {
  opened.add({ connectionString: pool.options.connectionString, close });
}

/** @param connectionString of the database; default: closes all that the test file opened */
export async function closeOpened(connectionString?: string): Promise<void> {
  const closing = [...opened].filter(
    (each) => connectionString === undefined || each.connectionString === connectionString,
  );
  for (const each of closing) opened.delete(each);
  await Promise.all(closing.map(({ close }) => close()));
}

/** Milliseconds, as the program gives its requests when it ends. */
const closeLimit = 15_000;

/**
 * Closes a listening shop as its program does. Fastify closes the connections that are idle at that moment; one whose
 * request is under way would stay open for the keep-alive timeout of a minute after its answer. What is still open at the
 * limit is cut off, and written to the test's output.
 */
export async function closeServer(http: Pick<FastifyInstance, 'server' | 'close'>): Promise<void> {
  const idle = setInterval(() => http.server.closeIdleConnections(), 50);
  const cutOff = setTimeout(() => {
    const report = (_error: Error | null, count: number) =>
      console.warn(`${count} connections of a shop were open ${closeLimit} ms after it began to close`);
    http.server.getConnections(report);
    http.server.closeAllConnections();
  }, closeLimit);
  try {
    await http.close();
  } finally {
    clearInterval(idle);
    clearTimeout(cutOff);
  }
}
