import type { Cookie } from '@playwright/test';
import { createKeyboard, mouse } from './support/hands.ts';
import { type LiveShop, openLiveShop } from './support/live-shop.ts';
import { openOffice } from './support/office.ts';
import { test as base } from './support/test.ts';
import { spendDay } from './week/day.ts';
import { endMonth } from './week/month.ts';
import { openFreshShop } from './week/opening.ts';

const test = base.extend<object, { readonly live: LiveShop }>({
  live: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires the pattern
    async ({}, use) => {
      const live = await openLiveShop();
      await use(live);
      await live.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: ({ live }, use) => use(live.url),
});

test.describe.configure({ mode: 'serial', timeout: 120_000 });

test.describe('the week of an owner, in a live shop that was empty, by the browser alone', () => {
  // A refusal is a page with a status of its own, and the browser ends the navigation to a file that it saves.
  test.use({ allow: ['response 422', '.csv'], actionTimeout: 15_000 });

  let cookies: Cookie[] = [];

  test.afterEach(async ({ context }) => {
    cookies = await context.cookies();
  });

  test('settings, a first product, a first sale', async ({ page, browser, live, isMobile }) => {
    const hands = isMobile ? mouse : createKeyboard(page);
    await openFreshShop(openOffice(page, hands, isMobile), { live, browser });
  });

  test('a day', async ({ page, context, browser, live, isMobile }) => {
    await context.addCookies(cookies);
    await page.goto('/admin');
    await spendDay(openOffice(page, mouse, isMobile), { live, browser });
  });

  test('the end of a month', async ({ page, context, live, isMobile }) => {
    await context.addCookies(cookies);
    await page.goto('/admin');
    await endMonth(openOffice(page, mouse, isMobile), { live });
  });
});
