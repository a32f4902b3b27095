import type { Page } from '@playwright/test';
import type { RouteOptions } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { adminPath } from '#platform/admin/contract.ts';
import { shopConfig } from '#shop.config';
import { inspectScreen, readContent, sendEmpty, useMenus, walkByTab } from '#tests/screens/inspect-screen.ts';
import { findScreens } from '#tests/screens/screens.ts';
import { startTestSession } from '#tests/support/account-session.ts';
import { checkAxe, useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { createCustomer, salesSettings } from '#tests/support/sales.ts';
import { newShopper } from '#tests/support/shopper.ts';

const { database, pool } = useDatabase();
const routes: RouteOptions[] = [];
const open = useOpenShop(database, {
  choices: { settings: { ...shopConfig.settings, ...salesSettings } },
  onRoute: (route) => routes.push(route),
});

let owner: string;
let shopper: string;
let screens: readonly string[];

beforeAll(async () => {
  const { customer } = await createCustomer(open.app.shop, 'ada@example.com');
  const colleague = await createCustomer(open.app.shop, 'bea-with-a-long-address@a-long-domain.example');
  await pool.query(`insert into staff_members (customer_id, role) values ($1, 'owner'), ($2, 'clerk')`, [
    customer.id,
    colleague.customer.id,
  ]);
  owner = await signIn(customer);
  shopper = await signIn((await createCustomer(open.app.shop)).customer);
  screens = await findScreens(open.app, pool, routes, { id: customer.id, cookie: `session=${owner}` });
});

async function signIn(customer: { readonly id: number }): Promise<string> {
  const device = newShopper(open.app);
  await startTestSession(open.app, device, customer, { hasSecondFactor: true });
  return device.cookies.get('session') ?? '';
}

async function openAs(session: string, hasScript = true) {
  const opened = await open.sharedShopper({ hasScript });
  await opened.page.goto('/healthz');
  await opened.context.addCookies([{ name: 'session', value: session, url: opened.page.url() }]);
  await opened.page.setViewportSize({ width: 1280, height: 800 });
  return opened;
}

const findViolations = (page: Page, within: { readonly within?: string }): Promise<string[]> =>
  checkAxe(page, { isOneScheme: true, ...within }).then(
    () => [],
    (error: Error) => [error.message],
  );

/**
 * Light on a desktop and dark on a phone: colours are the same at both widths. What is around the screen is checked once.
 */
async function checkScreen(page: Page, path: string): Promise<string[]> {
  await page.goto(path);
  const problems: string[] = [];
  for (const [width, colorScheme, within] of [
    [1280, 'light', {}],
    [768, null, {}],
    [390, 'dark', path === adminPath() ? {} : { within: 'main' }],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    if (colorScheme) await page.emulateMedia({ colorScheme });
    const found = await inspectScreen(page);
    if (colorScheme)
      found.push(...(await findViolations(page, within)), ...(await walkByTab(page)), ...(await useMenus(page)));
    problems.push(...found.map((problem) => `${path} at ${width} px: ${problem}`));
  }
  return problems;
}

// It takes minutes: it runs where SCREENS is set, until it is quick enough for each run.
describe.runIf(process.env.SCREENS)('every screen of the back office', () => {
  it('is found with an object', () => {
    expect(screens).toEqual(expect.arrayContaining([adminPath(), adminPath('coupons/new'), adminPath('roles/owner')]));
    expect(screens.length).toBeGreaterThan(30);
  });

  it('fits, is accessible, and is used by keyboard', { timeout: 300_000 }, async () => {
    const { page, watch } = await openAs(owner);
    const problems: string[] = [];
    for (const path of screens) problems.push(...(await checkScreen(page, path)));
    expect([...problems, ...watch.problems()]).toEqual([]);
  });

  it('that is missing or refused is so, too', async () => {
    const missing = await openAs(owner);
    missing.watch.allow('response 404');
    const problems = await checkScreen(missing.page, adminPath('nothing'));
    const refused = await openAs(shopper);
    refused.watch.allow('response 403');
    problems.push(...(await checkScreen(refused.page, adminPath())));
    expect([...problems, ...refused.watch.problems()]).toEqual([]);
  });

  it('has the same content without script, and names the problems of a form', { timeout: 300_000 }, async () => {
    const [plain, scripted] = [await openAs(owner, false), await openAs(owner)];
    plain.watch.allow('response 422');
    const problems: string[] = [];
    let sent = 0;
    for (const path of screens) {
      await Promise.all([plain.page.goto(path), scripted.page.goto(path)]);
      const [content, whole] = [await readContent(plain.page), await readContent(scripted.page)];
      const missing = whole.filter((line) => !content.includes(line));
      problems.push(...missing.map((line) => `${path} lacks without script: ${line}`));
      const refused = await sendEmpty(plain.page);
      if (refused !== null) sent++;
      problems.push(...(refused ?? []).map((problem) => `${path} ${problem}`));
    }
    expect(sent).toBeGreaterThan(5);
    expect([...problems, ...plain.watch.problems()]).toEqual([]);
  });
});
