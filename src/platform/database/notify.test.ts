import { describe, expect, it } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { inTransaction, openDatabase, sqlQuery } from './database.ts';
import { silentLog } from './log.ts';
import { listen } from './notify.ts';

const { database, db, pool } = useDatabase({ empty: true });
const notify = sqlQuery('test.notify', "select pg_notify('Test channel', $1)");

function handlers() {
  const events: string[] = [];
  return {
    events,
    onMessage: (payload: string) => events.push(payload),
    handlers: { onLost: () => events.push('lost'), onBack: () => events.push('back') },
  };
}

const countListeners = async () =>
  (await pool.query("select from pg_stat_activity where datname = current_database() and query ilike 'listen%'"))
    .rowCount;

async function killListeners(): Promise<number> {
  const { rows } = await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ilike 'listen%'`,
  );
  return rows.length;
}

describe('listen', () => {
  it('receives committed notifications in order, and none that is rolled back', async () => {
    const received = handlers();
    const listener = await listen(database, 'Test channel', received.onMessage, received.handlers);
    await inTransaction(db, async (tx) => {
      await notify(tx, ['taken back']);
      throw new Error('no');
    }).catch(() => {});
    await notify(db, ['first']);
    await notify(db, ['second']);
    await expect.poll(() => received.events).toEqual(['first', 'second']);
    await listener.close();
  });

  it('reports a lost connection, and reconnects', async () => {
    const received = handlers();
    const listener = await listen(database, 'Test channel', received.onMessage, received.handlers);
    for (const round of [1, 2]) {
      // PostgreSQL lists an ended connection for a moment after its client knows.
      await expect.poll(countListeners).toBe(1);
      expect(await killListeners()).toBe(1);
      await expect.poll(() => received.events.at(-1)).toBe('back');
      await notify(db, [`after ${round}`]);
      await expect.poll(() => received.events.at(-1)).toBe(`after ${round}`);
    }
    expect(received.events).toEqual(['lost', 'back', 'after 1', 'lost', 'back', 'after 2']);
    await listener.close();
  });

  it('continues when a handler throws', async () => {
    const received: string[] = [];
    const onMessage = (payload: string) => {
      received.push(payload);
      throw new Error('bug');
    };
    const listener = await listen(database, 'Test channel', onMessage, { onLost() {}, onBack() {} });
    await notify(db, ['one']);
    await notify(db, ['two']);
    await expect.poll(() => received).toEqual(['one', 'two']);
    await listener.close();
  });

  it('leaves no connection when closed, also during a reconnect', async () => {
    const received = handlers();
    const listener = await listen(database, 'Test channel', received.onMessage, received.handlers);
    await killListeners();
    await expect.poll(() => received.events.at(0)).toBe('lost');
    await listener.close();
    await expect.poll(countListeners).toBe(0);
  });

  it('rejects when the first connection fails', async () => {
    const nowhere = openDatabase({ socketDir: '/nowhere', log: silentLog });
    await expect(listen(nowhere, 'x', () => {}, { onLost() {}, onBack() {} })).rejects.toThrow();
    await nowhere.close();
  });
});
