import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type { RouteOptions } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { adminPath } from '#platform/admin/contract.ts';
import { shopConfig } from '#shop.config';
import {
  inspectScreen,
  nameLayout,
  readContent,
  sendEmpty,
  useMenus,
  waitForBuilder,
  walkByTab,
} from '#tests/screens/inspect-screen.ts';
import { findScreens } from '#tests/screens/screens.ts';
import { startTestSession } from '#tests/support/account-session.ts';
import { checkAxe, useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { createCustomer, salesSettings } from '#tests/support/sales.ts';
import { newShopper } from '#tests/support/shopper.ts';

/** Where the browser finds axe: it compiles a script of the same address once, and a text for each page. */
const axePath = '/axe.min.js';
const axe = readFileSync(fileURLToPath(import.meta.resolve(`axe-core${axePath}`)), 'utf8');

const { database, pool } = useDatabase();
const routes: RouteOptions[] = [];
const open = useOpenShop(database, {
  choices: { settings: { ...shopConfig.settings, ...salesSettings } },
  onRoute: (route) => routes.push(route),
  prepare: ({ http }) =>
    http.get(axePath, (_, reply) =>
      reply.type('text/javascript').header('cache-control', 'public, max-age=31536000, immutable').send(axe),
    ),
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
  return opened;
}

/** Light on a desktop. */
async function openScreen(page: Page, path: string): Promise<void> {
  await Promise.all([page.setViewportSize({ width: 1280, height: 800 }), page.emulateMedia({ colorScheme: 'light' })]);
  await page.goto(path);
}

/**
 * Checks the open screen, and what is around it on the first page of the office only. On a phone it is dark: colours are
 * the same at each width.
 * @param layouts those of earlier screens. One that is laid out alike is neither dark nor used by keyboard again
 */
async function checkScreen(page: Page, path: string, layouts = new Set<string>()): Promise<string[]> {
  const layout = await nameLayout(page);
  const isNew = !layouts.has(layout);
  layouts.add(layout);
  const within = path === adminPath() ? {} : { within: 'main' };
  await page.addScriptTag({ url: axePath });
  const wide = [await inspectScreen(page), await findViolations(page, within), isNew ? await useByKeyboard(page) : []];
  await page.setViewportSize({ width: 768, height: 800 });
  const middle = await inspectScreen(page);
  await page.setViewportSize({ width: 390, height: 800 });
  const narrow = [await inspectScreen(page)];
  if (isNew) {
    await page.emulateMedia({ colorScheme: 'dark' });
    // The others find the same as on a desktop.
    const rules = ['color-contrast', 'target-size', 'scrollable-region-focusable'];
    narrow.push(await findViolations(page, { ...within, rules }), await useByKeyboard(page));
  }
  return [
    ...wide.flat().map((problem) => `${path} at 1280 px: ${problem}`),
    ...middle.map((problem) => `${path} at 768 px: ${problem}`),
    ...narrow.flat().map((problem) => `${path} at 390 px: ${problem}`),
  ];
}

const findViolations = (page: Page, scope: Parameters<typeof checkAxe>[1]): Promise<string[]> =>
  checkAxe(page, { isOneScheme: true, ...scope }).then(
    () => [],
    (error: Error) => [error.message],
  );

const useByKeyboard = async (page: Page) => [...(await walkByTab(page)), ...(await useMenus(page))];

describe('every screen of the back office', () => {
  it('is found with an object', () => {
    expect(screens).toEqual(expect.arrayContaining([adminPath(), adminPath('coupons/new'), adminPath('roles/owner')]));
    expect(screens.length).toBeGreaterThan(30);
  });

  // For what hangs: where other tests wait for two processors, it takes minutes.
  it('fits, is accessible, is used by keyboard, and has the same content without script', {
    timeout: 1_800_000,
  }, async () => {
    const [scripted, plain] = [await openAs(owner), await openAs(owner, false)];
    plain.watch.allow('response 422');
    // Rows of pictures have no files.
    for (const { watch } of [scripted, plain]) watch.allow(/^response 500: GET \S+\/media\/\w+-\d+\./);
    const layouts = new Set<string>();
    const problems: string[] = [];
    let sent = 0;
    // Sent forms are refused, so a screen shows the same whatever came before it.
    for (const path of screens) {
      await Promise.all([openScreen(scripted.page, path), openScreen(plain.page, path)]);
      await waitForBuilder(scripted.page);
      const [whole, content] = [await readContent(scripted.page), await readContent(plain.page)];
      const missing = whole.filter((line) => !content.includes(line));
      problems.push(...missing.map((line) => `${path} lacks without script: ${line}`));
      const refused = await sendEmpty(plain.page);
      if (refused !== null) sent++;
      problems.push(...(refused ?? []).map((problem) => `${path} ${problem}`));
      problems.push(...(await checkScreen(scripted.page, path, layouts)));
    }
    expect(sent).toBeGreaterThan(5);
    expect([...problems, ...scripted.watch.problems(), ...plain.watch.problems()]).toEqual([]);
  });

  it('that is missing or refused is so, too', async () => {
    const missing = await openAs(owner);
    missing.watch.allow('response 404');
    await openScreen(missing.page, adminPath('nothing'));
    const problems = await checkScreen(missing.page, adminPath('nothing'));
    const refused = await openAs(shopper);
    refused.watch.allow('response 403');
    await openScreen(refused.page, adminPath());
    problems.push(...(await checkScreen(refused.page, adminPath())));
    expect([...problems, ...refused.watch.problems()]).toEqual([]);
  });
});
