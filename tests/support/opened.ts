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

/**
 * Closes the last opened first, one after another: what uses a shop, such as a provider that delivers
 * an event to it, ends while the shop still answers.
 * @param connectionString of the database; default: closes all that the test file opened
 */
export async function closeOpened(connectionString?: string): Promise<void> {
  const closing = [...opened].filter(
    (each) => connectionString === undefined || each.connectionString === connectionString,
  );
  for (const each of closing) opened.delete(each);
  for (const { close } of closing.reverse()) await close();
}
