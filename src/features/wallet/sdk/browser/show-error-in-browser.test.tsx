import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { checkAxe } from '#tests/support/browser/open-shop.ts';
import { useWalletPages } from '#tests/support/browser/wallet-pages.tsx';
import { useDatabase } from '#tests/support/database.ts';
import { dropKeptPages } from '#tests/support/kept-pages.ts';
import { Notice, NoticeContainer } from '#ui/notice.tsx';

const { database } = useDatabase();
const pages = useWalletPages(database);

async function visit(body: React.ReactNode) {
  dropKeptPages();
  pages.body = (
    <>
      <h1>Trial</h1>
      {body}
      <div style={{ height: 2000 }} />
      <button type="button" id="button">
        Pay
      </button>
    </>
  );
  const { page } = await pages.open.sharedShopper();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/trial-wallet');
  await page.waitForFunction(() => 'wallet' in window);
  return page;
}

const showError = (page: Page, given: unknown, options: object = {}) =>
  page.evaluate(
    ([error, more]) =>
      window.wallet.showError(error, { errorMessages: { declined: 'Another card, please.' }, ...more }),
    [given, options] as const,
  );
const container = (
  <NoticeContainer>
    <p>Address</p>
  </NoticeContainer>
);

describe('an error of the wallet in the page', () => {
  it('[8.3/9] [8.3/10] [8.3/12] [9.11/2] replaces the notices of before, at the top of the container of the checkout', async () => {
    const page = await visit(
      <>
        <Notice kind="success">Coupon applied</Notice>
        <Notice kind="error">Old error</Notice>
        <Notice kind="warning">Last chance</Notice>
        {container}
        <NoticeContainer page="cart">
          <p>Cart</p>
        </NoticeContainer>
      </>,
    );
    expect(await showError(page, { code: 'declined', message: 'DECLINED' })).toBe(true);
    const group = page.locator('[data-notices=checkout] > :first-child');
    expect(await group.textContent()).toBe('Another card, please.');
    expect(await page.getByText('Coupon applied').count()).toBe(0);
    expect(await page.getByText('Old error').count()).toBe(0);
    expect(await page.getByText('Last chance').count()).toBe(1);
    await showError(page, ['No street', 'No city <b>']);
    expect(await group.locator('li').allTextContents()).toEqual(['No street', 'No city <b>']);
    expect(await page.locator('.notice-group').count()).toBe(1);
    await showError(page, { noticesHtml: '<div class="notice" role="alert"><em>From the shop</em></div>' });
    expect(await group.locator('em').textContent()).toBe('From the shop');
    await showError(page, 'In the cart', { page: 'cart' });
    expect(await page.locator('[data-notices=cart] > :first-child').textContent()).toBe('In the cart');
    await checkAxe(page);
  });

  it('[8.3/8] is not shown when the shopper has closed the window: what was said before stays (pitfall 16)', async () => {
    const page = await visit(
      <>
        {container}
        <Notice kind="success">Coupon applied</Notice>
      </>,
    );
    for (const text of [
      'Detected popup close',
      'Window is closed, can not determine type',
      'zoid: detected popup close',
    ])
      expect(await showError(page, { message: text })).toBe(false);
    expect(await page.locator('.notice-group').count()).toBe(0);
    expect(await page.getByText('Coupon applied').count()).toBe(1);
  });

  it('runs no script of given HTML, and none of a message', async () => {
    const page = await visit(container);
    const attack = '<img src="/nothing.png" onerror="window.hacked = true"><script>window.hacked = true</script>';
    await showError(page, attack);
    expect(await page.locator('.notice-group img').count()).toBe(0);
    await showError(page, { noticesHtml: attack });
    await page.locator('.notice-group img').waitFor({ state: 'attached' });
    await page.evaluate(() => new Promise((done) => setTimeout(done, 100)));
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  });

  it('has a container above the buttons on pages without one', async () => {
    const page = await visit(<div id="buttons" />);
    await page.evaluate(() =>
      window.wallet.showError('No', { errorMessages: {}, page: 'cart', before: document.getElementById('buttons') }),
    );
    expect(await page.locator('[data-notices=cart] + #buttons').count()).toBe(1);
  });

  it.each(['no-preference', 'reduce'] as const)(
    '[8.3/11] [9.2/5] [9.11/3] is scrolled to within a second, with 100 px above it, and read: motion %s',
    async (reducedMotion) => {
      const page = await visit(<div style={{ paddingTop: 700 }}>{container}</div>);
      await page.emulateMedia({ reducedMotion });
      await page.locator('#button').focus();
      await page.evaluate(() => scrollTo(0, 1500));
      const [tops, took] = await page.evaluate(async () => {
        const startedAt = performance.now();
        window.wallet.showError('No', { errorMessages: {} });
        const top = () => Math.round(document.querySelector('[data-notices]')?.getBoundingClientRect().top ?? 0);
        const seen = [];
        let took = 0;
        for (; top() !== 100; took = performance.now() - startedAt) {
          seen.push(top());
          await new Promise((next) => requestAnimationFrame(next));
        }
        return [new Set(seen).size, took] as const;
      });
      // Where it is at first and at the end, and nowhere between.
      if (reducedMotion === 'reduce') expect(tops).toBeLessThanOrEqual(1);
      else expect(took).toBeGreaterThan(500);
      // The last frame may be late.
      expect(took).toBeLessThan(5_000);
      await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('alert');
    },
  );
});
