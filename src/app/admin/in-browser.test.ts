import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { adminPath } from '#platform/admin/contract.ts';
import type { Feature } from '#platform/features/feature.ts';
import { definePermission } from '#platform/features/permissions.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import { defineTexts } from '#platform/texts/texts.ts';
import { setSessionCookie } from '#tests/support/browser/office.ts';
import { useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';

const { database } = useDatabase();

const texts = defineTexts('kilns', {
  title: 'Kilns',
  glazes: 'Glazes and slips',
  firings: 'Firings',
  clay: 'Clay',
});
const config = { requires: 'kilns.read' };
const names = ['title', 'glazes', 'firings', 'clay'] as const;

/** Four pages of the back office. */
const kilns: Feature = {
  name: 'kilns',
  needs: [],
  permissions: [definePermission('kilns.read', 'See kilns')],
  texts: [texts],
  admin: {
    navigation: names.map((name) => ({
      section: 'orders',
      text: texts[name],
      path: adminPath(name),
      permission: 'kilns.read',
      count: async () => 3,
    })),
    routes: (app, shop) => {
      for (const name of names)
        app.get(adminPath(name), { config }, (request, reply) =>
          renderPrivatePage(shop, request, reply, {
            layout: 'admin',
            title: shop.t(texts[name]),
            body: createElement('h1', { className: 'wrap' }, shop.t(texts[name])),
          }),
        );
    },
  },
};

const open = useOpenShop(database, {
  choices: { ...withTestSession, features: [...withTestSession.features, kilns] },
});

const staff = createStaffCookie('Dora Kilkenny-O’Sullivan', 'admin.open', 'kilns.read');
describe('the back office in a browser', () => {
  it('shows numbers beside the entries, and their sum beside the section, without moving anything', async () => {
    const { page, watch } = await open.shopper();
    await setSessionCookie(page, staff);
    await page.goto(adminPath());
    const orders = page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: /Orders/ });
    await orders.getByText('12', { exact: true }).waitFor();
    await page.goto(adminPath('title'));
    const entry = page.locator('.side__entry', { hasText: 'Kilns' });
    await entry.getByText('3', { exact: true }).waitFor();
    expect(await entry.getAttribute('aria-current')).toBe('page');
    expect(watch.problems()).toEqual([]);
  });
});
