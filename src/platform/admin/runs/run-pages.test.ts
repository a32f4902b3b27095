import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { openBackOffice } from '#platform/admin/admin.ts';
import { adminPath } from '#platform/admin/contract.ts';
import type { Feature } from '#platform/features/feature.ts';
import { definePermission } from '#platform/features/permissions.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { getActor } from '#platform/sessions/actor.ts';
import { defineTexts } from '#platform/texts/texts.ts';
import { useDatabase } from '#tests/support/database.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { defineBulkAction } from './bulk-action.ts';
import { continueRunJob } from './run-jobs.ts';
import { startRun } from './start-run.ts';

const { database } = useDatabase();
const texts = defineTexts('kilns', { kiln: 'Kiln', fire: 'Fire kilns' });
const label = (id: number) => (id === 3 ? '=1+1, "K3"' : `K${id}`);

const fire = defineBulkAction({
  ...{ name: 'kilns.fire', text: texts.fire, subject: 'kiln', requires: 'kilns.write' },
  run: async (_shop, _tx, id) =>
    id % 10 === 8
      ? { ok: false, code: 'KILN_COLD', message: 'It takes <no> heat.', label: `K${id}` }
      : { ok: true, change: { label: label(id), before: { degrees: 20 }, after: { degrees: 900 } } },
  undo: async (_shop, _tx, id, { before, after }) => ({
    ok: true,
    change: { label: label(id), before: after, after: before },
  }),
});

const kilns: Feature = {
  name: 'kilns',
  needs: [],
  permissions: [definePermission('kilns.write', 'Fire kilns')],
  texts: [texts],
  admin: {
    bulkActions: [fire],
    auditKinds: [
      { kind: 'kiln', text: texts.kiln, page: { requires: 'kilns.write', path: (id) => adminPath(`kilns/${id}`) } },
    ],
    routes: (http, shop) => {
      http.post(adminPath('kilns'), { config: { requires: 'kilns.write' } }, async (request) => {
        const { count } = request.body as { readonly count: number };
        const query = sql`select id from generate_series(1, ${count}::int) id`;
        const subjects = { query, confirmed: count };
        return startRun(shop, await getActor(shop, request), { action: 'kilns.fire', subjects });
      });
    },
  },
};

let app: App;
const ada = createStaffCookie('Ada', openBackOffice.name, 'kilns.write');
const bea = createStaffCookie('Bea', openBackOffice.name, 'kilns.write');
const owner = createStaffCookie('Olga', openBackOffice.name, 'runs.manage', 'audit.read');

beforeAll(async () => {
  app = await testShop(database, { choices: { ...withTestSession, features: [...withTestSession.features, kilns] } });
});

const get = (url: string, cookie = ada) => app.http.inject({ url, headers: { cookie, accept: 'text/html' } });
const post = (url: string, cookie = ada) =>
  app.http.inject({ method: 'POST', url, headers: { cookie, accept: 'text/html' } });
const work = () => runJobsNow(app.shop, [continueRunJob]);

async function begin(count: number): Promise<string> {
  const reply = await app.http.inject({
    method: 'POST',
    url: '/admin/kilns',
    headers: { cookie: ada },
    payload: { count },
  });
  return `/admin/runs/${reply.json().run.id}`;
}

/** Follows a redirect, with the notice that it sets. */
async function follow(reply: Awaited<ReturnType<typeof post>>, cookie = ada): Promise<string> {
  expect(reply.statusCode).toBe(303);
  const notices = reply.cookies.map(({ name, value }) => `${name}=${value}`);
  return (await get(String(reply.headers.location), [cookie, ...notices].join('; '))).body;
}

