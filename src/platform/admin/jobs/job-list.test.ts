import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { openBackOffice } from '#platform/admin/admin.ts';
import { jobCommands } from '#platform/jobs/commands.ts';
import { shortenError } from '#platform/jobs/failed-jobs.ts';
import { useDatabase } from '#tests/support/database.ts';
import { openOffice } from '#tests/support/office.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { testShop } from '#tests/support/test-shop.ts';

const { database, pool } = useDatabase();
let app: App;
let office: ReturnType<typeof openOffice>;
const reader = createStaffCookie('Ada', openBackOffice.name, 'jobs.read');
const writer = createStaffCookie('Bea', openBackOffice.name, 'jobs.read', 'jobs.write');
const auditor = createStaffCookie('Cleo', openBackOffice.name, 'audit.read');

type State = 'waiting' | 'running' | 'failed' | 'retried';

async function addJob(name: string, state: State): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `select id from graphile_worker.add_job($1, '{"email":"dora@example.com"}', max_attempts := 25, run_at := now() + interval '1 day')`,
    [name],
  );
  const id = Number(rows[0]?.id);
  const [attempts, lockedBy] = [
    { waiting: 0, running: 1, failed: 25, retried: 3 }[state],
    state === 'running' ? 'w' : null,
  ];
  await pool.query(
    `update graphile_worker._private_jobs set attempts = $2::integer, locked_by = $3::text, locked_at = case when $3::text is not null then now() end,
      last_error = case when $2::integer > 1 then E'<b>No</b> way to dora@example.com\\nat line 2' end where id = $1`,
    [id, attempts, lockedBy],
  );
  return id;
}

const listIds = async (query = '') =>
  [...(await office.get(`jobs${query}`)).body.matchAll(/name="id" value="(\d+)"/g)].map(([, id]) => Number(id));

const findJob = async (id: number) =>
  (await pool.query('select attempts from graphile_worker.jobs where id = $1', [id])).rows[0];

const act = (action: string, ids: readonly number[], cookie = writer) =>
  office.post(
    `jobs/-/actions/jobs.${action}`,
    { id: ids.map(String), count: String(ids.length), _confirmed: '1' },
    cookie,
  );

beforeAll(async () => {
  app = await testShop(database, { choices: withTestSession });
  office = openOffice(app, writer);
});
beforeEach(() => pool.query('delete from graphile_worker._private_jobs'));

describe('the list of jobs', () => {
  it('shows jobs by state, and what went wrong, without personal data', async () => {
    const failed = await addJob('mail:send-mail', 'failed');
    const others = [await addJob('a:b', 'waiting'), await addJob('c:d', 'running'), await addJob('e:f', 'retried')];
    expect(await listIds()).toEqual([...others.toReversed(), failed]);
    expect(await listIds('?view=failed')).toEqual([failed]);
    expect(await listIds('?state=failed')).toEqual([failed]);
    for (const [index, state] of ['waiting', 'running', 'retried'].entries())
      expect(await listIds(`?state=${state}`)).toEqual([others[index]]);
    expect(await listIds('?name=send-m')).toEqual([failed]);
    const { body } = await app.http.inject({ url: '/admin/jobs?view=failed', headers: { cookie: writer } });
    expect(body).toContain('&lt;b&gt;No&lt;/b&gt; way to …@…');
    expect(body).toContain('25 of 25');
    expect(body).not.toMatch(/dora|line 2/);
    expect((await office.get('jobs', createStaffCookie('Eve', openBackOffice.name))).statusCode).toBe(403);
  });

  it('tries failed jobs again, and leaves out others', async () => {
    const [failed, retried] = [await addJob('a:b', 'failed'), await addJob('c:d', 'retried')];
    expect((await act('retry-jobs', [failed], reader)).statusCode).toBe(403);
    await act('retry-jobs', [failed, retried]);
    expect(await findJob(failed)).toEqual({ attempts: 0 });
    expect(await findJob(retried)).toEqual({ attempts: 3 });
  });

  it('removes failed jobs after a question, and keeps who did it', async () => {
    const [failed, running] = [await addJob('a:b', 'failed'), await addJob('c:d', 'running')];
    expect((await act('clear-jobs', [failed], reader)).statusCode).toBe(403);
    const asked = await office.get(`jobs/-/actions/jobs.clear-jobs?id=${failed}&id=${running}`);
    expect(asked.body).toContain('has not failed for good');
    await act('clear-jobs', [failed, running]);
    expect(await findJob(failed)).toBeUndefined();
    expect(await findJob(running)).toEqual({ attempts: 1 });
    expect((await office.get(`audit?object=job:${failed}`, auditor)).body).toContain('bea@staff.example');
  });

  it('is changed by commands alike', async () => {
    const [first, second, third] = [
      await addJob('a:b', 'failed'),
      await addJob('a:b', 'failed'),
      await addJob('a:b', 'waiting'),
    ];
    const run = (name: string, number: string) => runCommand(app.shop, jobCommands, name, [number]);
    expect((await run('jobs clear', String(first))).data).toEqual({ ok: true, cleared: [first] });
    expect((await run('jobs clear', String(third))).code).toBe(1);
    expect((await run('jobs retry', 'all')).data).toEqual({ ok: true, retried: [second] });
    const audited = await office.get(`audit?object=job:${first}`, auditor);
    expect(audited.body).toContain(`Job ${first}`);
    expect(await findJob(third)).toEqual({ attempts: 0 });
  });

  it('shortens errors', () => {
    expect(shortenError(`to <a.b+c@example.com>: ${'x'.repeat(500)}`)).toMatch(/^to <…@…>: x+…$/);
    expect(shortenError('x'.repeat(500)).length).toBeLessThan(250);
  });
});
