import { describe, expect, it } from 'vitest';
import { useDatabase } from '#tests/database.ts';
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

async function killListeners(): Promise<number> {
  const { rows } = await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ilike 'listen%'`,
  );
  return rows.length;
}

describe('listen', () => {
  it('hears what commits, in order, and nothing that is rolled back', async () => {
    const heard = handlers();
    const listener = await listen(database, 'Test channel', heard.onMessage, heard.handlers);
    await inTransaction(db, async (tx) => {
      await notify(tx, ['taken back']);
      throw new Error('no');
    }).catch(() => {});
    await notify(db, ['first']);
    await notify(db, ['second']);
    await expect.poll(() => heard.events).toEqual(['first', 'second']);
    await listener.close();
  });

  it('says at once that the connection is lost, listens again, and says that too', async () => {
    const heard = handlers();
    const listener = await listen(database, 'Test channel', heard.onMessage, heard.handlers);
    for (const round of [1, 2]) {
      expect(await killListeners()).toBe(1);
      await expect.poll(() => heard.events.at(-1), { timeout: 10_000 }).toBe('back');
      await notify(db, [`after ${round}`]);
      await expect.poll(() => heard.events.at(-1)).toBe(`after ${round}`);
    }
    expect(heard.events).toEqual(['lost', 'back', 'after 1', 'lost', 'back', 'after 2']);
    await listener.close();
  });

  it('goes on when a handler throws', async () => {
    const heard: string[] = [];
    const onMessage = (payload: string) => {
      heard.push(payload);
      throw new Error('bug');
    };
    const listener = await listen(database, 'Test channel', onMessage, { onLost() {}, onBack() {} });
    await notify(db, ['one']);
    await notify(db, ['two']);
    await expect.poll(() => heard).toEqual(['one', 'two']);
    await listener.close();
  });

  it('leaves no connection behind when it is closed, not even while it tries to come back', async () => {
    const heard = handlers();
    const listener = await listen(database, 'Test channel', heard.onMessage, heard.handlers);
    await killListeners();
    await expect.poll(() => heard.events.at(0)).toBe('lost');
    await listener.close();
    expect(await killListeners()).toBe(0);
  });

  it('rejects when there is no database to begin with', async () => {
    const nowhere = openDatabase({ socketDir: '/nowhere', log: silentLog });
    await expect(listen(nowhere, 'x', () => {}, { onLost() {}, onBack() {} })).rejects.toThrow();
    await nowhere.close();
  });
});
