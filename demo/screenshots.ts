import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import sharp, { type OverlayOptions } from 'sharp';
import { chromiumFlags, findChromium } from '#e2e/support/browser.ts';

const [, , baseURL = ''] = process.argv;
if (baseURL === '')
  throw new Error('Pass the URL of a running demo shop: npm run demo:screenshots -- http://localhost:3000');
const folder = join(import.meta.dirname, '../docs/images/pages');

/** Viewports in px, and the width in px of each screenshot in the picture. */
const viewports = [
  { width: 1280, height: 900, shown: 560, colorScheme: 'light' },
  { width: 1280, height: 900, shown: 560, colorScheme: 'dark' },
  { width: 390, height: 900, shown: 170, colorScheme: 'light' },
  { width: 390, height: 900, shown: 170, colorScheme: 'dark' },
] as const;
const [tall, gap] = [394, 8];

/** Page types in the order of a purchase; each step continues where the last one ended. */
const steps: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  home: (page) => page.goto('/'),
  listing: (page) => page.goto('/shop'),
  search: (page) => page.goto('/search?q=bowl'),
  product: (page) => page.goto('/product/tideline-mug'),
  cart: async (page) => {
    for (const [index, product] of ['sluice-planter', 'slipway-tray'].entries()) {
      await page.goto(`/product/${product}`);
      await page.locator('.buy__form .buy__button').click();
      await page.locator('[data-count="cart"]', { hasText: String(index + 1) }).waitFor();
    }
    await page.goto('/cart');
  },
  checkout: (page) => page.goto('/checkout'),
  order: async (page) => {
    await page.getByLabel('E-mail').fill('maeve@example.com');
    await page.getByLabel('Country').first().selectOption('IE');
    await page.getByLabel('First name').first().fill('Maeve');
    await page.getByLabel('Last name').first().fill('O’Brien');
    await page.getByLabel('Street address').first().fill('4 Quay Street');
    await page.getByLabel('Town').first().fill('Sligo');
    await page.getByRole('checkbox', { name: /terms/i }).press('Space');
    await placeOrder(page);
  },
  missing: (page) => page.goto('/product/nothing-of-the-kind'),
};

/** Later orders with one e-mail address are asked for the check for robots: it runs in the browser, and a second press sends the form. */
async function placeOrder(page: Page): Promise<void> {
  const placed = page.waitForURL('**/order/*', { timeout: 120_000 });
  const asked = page.locator('#bot_check').waitFor({ state: 'attached', timeout: 120_000 });
  const press = () => page.getByRole('button', { name: /^Place order/ }).click();
  await press();
  const isAsked = await Promise.race([placed.then(() => false), asked.then(() => true)]);
  asked.catch(() => undefined);
  if (isAsked) await press();
  await placed;
}

async function takeScreenshots(options: BrowserContextOptions, shownWidth: number): Promise<Map<string, Buffer>> {
  const { executablePath, env } = await findChromium();
  const browser = await chromium.launch({ executablePath, env: { ...process.env, ...env }, args: chromiumFlags });
  try {
    const context = await browser.newContext({ ...options, baseURL, reducedMotion: 'reduce' });
    const page = await context.newPage();
    const screenshots = new Map<string, Buffer>();
    for (const [kind, open] of Object.entries(steps)) {
      await open(page);
      await page.waitForLoadState('networkidle');
      screenshots.set(
        kind,
        await sharp(await page.screenshot())
          .resize(shownWidth, tall, { fit: 'cover', position: 'top' })
          .toBuffer(),
      );
    }
    return screenshots;
  } finally {
    await browser.close();
  }
}

const screenshotsByViewport: Map<string, Buffer>[] = [];
for (const { width, height, shown: shownWidth, colorScheme } of viewports) {
  screenshotsByViewport.push(await takeScreenshots({ viewport: { width, height }, colorScheme }, shownWidth));
}
await mkdir(folder, { recursive: true });
for (const kind of Object.keys(steps)) {
  let left = gap;
  const images: OverlayOptions[] = [];
  for (const [index, roll] of screenshotsByViewport.entries()) {
    images.push({ input: roll.get(kind) ?? Buffer.alloc(0), left, top: gap });
    left += (viewports[index]?.shown ?? 0) + gap;
  }
  const sheet = sharp({ create: { width: left, height: tall + 2 * gap, channels: 3, background: '#8f8375' } });
  await writeFile(join(folder, `${kind}.webp`), await sheet.composite(images).webp({ quality: 72 }).toBuffer());
}
