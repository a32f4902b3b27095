import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { adminPath } from '#platform/admin/contract.ts';
import { defineAdminList } from '#platform/admin/lists/list.ts';
import { defineBulkAction } from '#platform/admin/runs/bulk-action.ts';
import type { Feature } from '#platform/features/feature.ts';
import { definePermission } from '#platform/features/permissions.ts';
import { choice, line } from '#platform/forms/kinds.ts';
import { defineTexts } from '#platform/texts/texts.ts';
import { checkAxe, useOpenShop, waitForHydration } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';

const { database, pool } = useDatabase();

const texts = defineTexts('parcels', {
  title: 'Parcels',
  count: '{count, plural, one {# parcel} other {# parcels}}',
  empty: 'Parcels go to shoppers.',
  name: 'Name',
  ship: 'Ship',
});

const ship = defineBulkAction({
  ...{ name: 'parcels.ship', text: texts.ship, subject: 'parcel', requires: 'parcels.read' },
  fields: () => ({
    carrier: choice({ label: 'Carrier', options: [{ value: 'post', label: 'Post' }], required: true, width: 'half' }),
  }),
  initial: () => ({ carrier: 'post' as const }),
  perRow: () => ({
    tracking: line({ label: 'Tracking number', max: 20, required: true, requiredInBrowser: false, width: 'half' }),
    note: line({ label: 'Note', max: 20, note: '(optional)', width: 'half' }),
  }),
  check: async (_shop, _db, ids) =>
    ids.filter((id) => id === 3).map((id) => ({ id, code: 'SHIPPED', message: 'It is on its way already.' })),
  run: async (_shop, _tx, id, { tracking }) => ({
    ok: true,
    change: { label: `Parcel ${id}`, before: null, after: { tracking } },
  }),
});

const parcelList = defineAdminList<{ readonly id: number; readonly name: string }>({
  ...{ name: 'parcels.parcels', path: adminPath('parcels'), requires: 'parcels.read', texts },
  source: {
    ...{ from: sql`test_parcels p`, id: sql`p.id`, select: sql`p.id, p.name` },
    sorts: { id: { title: texts.name, by: sql`p.id`, type: 'bigint', direction: 'asc' } },
  },
  columns: { name: { title: texts.name, cell: ({ name }) => name, onPhone: 'title' } },
  filters: {},
  actions: [ship],
});

const parcels: Feature = {
  ...{ name: 'parcels', needs: [], texts: [texts] },
  permissions: [definePermission('parcels.read', 'See parcels')],
  admin: { lists: [parcelList], auditKinds: [{ kind: 'parcel', text: texts.name }] },
};

const open = useOpenShop(database, {
  choices: { ...withTestSession, features: [...withTestSession.features, parcels] },
});

beforeAll(async () => {
  await pool.query(`create table test_parcels (id int primary key, name text not null);
    insert into test_parcels select n, 'Parcel ' || n from generate_series(1, 60) n`);
});

async function openPage(path: string, hasScript = true) {
  const { page, context, watch } = await open.shopper({ hasScript });
  const [name = '', value = ''] = createStaffCookie('Ada', 'admin.open', 'parcels.read').split('=');
  await page.goto('/healthz');
  await context.addCookies([{ name, value, url: page.url() }]);
  await page.goto(path);
  return { page, watch };
}

const behaviour = (name: string) => `vt-behaviour[name="platform/admin/${name}"]`;

describe('the page that asks for what an action needs', () => {
  it('is accessible and fits every screen, light and dark, with problems and without', async () => {
    const { page, watch } = await openPage('/admin/parcels/-/actions/parcels.ship?id=1&id=2&id=3');
    for (const what of ['asked', 'refused']) {
      for (const width of [390, 768, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overflow, `pixels wider than ${width}`).toBeLessThanOrEqual(0);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          await checkAxe(page);
          const path = `${process.env.SHOTS}/${what}-${width}-${colorScheme}.png`;
          if (process.env.SHOTS) await page.screenshot({ path, fullPage: true });
        }
      }
      await page.getByLabel('Tracking number').first().fill('T1');
      await page.keyboard.press('Enter');
      await page.locator('#problems').waitFor();
    }
    expect(watch.problems().filter((problem) => !problem.includes('422'))).toEqual([]);
  });

  it('keeps the marks of the list until a run takes them', async () => {
    const { page } = await openPage('/admin/parcels');
    await waitForHydration(page, behaviour('lists/list'));
    await page.locator('tbody [data-mark]').nth(0).check();
    await page.locator('tbody [data-mark]').nth(1).check();
    const readText = () => page.locator('[data-selection-text]').textContent();
    await page.getByRole('button', { name: 'Ship' }).click();
    await waitForHydration(page, behaviour('lists/confirm'));
    await page.getByRole('button', { name: 'Ship' }).click();
    await page.locator('#problems').waitFor();
    await page.getByRole('link', { name: 'Parcels', exact: true }).last().click();
    await waitForHydration(page, behaviour('lists/list'));
    expect(await readText()).toContain('2 selected');
    await page.getByRole('button', { name: 'Ship' }).click();
    await waitForHydration(page, behaviour('lists/confirm'));
    for (const field of await page.getByLabel('Tracking number').all()) await field.fill('T1');
    await page.getByRole('button', { name: 'Ship' }).click();
    await page.waitForURL(/\/admin\/runs\/\d+$/);
    await waitForHydration(page, behaviour('runs/run-progress'));
    await page.goto('/admin/parcels');
    await waitForHydration(page, behaviour('lists/list'));
    expect(await page.locator('[data-mark]:checked').count()).toBe(0);
  });

  it('takes all rows that were marked at once before the script ran', async () => {
    const { page } = await openPage('/admin/parcels');
    await page.addInitScript(() =>
      document.addEventListener('DOMContentLoaded', () => {
        for (const box of document.querySelectorAll<HTMLInputElement>('[data-mark-all]')) box.checked = true;
      }),
    );
    await page.reload();
    await waitForHydration(page, behaviour('lists/list'));
    const rows = await page.locator('tbody [data-mark]').count();
    expect(rows).toBeGreaterThan(10);
    expect(await page.locator('[data-selection-text]').textContent()).toContain(`${rows} selected`);
  });

  it('is not offered for all that match', async () => {
    const { page } = await openPage('/admin/parcels', false);
    await page.locator('tbody [data-mark]').nth(0).check();
    expect(await page.getByRole('button', { name: 'Ship' }).isVisible()).toBe(true);
    await page.locator('.list-all input').check();
    expect(await page.getByRole('button', { name: 'Ship' }).isVisible()).toBe(false);
  });
});
