import { expect, it, vi } from 'vitest';
import { checkAxe } from '#e2e/support/axe.ts';
import { getTestBrowser } from '../test-browser.ts';

const fine = '<h1>Bowls</h1><p>Thrown by hand.</p>';
const broken = '<h1>Bowls</h1><img src="data:,">';

it('checks pages without script as they are now, in one context', async () => {
  const browser = await getTestBrowser();
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const open = vi.spyOn(browser, 'newContext');
  let main = fine;
  await page.route('https://shop.example/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><title>Shop</title><main>${main}</main></html>`,
    }),
  );
  const check = async (html: string) => {
    main = html;
    await page.goto('https://shop.example/');
    // The copy would stay the same document if it still had this address.
    await page.goto('https://shop.example/#bowls');
    await checkAxe(page);
  };
  await check(fine);
  await expect(check(broken)).rejects.toThrow('image-alt');
  await expect(check('')).rejects.toThrow('page-has-heading-one');
  await check(fine);
  // Another file of the worker may have opened it before.
  expect(open.mock.calls.length).toBeLessThanOrEqual(1);
  open.mockRestore();
  await context.close();
});
