import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { formatAction } from '#platform/admin/audit/audit-kinds.ts';
import { listAudit } from '#platform/admin/audit/list-audit.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Feature } from '#platform/features/feature.ts';
import { definePermission } from '#platform/features/permissions.ts';
import type { Shop } from '#platform/features/shop.ts';
import { number } from '#platform/forms/kinds.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { type Actor, findStaffActorById } from '#platform/sessions/actor.ts';
import { defineTexts } from '#platform/texts/texts.ts';
import { useDatabase } from '#tests/support/database.ts';
import { createCustomer, testClock } from '#tests/support/sales.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { type BulkAction, defineBulkAction } from './bulk-action.ts';
import { isUndoable, stopRun, undoRun } from './end-run.ts';
import type { RunInput } from './run-input.ts';
import { continueRunJob, purgeRunsJob } from './run-jobs.ts';
import { findRun, listRunRows, type Run } from './run-rows.ts';
import { type RunSubjects, startRun } from './start-run.ts';
import { workOnRun } from './work-on-run.ts';

const { database, db, pool } = useDatabase();
const texts = defineTexts('kilns', { fire: 'Fire', clean: 'Clean' });

/** Called with each row that an action begins. */
let onRow: (id: number, tx: Tx) => unknown = () => {};

/** Kilns whose id ends with 7 are broken, those with 8 take no heat, and those with 9 break a deferred constraint. */
const fire = defineBulkAction({
  name: 'kilns.fire',
  text: texts.fire,
  subject: 'kiln',
  requires: 'kilns.write',
  fields: () => ({ degrees: number({ label: 'Degrees', required: true, max: 1400 }) }),
  run: async (_shop, tx, id, { degrees }) => {
    await onRow(id, tx);
    const { rows } = await tx.execute<{ degrees: number }>(sql`select degrees from kilns where id = ${id} for update`);
    const before = rows[0]?.degrees ?? 0;
    if (before === degrees)
      return { ok: false, code: 'KILN_HOT', message: 'It is hot already.', label: `K${id}`, isSkipped: true };
    await tx.execute(sql`update kilns set degrees = ${degrees}, fired = fired + 1 where id = ${id}`);
    if (id % 10 === 7) throw new Error('broken on purpose');
    if (id % 10 === 8) return { ok: false, code: 'KILN_COLD', message: 'It takes no heat.' };
    if (id % 10 === 9) await tx.execute(sql`update kilns set partner = -1 where id = ${id}`);
    return { ok: true, change: { label: `K${id}`, before: { degrees: before }, after: { degrees } } };
  },
  undo: async (_shop, tx, id, { before, after }) => {
    const { rowCount } = await tx.execute(
      sql`update kilns set degrees = ${before?.degrees} where id = ${id} and degrees = ${after?.degrees}`,
    );
    if (rowCount === 0) return { ok: false, code: 'KILN_CHANGED', message: 'Someone changed it in the meantime.' };
    return { ok: true, change: { label: `K${id}`, before: after, after: before } };
  },
});

const clean = defineBulkAction({
  ...{ name: 'kilns.clean', text: texts.clean, subject: 'kiln', requires: 'kilns.write' },
  run: async (_shop, _tx, id) => ({ ok: true, change: { label: `K${id}`, before: null, after: null } }),
});

const kilns: Feature = {
  name: 'kilns',
  needs: [],
  permissions: [definePermission('kilns.write', 'Fire kilns')],
  texts: [texts],
  admin: { bulkActions: [fire, clean] },
};

const clock = testClock();
let shop: Shop;
let ada: Actor;

beforeAll(async () => {
  await pool.query(
    `create table kilns (id int primary key, degrees int not null default 20, fired int not null default 0,
      partner int references kilns deferrable initially deferred)`,
  );
  ({ shop } = await testShop(database, { choices: { features: [kilns] }, clock, env: { LOG_LEVEL: 'silent' } }));
  await pool.query(`insert into staff_role_permissions (role, permission) values ('clerk', 'kilns.write')`);
  const { customer } = await createCustomer(shop, 'ada@example.com');
  const { rows } = await pool.query<{ id: number }>(
    `insert into staff_members (customer_id, role) values ($1, 'clerk') returning id`,
    [customer.id],
  );
  const found = await findStaffActorById(shop, rows[0]?.id ?? 0);
  if (!found) throw new Error('Ada is no staff');
  ada = { ...found, network: '203.0.113.7' };
});

