import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { setSessionCookie } from '#tests/support/browser/office.ts';
import { checkAxe, useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { createTestImage } from '#tests/support/uploads.ts';

const { database, pool } = useDatabase();
const open = useOpenShop(database, { choices: withTestSession });
const cookie = createStaffCookie('Bea', 'admin.open', 'media.read', 'media.write');
let image: Buffer;

beforeAll(async () => {
  image = await createTestImage();
});

const countPictures = async () =>
  (await pool.query('select count(*)::integer as count from platform.media')).rows[0].count as number;

async function openUpload(options = {}): Promise<Page> {
  const { page } = await open.shopper(options);
  await setSessionCookie(page, cookie);
  await page.goto('/admin/media/upload');
  return page;
}

/** Chooses a file once the script has taken over the form. */
async function choose(page: Page, name: string): Promise<void> {
  await page.locator('[data-media-upload] > button[hidden]').waitFor({ state: 'attached' });
  await page.locator('[data-media-files]').setInputFiles({ name, mimeType: 'image/png', buffer: image });
}

describe('uploads in a browser', () => {
  it('[7.3/9] [8.1/4] try the post-process step five times, delete the picture then, and say what to do', async () => {
    const page = await openUpload();
    const before = await countPictures();
    const sent: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.includes('/media/') && request.method() === 'POST')
        sent.push(
          `${request.headers()['x-http-method-override'] ?? 'POST'} ${pathname.replace(/\d+/g, 'ID')}${search}`,
        );
    });
    await page.route('**/post-process', (route) => route.fulfill({ status: 503, json: { code: 'x', message: 'x' } }));
    await choose(page, 'bowl.png');
    await page
      .getByText('Media upload failed. If this is a photo or a large image, please scale it down')
      .first()
      .waitFor();
    const { platformRest } = open.app.shop.wire;
    const post = `POST ${platformRest}/media/ID/post-process`.replace(/v\d+/, 'vID');
    const remove = `DELETE ${platformRest}/media/ID?force=true`.replace(/v\d+/, 'vID');
    await expect.poll(() => sent).toEqual([post, post, post, post, post, remove]);
    await expect.poll(countPictures).toBe(before);
  });

  it('[7.3/9] add the picture when one of the tries succeeds', async () => {
    const page = await openUpload();
    let tries = 0;
    await page.route('**/post-process', (route) => {
      tries += 1;
      return tries < 5 ? route.fulfill({ status: 503, json: { code: 'x', message: 'x' } }) : route.continue();
    });
    await choose(page, 'jug.png');
    await page.getByText('“jug.png” was added.').first().waitFor();
    expect(tries).toBe(5);
    await checkAxe(page);
  });

  it('are posted by the form without script', async () => {
    const page = await openUpload({ hasScript: false });
    await page.locator('[data-media-files]').setInputFiles({ name: 'cup.png', mimeType: 'image/png', buffer: image });
    await page.getByRole('button', { name: 'Upload pictures' }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/admin\/media\/\d+$/);
  });
});

it('an upload without a file says so at the field', async () => {
  const page = await openUpload({ hasScript: false });
  await page.getByRole('button', { name: 'Upload pictures' }).click();
  await page.locator('#problems').waitFor();
  expect(await page.locator('#files-error').textContent()).toContain('Choose a picture.');
  expect(await page.locator('[data-media-files]').getAttribute('aria-invalid')).toBe('true');
});

it('a press on the preview sets the focal point, which the form saves', async () => {
  const { rows } = await pool.query('select max(id) as id from platform.media');
  const { page } = await open.shopper();
  await setSessionCookie(page, cookie);
  await page.goto(`/admin/media/${rows[0].id}`);
  await page.locator('[data-point]:not([hidden])').waitFor({ state: 'attached' });
  const box = await page.locator('[data-focal-point]').boundingBox();
  if (!box) throw new Error('no preview');
  await page.mouse.click(box.x + box.width * 0.25, box.y + box.height * 0.75);
  const x = Number(await page.locator('[name=focalX]').inputValue());
  expect(Math.abs(x - 25)).toBeLessThanOrEqual(5);
  expect(await page.locator('[data-save-bar]').getAttribute('data-state')).toBe('changed');
});

it('saves the pictures of two fields whose uploads had not ended when Save was pressed', async () => {
  const { page } = await open.sharedShopper();
  await setSessionCookie(
    page,
    createStaffCookie('Ada', 'admin.open', 'settings.read', 'settings.write', 'media.write'),
  );
  await page.goto('/admin/settings/site');
  for (const [name, background] of Object.entries({ logo: 'white', icon: 'black' })) {
    const buffer = await sharp({ create: { width: 200, height: 200, channels: 3, background } })
      .png()
      .toBuffer();
    const file = { name: `${name}.png`, mimeType: 'image/png', buffer };
    await page.locator(`[name="${name}.files"]`).setInputFiles(file);
  }
  await page.getByRole('button', { name: 'Save' }).first().click();
  await page.getByText('Saved.').first().waitFor();
  const { rows } = await pool.query(
    `select key from platform.settings where key in ('shop.logo', 'shop.icon') order by key`,
  );
  expect(rows).toEqual([{ key: 'shop.icon' }, { key: 'shop.logo' }]);
});
