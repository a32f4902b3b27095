import pg from 'pg';
import type { Database } from './database.ts';
import { openDedicatedConnection } from './dedicated-connection.ts';

export interface ListenHandlers {
  /** Called when the connection is lost. Notifications are missed until `onBack` is called. */
  onLost(): void;
  onBack(): void;
}

/** Milliseconds between two pings. */
const PING_EVERY = 15_000;

/**
 * Receives notifications of `pg_notify(channel, payload)` on a dedicated connection, which
 * reconnects after a loss. Rejects when the first connection fails.
 */
export async function listen(
  database: Database,
  channel: string,
  onMessage: (payload: string) => void,
  { onLost, onBack }: ListenHandlers,
): Promise<{ close(): Promise<void> }> {
  const { log, pool } = database;
  const runSafely = (work: () => void) => {
    try {
      work();
    } catch (error) {
      log.error({ err: error, channel }, 'the handler of a notification failed');
    }
  };
  return openDedicatedConnection({
    makeClient: () => new pg.Client(pool.options),
    async prepare(client) {
      client.on('notification', (message) => {
        if (message.channel === channel) runSafely(() => onMessage(message.payload ?? ''));
      });
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    },
    onLost(error) {
      log.warn({ channel, error: error.message }, 'the connection for notifications was lost');
      runSafely(onLost);
    },
    onBack() {
      log.info({ channel }, 'listening for notifications again');
      runSafely(onBack);
    },
    pingEvery: PING_EVERY,
  });
}