beforeEach(async () => {
  onRow = () => {};
  await pool.query(
    'truncate kilns; delete from platform.runs; insert into kilns select id from generate_series(1, 1000) id',
  );
  await pool.query('delete from graphile_worker._private_jobs');
});

const all = (to: number, from = 1): RunSubjects => ({
  query: sql`select id from kilns where id between ${from} and ${to} order by id`,
  confirmed: to - from + 1,
});

async function begin(subjects: RunSubjects, degrees = 900): Promise<Run> {
  const started = await startRun(shop, ada, { action: 'kilns.fire', input: { all: { degrees } }, subjects });
  if (!started.ok) throw new Error(started.code);
  return started.run;
}

const work = async () => expect((await runJobsNow(shop, [continueRunJob])).failed).toEqual([]);
const reload = async ({ id }: Run) => (await findRun(db, id)) as Run;
const count = async (condition: string) => {
  const { rows } = await pool.query<{ count: number }>(`select count(*)::int as count from kilns where ${condition}`);
  return rows[0]?.count;
};

describe('a run of up to 50 rows', () => {
  it('is done in the request, with a result for each row', async () => {
    const run = await begin({ ids: [1, 2, 7, 8, 9, 1] });
    expect(run).toMatchObject({
      state: 'done',
      total: 5,
      done: 2,
      failed: 3,
      skipped: 0,
      by: ada.name,
      endedAt: clock.now(),
    });
    expect(
      (await listRunRows(db, run.id, null, 0, 50)).map(({ state, label, code, message }) => [
        state,
        label,
        code,
        message,
      ]),
    ).toEqual([
      ['done', 'K1', null, null],
      ['done', 'K2', null, null],
      ['failed', null, 'RUN_ROW_FAILED', 'Something unexpected happened. This object was not changed.'],
      ['failed', null, 'KILN_COLD', 'It takes no heat.'],
      ['failed', null, 'RUN_ROW_FAILED', 'Something unexpected happened. This object was not changed.'],
    ]);
    expect(await count('fired = 1')).toBe(2);
    expect(await count('fired = 0')).toBe(998);
  });

  it('skips where there is nothing to do', async () => {
    await pool.query('update kilns set degrees = 900 where id = 2');
    const run = await begin({ ids: [1, 2] });
    expect(run).toMatchObject({ state: 'done', done: 1, skipped: 1 });
    expect(await listRunRows(db, run.id, 'skipped', 0, 50)).toMatchObject([{ label: 'K2', code: 'KILN_HOT' }]);
  });

  it('is recorded in the audit: its beginning, and each change with the run', async () => {
    const run = await begin({ ids: [1, 7] });
    const entries = (await listAudit(db, { staffId: ada.staffId ?? 0 }, 50)).filter(({ runId }) => runId === run.id);
    expect(entries.map(({ action, label, before, after, network }) => [action, label, before, after, network])).toEqual(
      [
        ['kilns.fire', 'K1', { degrees: 20 }, { degrees: 900 }, '203.0.113.7'],
        [
          ...['runs.start', String(run.id), null],
          ...[{ action: 'kilns.fire', total: 2, input: { degrees: 900 }, undoes: null }, '203.0.113.7'],
        ],
      ],
    );
  });
});