describe('the page of a run', () => {
  it('shows the progress, what happened to each row, and refreshes itself while it goes on', async () => {
    const run = await begin(60);
    const running = (await get(run)).body;
    expect(running).toContain('0 of 60 · 0 done, 0 skipped, 0 failed');
    expect(running).toContain('<noscript><meta http-equiv="refresh" content="3"/></noscript>');
    expect(running).toContain('data-run="running"');
    await work();
    const done = (await get(run)).body;
    expect(done).toContain('60 of 60 · 54 done, 0 skipped, 6 failed');
    expect(done).toContain('Fire kilns');
    expect(done).toMatch(/<progress[^>]*value="60"/);
    expect(done).toContain('href="/admin/kilns/1"');
    expect(done).not.toContain('http-equiv="refresh"');
    const failed = (await get(`${run}?state=failed`)).body;
    expect(failed).toContain('It takes &lt;no&gt; heat.');
    expect(failed).not.toContain('>K1<');
    expect((await get(`${run}?after=50`)).body).toContain('>K51<');
  });

  it('has its results as a file', async () => {
    const reply = await get(`${await begin(10)}/results.csv`);
    expect(reply.headers['content-type']).toContain('text/csv');
    expect(reply.headers['content-disposition']).toMatch(/attachment; filename="run-\d+\.csv"/);
    const lines = reply.body.split('\r\n');
    expect(lines[0]).toBe('position,id,name,result,code,message,at');
    expect(lines[3]).toMatch(/^3,3,"'=1\+1, ""K3""",done,,,\d{4}-/);
    expect(lines[8]).toMatch(/^8,8,K8,failed,KILN_COLD,It takes <no> heat\.,/);
    expect(lines).toHaveLength(12);
  });

  it('stops it, and says so', async () => {
    const run = await begin(60);
    expect(await follow(await post(`${run}/stop`))).toMatch(
      /The run was stopped\..*Someone stopped this run\. Changes made before are kept\./s,
    );
    expect(await follow(await post(`${run}/stop`))).toContain('The run had already ended.');
    await work();
    expect((await get(run)).body).toContain('0 of 60');
  });

  it('undoes it by a run of its own, once', async () => {
    const run = await begin(5);
    expect((await get(run)).body).toContain(`action="${run}/undo"`);
    const undone = await follow(await post(`${run}/undo`));
    expect(undone).toContain('Undo: Fire kilns');
    expect(undone).toContain(`href="${run}"`);
    expect((await get(run)).body).not.toContain(`action="${run}/undo"`);
    expect(await follow(await post(`${run}/undo`))).toContain('This run can’t be undone');
  });

  it('is there for who began it and who manages runs, and for nobody else', async () => {
    const run = await begin(60);
    for (const path of [run, `${run}/results.csv`]) {
      expect((await get(path, bea)).statusCode).toBe(404);
      expect((await get(path, owner)).statusCode).toBe(200);
    }
    for (const path of [`${run}/stop`, `${run}/undo`]) expect((await post(path, bea)).statusCode).toBe(404);
    expect((await get('/admin/runs/999999')).statusCode).toBe(404);
    expect((await get('/admin/runs/x')).statusCode).toBe(404);
    expect(await follow(await post(`${run}/undo`, owner), owner)).toContain(
      'You are not allowed to do this. Please ask a shop owner.',
    );
    expect((await get('/admin/runs', ada)).body).toContain(`href="${run}"`);
    expect((await get('/admin/runs', owner)).body).toContain(`href="${run}"`);
    expect((await get('/admin/runs', bea)).body).toContain('No bulk changes yet. Actions in lists start runs.');
  });

  it('is listed by state, action and person', async () => {
    const run = await begin(60);
    const list = async (query: string) => (await get(`/admin/runs?${query}`, owner)).body;
    for (const query of ['state=running', 'action=kilns.fire', 'who=ada'])
      expect(await list(query), query).toContain(`href="${run}"`);
    for (const query of ['state=done&state=stopped', 'who=bea', 'when.to=2020-01-01', 'after=1%201'])
      expect(await list(query), query).not.toContain(`href="${run}"`);
    await work();
    expect(await list('state=done')).toContain(`href="${run}"`);
  });
});

describe('an entry of the audit', () => {
  it('leads to the run that it is a row of', async () => {
    const run = await begin(1);
    const { body } = await get('/admin/audit?object=kiln:1', owner);
    expect(body).toContain(`href="${run}"`);
    expect(body).toContain('Fire kilns');
  });
});
