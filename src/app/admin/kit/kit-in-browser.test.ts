import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { adminPath } from '#platform/admin/contract.ts';
import { setSessionCookie } from '#tests/support/browser/office.ts';
import { checkAxe, useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';

const eventually = <Value>(read: () => Value) => expect.poll(read);

const { database } = useDatabase();
const open = useOpenShop(database, { choices: withTestSession });

async function openKit(options: { readonly hasScript?: boolean; readonly hasTouch?: boolean } = {}) {
  const shopper = await open.sharedShopper(options);
  await setSessionCookie(shopper.page, createStaffCookie('Cleo Marsh', 'admin.open', 'attribution.read'));
  await shopper.page.setViewportSize({ width: 1280, height: 800 });
  await shopper.page.goto(adminPath('kit'));
  return shopper;
}

const setWidth = (page: Page, width: number) => page.setViewportSize({ width, height: 800 });

describe('the parts of the back office', () => {
  it('fit the narrowest screen, and the widest one of a phone', async () => {
    const { page } = await openKit();
    for (const width of [320, 599]) {
      await setWidth(page, width);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, `pixels wider than ${width}`).toBeLessThanOrEqual(0);
    }
  });

  it('do not move while the page loads, and no script holds up the first paint', async () => {
    const { page } = await openKit();
    const { shift, blocking } = await page.evaluate(async () => {
      const entries = await new Promise<PerformanceEntryList>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve([]), 300);
      });
      const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'));
      return {
        shift: entries.reduce((sum, entry) => sum + (entry as unknown as { readonly value: number }).value, 0),
        blocking: scripts.filter(
          (entry) => 'renderBlockingStatus' in entry && entry.renderBlockingStatus === 'blocking',
        ).length,
      };
    });
    expect(shift).toBeLessThan(0.01);
    expect(blocking).toBe(0);
  });

  it('are large enough for a finger', async () => {
    const { page } = await openKit({ hasTouch: true });
    for (const width of [390, 768]) {
      await setWidth(page, width);
      const small = await page.evaluate(() =>
        [
          ...document.querySelectorAll<HTMLElement>(
            '.frame__header :is(a, summary), .quick > *, .side a, .head a, button, summary, .mark, .cursor a, .views a, .chosen',
          ),
        ]
          .filter((element) => element.checkVisibility({ visibilityProperty: true }))
          .map((element) => ({ name: element.textContent, height: element.getBoundingClientRect().height }))
          .filter(({ height }) => height > 1 && height < 43.5),
      );
      expect(small, `${width} px`).toEqual([]);
    }
  });

  it('are cards on a phone: title, sum and states first, nothing cut off', async () => {
    const { page } = await openKit();
    await setWidth(page, 390);
    const row = page.locator('[data-row="1047"]');
    const box = async (name: string) =>
      (await row.getByText(name, { exact: true }).boundingBox()) ?? { x: 0, y: 0, width: 0 };
    const [title, total, badge, customer] = [
      await box('#1047'),
      await box('£32.00'),
      await box('Awaiting transfer'),
      await box('Bartholomew Featherstonehaugh-Cholmondeley'),
    ];
    expect(Math.abs(title.y - total.y)).toBeLessThan(6);
    expect(badge.y).toBeGreaterThan(title.y);
    expect(customer.y).toBeGreaterThan(badge.y);
    expect(customer.x + customer.width).toBeLessThanOrEqual(390);
  });

  it('allow styles with the nonce only', async () => {
    const { page, watch } = await openKit();
    const colours = await page.evaluate(() => {
      const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
      const add = (name: string, allowed: boolean) => {
        const style = document.createElement('style');
        if (allowed) style.nonce = nonce;
        style.textContent = `h1 { --${name}: yes }`;
        document.head.append(style);
        return getComputedStyle(document.querySelector('h1') as Element).getPropertyValue(`--${name}`);
      };
      return [add('with', true), add('without', false)];
    });
    expect(colours).toEqual(['yes', '']);
    watch.reset();
  });
});

describe('the palette', () => {
  it('opens by the keyboard, finds with each key, and goes there', async () => {
    const { page, watch } = await openKit();
    const input = page.getByRole('combobox', { name: 'Search the back office' });
    await eventually(async () => {
      await page.keyboard.press('Control+k');
      return input.isVisible();
    }).toBe(true);
    await checkAxe(page);
    await input.fill('sour');
    const hit = page.getByRole('option', { name: /Sources of orders/ });
    await hit.waitFor();
    await eventually(() => input.getAttribute('aria-activedescendant')).toBe(await hit.getAttribute('id'));
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin/order-sources');
    await page.locator('[data-palette-open]').first().click();
    await page
      .getByRole('group', { name: 'Recent' })
      .getByRole('option', { name: 'Parts of the back office' })
      .waitFor();
    await input.fill('nothing like it');
    await page.getByText('Nothing found for “nothing like it”').waitFor();
    await page.keyboard.press('Escape');
    expect(await input.isVisible()).toBe(false);
    expect(watch.problems()).toEqual([]);
  });

  it('goes to what was found for the typed text, when Enter comes before the answer', async () => {
    const { page } = await openKit();
    const input = page.getByRole('combobox', { name: 'Search the back office' });
    await page.locator('[data-palette-open]').first().click();
    await page.locator('[role=option]').first().waitFor();
    await input.fill('sources of');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin/order-sources');
  });

  it('is a page without script', async () => {
    const { page } = await openKit({ hasScript: false });
    await page.getByRole('link', { name: 'Search or go to' }).click();
    await page.getByRole('searchbox', { name: 'Search the back office' }).first().fill('sources');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByRole('link', { name: /Sources of orders Marketing/ }).waitFor();
  });
});

describe('menus', () => {
  it('open without script: filters, the person, and all sections on a phone', async () => {
    const { page } = await openKit({ hasScript: false });
    await page.locator('summary', { hasText: 'Payment' }).click();
    expect(await page.getByLabel('Awaiting payment').isVisible()).toBe(true);
    await page.locator('summary', { hasText: 'Payment' }).click();
    await page.locator('summary', { hasText: 'Cleo Marsh' }).click();
    expect(await page.getByRole('button', { name: 'Sign out' }).isVisible()).toBe(true);
    await page.locator('summary', { hasText: 'Cleo Marsh' }).click();
    await setWidth(page, 390);
    await page.getByRole('button', { name: 'More' }).click();
    await page
      .getByRole('navigation', { name: 'Back office' })
      .getByRole('link', { name: 'Sources of orders' })
      .click();
    await page.waitForURL('**/admin/order-sources');
  });

  it('close by Escape, which returns the focus, and by a press elsewhere', async () => {
    const { page } = await openKit();
    const summary = page.locator('summary', { hasText: 'Payment' });
    const box = page.getByLabel('Awaiting payment');
    await summary.click();
    await eventually(async () => {
      await box.focus();
      await page.keyboard.press('Escape');
      return box.isVisible();
    }).toBe(false);
    expect(await summary.evaluate((element) => element === document.activeElement)).toBe(true);
    await summary.click();
    await page.getByRole('heading', { level: 1 }).click();
    expect(await box.isVisible()).toBe(false);
  });

  it('show the bar of marked rows by style alone', async () => {
    const { page } = await openKit({ hasScript: false });
    const bar = page.getByRole('region', { name: 'Marked orders' });
    expect(await bar.isVisible()).toBe(true);
    await page.getByLabel('Mark order 1048').uncheck();
    await page.getByLabel('Mark order 1046').uncheck();
    await eventually(() => bar.isVisible()).toBe(false);
  });
});