describe('a run of more rows', () => {
  it('is left to a job, which gives way and goes on until all are done', async () => {
    const run = await begin(all(120));
    expect(run).toMatchObject({ state: 'running', total: 120, done: 0 });
    await work();
    expect(await reload(run)).toMatchObject({ state: 'done', done: 84, failed: 36 });
    expect(await count('fired = 1')).toBe(84);
  });

  it('takes what matched when it began, in the order of the query', async () => {
    const query = sql`select id from kilns where id in (3, 1, 2) order by id desc`;
    const run = await begin({ query, confirmed: 3 });
    expect((await listRunRows(db, run.id, null, 0, 50)).map(({ subjectId }) => subjectId)).toEqual([3, 2, 1]);
  });

  it('takes fewer than were confirmed, and not more', async () => {
    const request = { action: 'kilns.fire', input: { all: { degrees: 900 } } };
    const subjects = (confirmed: number) => ({ ...all(60), confirmed });
    expect(await startRun(shop, ada, { ...request, subjects: subjects(59) })).toEqual({
      ...{ ok: false, code: 'RUN_COUNT_CHANGED', count: 60 },
    });
    expect(await startRun(shop, ada, { ...request, subjects: subjects(61) })).toMatchObject({ ok: true });
    expect(await startRun(shop, ada, { ...request, subjects: { ids: [] } })).toEqual({ ok: false, code: 'RUN_EMPTY' });
  });

  it('is refused without the permission, with a wrong input, and to shoppers', async () => {
    const subjects = { ids: [1] };
    const request = { action: 'kilns.fire', input: { all: { degrees: 900 } }, subjects };
    const powerless = { ...ada, permissions: new Map() };
    expect(await startRun(shop, powerless, request)).toEqual({ ok: false, code: 'RUN_NOT_ALLOWED' });
    const withInput = (input: RunInput) => startRun(shop, ada, { ...request, input });
    await expect(withInput({ all: { degrees: 'hot' } })).rejects.toThrow('expected number');
    await expect(withInput({ all: { degrees: 1500 } })).rejects.toThrow('can be at most 1,400');
    await expect(withInput({})).rejects.toThrow('degrees');
    await expect(withInput({ all: { degrees: 900 }, rows: { 1: {} } })).rejects.toThrow('row 1 was not asked');
    await expect(startRun(shop, ada, { ...request, action: 'kilns.sell' })).rejects.toThrow('No feature has');
    await expect(startRun(shop, { ...ada, kind: 'shopper' }, request)).rejects.toThrow('no runs');
    expect(await count('fired > 0')).toBe(0);
  });

  it('does no row twice and loses none when several processes work on it', async () => {
    const run = await begin(all(120));
    await Promise.all(Array.from({ length: 4 }, () => workOnRun(shop, run.id, () => false)));
    await work();
    expect(await reload(run)).toMatchObject({ state: 'done', done: 84, failed: 36 });
    expect(await count('fired = 1')).toBe(84);
  });

  it('goes on after a deadlock, which is no failure of the row', async () => {
    const run = await begin(all(60));
    let isFirst = true;
    onRow = async (id, tx) => {
      if (!isFirst || id !== 3) return;
      isFirst = false;
      await tx.execute(sql`do $$ begin raise exception 'deadlock' using errcode = '40P01'; end $$`);
    };
    await work();
    expect(await reload(run)).toMatchObject({ state: 'done', done: 42, failed: 18 });
    expect(isFirst).toBe(false);
  });

  it('is found by the job that looks for runs without a job of their own', async () => {
    const run = await begin(all(60));
    await pool.query('delete from graphile_worker._private_jobs');
    await shop.jobs.add(db, continueRunJob, {});
    await work();
    expect((await reload(run)).state).toBe('done');
  });
});

describe('a run is stopped', () => {
  it('by who began it, after the row that is being changed', async () => {
    const run = await begin(all(60));
    onRow = (id) => (id === 10 ? stopRun(shop, ada, run.id) : null);
    await work();
    expect(await reload(run)).toMatchObject({ state: 'stopped', stoppedBecause: 'asked', done: 7, failed: 3 });
    expect(await listRunRows(db, run.id, 'waiting', 0, 100)).toHaveLength(50);
    expect(await stopRun(shop, ada, run.id)).toEqual({ ok: false, code: 'RUN_ENDED' });
    await work();
    expect(await count('fired > 0')).toBe(7);
  });

  it('by nobody who may not see it', async () => {
    const run = await begin(all(60));
    const stranger = { ...ada, staffId: 999 };
    expect(await stopRun(shop, stranger, run.id)).toEqual({ ok: false, code: 'not_found' });
    const manager = { ...stranger, staffId: null, permissions: new Map([['runs.manage', null]]) };
    expect(await stopRun(shop, manager, run.id)).toEqual({ ok: true });
  });

  it('when the right to do this is taken away, and when somebody leaves', async () => {
    const run = await begin(all(60));
    await pool.query(`delete from staff_role_permissions where permission = 'kilns.write'`);
    await work();
    expect(await reload(run)).toMatchObject({ state: 'stopped', stoppedBecause: 'permission_missing', done: 0 });
    await pool.query(`insert into staff_role_permissions (role, permission) values ('clerk', 'kilns.write')`);
    const other = await begin(all(60));
    await pool.query('update staff_members set left_at = now()');
    await work();
    expect(await reload(other)).toMatchObject({ state: 'stopped', stoppedBecause: 'permission_missing' });
    await pool.query('update staff_members set left_at = null');
  });

  it('when no feature has its action any more', async () => {
    const run = await begin(all(60));
    await pool.query(`update platform.runs set action = 'kilns.sell'`);
    await work();
    expect(await reload(run)).toMatchObject({ state: 'stopped', stoppedBecause: 'action_missing' });
  });
});

