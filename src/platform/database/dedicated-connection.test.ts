import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { openDedicatedConnection } from './dedicated-connection.ts';

const { connectionString } = useDatabase({ empty: true });

it.runIf(process.platform !== 'win32')('replaces a connection that stops answering', async () => {
  const events: string[] = [];
  const pids: number[] = [];
  const kept = await openDedicatedConnection({
    makeClient: () => new pg.Client({ connectionString }),
    async prepare(client) {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      pids.push(rows[0]?.pid ?? 0);
    },
    onLost: (error) => events.push(error.message),
    onBack: () => events.push('back'),
    pingEvery: 200,
  });
  onTestFinished(() => kept.close());
  const [first = 0] = pids;
  process.kill(first, 'SIGSTOP');
  onTestFinished(() => {
    process.kill(first, 'SIGCONT');
  });
  await expect.poll(() => events).toEqual(['the connection does not answer', 'back']);
  expect(pids).toHaveLength(2);
});
