import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import sharp, { type OverlayOptions } from 'sharp';
import { chromiumFlags, findChromium } from '#e2e/support/browser.ts';

const [, , baseURL = ''] = process.argv;
if (baseURL === '')
  throw new Error('Pass the URL of a running demo shop: npm run demo:screenshots -- http://localhost:3000');
const folder = join(import.meta.dirname, '../docs/images/pages');

/** Viewports in px. */
const viewports = [
  { width: 1600, height: 900 },
  { width: 1280, height: 800 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
] as const;
/** One row of the picture each. */
const colorSchemes = ['light', 'dark'] as const;
/** Height in px of each screenshot in the picture, and the space around it. */
const [tall, gap] = [330, 8];

/** Page types in the order of a purchase; each step continues where the last one ended. */
const steps: Readonly<Record<string, (page: Page, email: string) => Promise<unknown>>> = {
  home: (page) => page.goto('/'),
  listing: (page) => page.goto('/shop'),
  search: (page) => page.goto('/search?q=bowl'),
  product: (page) => page.goto('/product/tideline-mug'),
  'sold-out': (page) => page.goto('/product/moon-jar'),
  set: (page) => page.goto('/product/breakfast-set'),
  'mini-cart': async (page) => {
    for (const [index, product] of ['sluice-planter', 'slipway-tray'].entries()) {
      await page.goto(`/product/${product}`);
      await page.locator('.buy__form .buy__button').click();
      await page.locator('[data-count="cart"]', { hasText: String(index + 1) }).waitFor();
    }
    await page.locator('#mini-cart .mini-cart__content img').first().waitFor();
    // Over the dropdown it stays open.
    await page.locator('#mini-cart').hover();
  },
  cart: (page) => page.goto('/cart'),
  checkout: (page) => page.goto('/checkout'),
  order: async (page, email) => {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Country').first().selectOption('IE');
    await page.getByLabel('First name').first().fill('Maeve');
    await page.getByLabel('Last name').first().fill('O’Brien');
    await page.getByLabel('Street address').first().fill('4 Quay Street');
    await page.getByLabel('Town').first().fill('Sligo');
    await page.getByRole('checkbox', { name: /terms/i }).press('Space');
    await placeOrder(page);
  },
  mail: async (page) => {
    await openMail(page, /order/i);
    await page.goto(`${page.url()}/html`);
  },
  wishlist: async (page) => {
    for (const product of ['creek-jug', 'ebb-bowl', 'tideline-mug']) {
      await page.goto(`/product/${product}`);
      await page.locator('.product .add_to_wishlist').first().click();
      await page.locator('.product .wishlist-add--added, .product .exists').first().waitFor();
    }
    await page.goto('/wishlist');
  },
  account: async (page, email) => {
    await page.goto('/account');
    await page.locator('#reg_name').fill('Maeve O’Brien');
    await page.locator('#reg_email').fill(email);
    await page.locator('#reg_password').fill('three grey herons');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { name: /check your email/i }).waitFor();
    await openMail(page, /confirm your account/i);
    const text = await page.locator('.outbox__text').textContent();
    await page.goto(/https?:\S+\/account\/link\/\S+/.exec(text ?? '')?.[0] ?? '');
    await page.getByRole('main').getByRole('button').first().click();
    await page.waitForURL('**/account');
  },
  form: (page) => page.goto('/contact/commissions'),
  information: (page) => page.goto('/pages/delivery'),
  missing: (page) => page.goto('/product/nothing-of-the-kind'),
};

/** Later orders with one email address are asked for the check for robots: it runs in the browser, and a second press sends the form. */
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

/** Opens the newest mail of that subject, as soon as it is sent. */
async function openMail(page: Page, subject: RegExp): Promise<void> {
  const link = page.getByRole('link', { name: subject }).first();
  for (let tries = 0; tries < 20; tries++) {
    await page.goto('/outbox');
    if ((await link.count()) > 0) break;
    await page.waitForTimeout(500);
  }
  await link.click();
  await page.waitForURL('**/outbox/*');
}

/** @returns for each page type the screenshots in the order of `colorSchemes` */
async function takeScreenshots(viewport: (typeof viewports)[number]): Promise<Map<string, Buffer[]>> {
  const { executablePath, env } = await findChromium();
  const browser = await chromium.launch({ executablePath, env: { ...process.env, ...env }, args: chromiumFlags });
  try {
    const page = await (await browser.newContext({ viewport, baseURL, reducedMotion: 'reduce' })).newPage();
    const screenshots = new Map<string, Buffer[]>();
    // An address that has neither orders nor an account.
    const email = `maeve${Date.now() % 100_000}@example.com`;
    for (const [kind, open] of Object.entries(steps)) {
      await page.emulateMedia({ colorScheme: 'light' });
      await open(page, email);
      await page.waitForLoadState('networkidle');
      const images: Buffer[] = [];
      for (const colorScheme of colorSchemes) {
        await page.emulateMedia({ colorScheme });
        // Colours change over some frames, whatever the motion that is asked for.
        await page.waitForTimeout(600);
        images.push(
          await sharp(await page.screenshot())
            .resize({ height: tall })
            .toBuffer(),
        );
      }
      screenshots.set(kind, images);
    }
    return screenshots;
  } finally {
    await browser.close();
  }
}

const screenshotsByViewport: Map<string, Buffer[]>[] = [];
for (const viewport of viewports) screenshotsByViewport.push(await takeScreenshots(viewport));
await mkdir(folder, { recursive: true });
const width = viewports.reduce(
  (sum, viewport) => sum + Math.round((viewport.width * tall) / viewport.height) + gap,
  gap,
);
for (const kind of Object.keys(steps)) {
  const images: OverlayOptions[] = [];
  for (const row of colorSchemes.keys()) {
    let left = gap;
    for (const [index, screenshots] of screenshotsByViewport.entries()) {
      const { width: viewportWidth, height } = viewports[index] ?? viewports[0];
      images.push({ input: screenshots.get(kind)?.[row] ?? Buffer.alloc(0), left, top: gap + row * (tall + gap) });
      left += Math.round((viewportWidth * tall) / height) + gap;
    }
  }
  const height = gap + colorSchemes.length * (tall + gap);
  const sheet = sharp({ create: { width, height, channels: 3, background: '#8f8375' } });
  await writeFile(join(folder, `${kind}.webp`), await sheet.composite(images).webp({ quality: 68 }).toBuffer());
}