describe('an undo', () => {
  it('is a run of its own, which takes back what was changed and says where it can’t', async () => {
    const run = await begin({ ids: [1, 2, 3, 7] });
    await pool.query('update kilns set degrees = 500 where id = 2');
    expect(isUndoable(shop, run)).toBe(true);
    const undone = await undoRun(shop, ada, run.id);
    expect(undone).toMatchObject({ ok: true, run: { state: 'done', undoes: run.id, total: 3, done: 2, failed: 1 } });
    expect(await count('degrees = 20')).toBe(999);
    expect((await reload(run)).undoneBy).toBe(undone.ok ? undone.run.id : null);
    const entry = (await listAudit(db, {}, 50)).find(({ action }) => action === 'kilns.fire:undo');
    expect(entry).toMatchObject({ label: 'K1', before: { degrees: 900 }, after: { degrees: 20 } });
    expect(formatAction(shop, 'kilns.fire:undo')).toBe('Undo: Fire');
  });

  it('is possible once, and not of an undo or of an action without one', async () => {
    const run = await begin({ ids: [1] });
    const both = await Promise.all([undoRun(shop, ada, run.id), undoRun(shop, ada, run.id)]);
    expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
    const undo = both.find((result) => result.ok);
    expect(undo?.ok && (await undoRun(shop, ada, undo.run.id))).toEqual({ ok: false, code: 'RUN_NOT_UNDOABLE' });
    const cleaned = await startRun(shop, ada, { action: 'kilns.clean', subjects: { ids: [1] } });
    expect(cleaned.ok && (await undoRun(shop, ada, cleaned.run.id))).toEqual({ ok: false, code: 'RUN_NOT_UNDOABLE' });
  });

  it('needs the permission of the action', async () => {
    const run = await begin({ ids: [1] });
    const powerless = { ...ada, permissions: new Map() };
    expect(await undoRun(shop, powerless, run.id)).toEqual({ ok: false, code: 'RUN_NOT_ALLOWED' });
    expect(await undoRun(shop, { ...ada, staffId: null }, run.id)).toEqual({ ok: false, code: 'not_found' });
  });

  it('says so where the record of the change was erased', async () => {
    const run = await begin({ ids: [1, 2] });
    await pool.query(`update platform.audit_entries set label = '', before = null, after = null, is_erased = true
      where run_id = ${run.id} and subject_id = '1'`);
    const undone = await undoRun(shop, ada, run.id);
    expect(undone).toMatchObject({ run: { done: 1, skipped: 1 } });
  });
});

describe('old runs', () => {
  it('are deleted with their rows, unless they go on', async () => {
    const [run, running] = [await begin({ ids: [1] }), await begin(all(60))];
    clock.forward(91 * 24 * 60 * 60 * 1000);
    await shop.jobs.add(db, purgeRunsJob, {});
    expect((await runJobsNow(shop, [purgeRunsJob])).failed).toEqual([]);
    expect([await findRun(db, run.id), (await findRun(db, running.id))?.state]).toEqual([null, 'running']);
    expect(await listRunRows(db, run.id, null, 0, 50)).toEqual([]);
  });
});

describe('the shop does not start with', () => {
  const start = (bulkActions: readonly BulkAction[]) =>
    testShop(database, { choices: { features: [{ ...kilns, admin: { bulkActions } }] }, env: { LOG_LEVEL: 'silent' } });

  it.each<[what: string, actions: readonly BulkAction[], message: string]>([
    ['two bulk actions of one name', [fire, { ...fire }], "bulk action 'kilns.fire' has two owners"],
    [
      'a bulk action that requires an unknown permission',
      [{ ...fire, requires: 'kilns.wirte' }],
      "the bulk action 'kilns.fire' requires 'kilns.wirte', but no listed feature declares this permission",
    ],
  ])('%s', async (_what, actions, message) => {
    await expect(start(actions)).rejects.toThrow(message);
  });

  it('a bulk action with a wrong name', () => {
    const { name: _, text, subject, requires, run } = clean;
    const wrong = { name: 'Clean', text, subject, requires, run };
    expect(() => defineBulkAction(wrong)).toThrow("bulk action 'Clean' is not valid");
  });
});
