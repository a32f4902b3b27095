import type { Page } from '@playwright/test';
import { expect } from 'vitest';
import { checkAxe } from './open-shop.ts';

/** Gives a page the cookie of a test session, such as that of `createStaffCookie`. */
export async function setSessionCookie(page: Page, cookie: string): Promise<void> {
  const [name = '', value = ''] = cookie.split('=');
  await page.goto('/healthz');
  await page.context().addCookies([{ name, value, url: page.url() }]);
}

/** Checks that a page is accessible, light and dark, and fits phones, tablets and desktops. */
export async function checkScreens(page: Page, widths: readonly number[] = [768, 1280, 390]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, `${page.url()}: pixels wider than ${width}`).toBeLessThanOrEqual(0);
  }
  await checkAxe(page);
}
