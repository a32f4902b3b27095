import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { openBackOffice } from '#platform/admin/admin.ts';
import { adminPath } from '#platform/admin/contract.ts';
import type { Feature } from '#platform/features/feature.ts';
import { definePermission } from '#platform/features/permissions.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { getActor } from '#platform/sessions/actor.ts';
import { defineTexts } from '#platform/texts/texts.ts';
import { setSessionCookie } from '#tests/support/browser/office.ts';
import { useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { defineBulkAction } from './bulk-action.ts';
import { continueRunJob } from './run-jobs.ts';
import { startRun } from './start-run.ts';

const { database } = useDatabase();
const texts = defineTexts('kilns', { kiln: 'Kiln', fire: 'Fire kilns' });
/** Rows wait for it. */
let gate = Promise.resolve();

const fire = defineBulkAction({
  ...{ name: 'kilns.fire', text: texts.fire, subject: 'kiln', requires: 'kilns.write' },
  run: async (_shop, _tx, id) => {
    if (id > 60) await gate;
    if (id % 10 === 8) return { ok: false, code: 'KILN_COLD', message: 'It takes no heat.', label: `Kiln ${id}` };
    const values = { degrees: 20, isHot: false, notes: 'Left door squeaks' };
    const after = { degrees: 900, isHot: true, notes: 'Left door squeaks, fire it slowly to 900 degrees' };
    return { ok: true, change: { label: `Kiln ${id}`, before: values, after } };
  },
  undo: async (_shop, _tx, id, { before, after }) => ({
    ok: true,
    change: { label: `Kiln ${id}`, before: after, after: before },
  }),
});

const kilns: Feature = {
  name: 'kilns',
  needs: [],
  permissions: [definePermission('kilns.write', 'Fire kilns')],
  texts: [texts],
  admin: {
    bulkActions: [fire],
    auditKinds: [{ kind: 'kiln', text: texts.kiln }],
    routes: (http, shop) => {
      http.post(adminPath('kilns'), { config: { requires: 'kilns.write' } }, async (request) => {
        const { count } = request.body as { readonly count: number };
        const subjects = { query: sql`select id from generate_series(1, ${count}::int) id`, confirmed: count };
        return startRun(shop, await getActor(shop, request), { action: 'kilns.fire', subjects });
      });
    },
  },
};

const open = useOpenShop(database, {
  choices: { ...withTestSession, features: [...withTestSession.features, kilns] },
});
const staff = createStaffCookie('Dora Kilkenny', openBackOffice.name, 'kilns.write', 'audit.read');
let run: string;

beforeAll(async () => {
  const headers = { cookie: staff };
  const begin = async (count: number) => {
    const reply = await open.app.http.inject({ method: 'POST', url: '/admin/kilns', headers, payload: { count } });
    return `/admin/runs/${reply.json().run.id}`;
  };
  run = await begin(80);
});

async function openPage(options: { readonly hasScript?: boolean } = {}) {
  const { page, watch } = await open.shopper(options);
  await setSessionCookie(page, staff);
  return { page, watch };
}

describe('the page of a run in a browser', () => {
  it('shows the progress by itself until it ends, and keeps the focus', async () => {
    const { page, watch } = await openPage();
    let openGate = () => {};
    gate = new Promise((resolve) => {
      openGate = resolve;
    });
    await page.goto(run);
    await page.getByRole('link', { name: 'Failed' }).focus();
    const working = runJobsNow(open.app.shop, [continueRunJob]);
    const progress = page.getByRole('progressbar');
    await expect.poll(() => progress.getAttribute('value')).toBe('60');
    openGate();
    await working;
    await expect.poll(() => progress.getAttribute('value')).toBe('80');
    expect(await page.getByRole('button', { name: 'Undo' }).isVisible()).toBe(true);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Failed');
    expect(watch.problems()).toEqual([]);
  });

  it('is loaded again by the browser when there is no script', async () => {
    const { page } = await openPage({ hasScript: false });
    await open.app.shop.db.execute(sql`update platform.runs set state = 'running', done = done - 1, ended_at = null
      where id = ${Number(run.split('/').at(-1))}`);
    await page.goto(run);
    await open.app.shop.db.execute(sql`update platform.runs set done = done + 1
      where id = ${Number(run.split('/').at(-1))}`);
    await page.waitForRequest((request) => request.isNavigationRequest());
    await expect.poll(() => page.getByRole('progressbar').getAttribute('value')).toBe('80');
  });
});

describe('runs and audit in a browser', () => {
  it('are reached and filtered by keyboard', async () => {
    const { page } = await openPage();
    await page.goto('/admin/audit');
    await page.locator('summary', { hasText: 'Action' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Action' }).focus();
    await page.keyboard.type('start');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin/audit?*action=start*');
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
  });
});
