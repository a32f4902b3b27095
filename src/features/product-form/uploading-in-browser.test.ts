import { beforeAll, describe, expect, it } from 'vitest';
import { cartPath } from '#features/cart/contract.ts';
import { checkAxe, useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addFileProduct, createTestImage, pdf } from '#tests/support/uploads.ts';

const { database } = useDatabase();
const open = useOpenShop(database, {});
const path = '/product/engraved-bowl';
let png: Buffer;

beforeAll(async () => {
  await addFileProduct(open.app.shop);
  png = await createTestImage();
});

const poll = <Value>(read: () => Value) => expect.poll(read);

const toUpload = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer });

describe('a file field', () => {
  it('uploads at once, says what went wrong, and is tried again, cancelled and removed', async () => {
    const { page } = await open.shopper();
    await page.setViewportSize({ width: 390, height: 800 });
    const answers: ('fail' | 'wait' | 'pass')[] = ['fail', 'pass', 'wait'];
    await page.route('**/uploads', async (route) => {
      const answer = answers.shift() ?? 'pass';
      if (answer === 'fail') await route.abort();
      else if (answer === 'pass') await route.continue();
    });
    await page.goto(path);
    const form = page.locator('.buy__form');
    const input = form.locator('input[type=file]');
    const button = form.getByRole('button', { name: 'Add to cart', exact: true });
    const files = form.locator('.file-list__file');
    const isValid = () => input.evaluate((element: HTMLInputElement) => element.validationMessage);
    // Without a name the form sends ids instead of files: the field is ready.
    await poll(() => input.getAttribute('name')).toBeNull();
    await button.click();
    expect(page.url()).toContain(path);
    expect(await isValid()).not.toBe('');

    await input.setInputFiles(toUpload('drawing.png', png));
    await poll(() => files.textContent()).toContain('You are probably offline.');
    await poll(isValid).toBe('A file was not uploaded. Try again or remove it.');
    await checkAxe(page);
    await files.getByRole('button', { name: 'Try again' }).press('Enter');
    await poll(() => files.textContent()).toContain('drawing.png (0.1 kB)');
    await poll(isValid).toBe('');
    await poll(() => form.locator('.buy__sum').textContent()).toContain('25.00');
    expect(await page.locator('#vt-status').textContent()).toContain('Uploaded: drawing.png');

    await input.setInputFiles(toUpload('plan.pdf', pdf));
    await poll(() => form.getByRole('progressbar').getAttribute('aria-label')).toBe('Uploading plan.pdf');
    await poll(isValid).toBe('Please wait until your file is uploaded.');
    await files.nth(1).getByRole('button', { name: 'Cancel' }).press('Enter');
    await poll(() => files.count()).toBe(1);
    expect(await input.evaluate((element) => element === document.activeElement)).toBe(true);

    await input.setInputFiles(toUpload('large.pdf', Buffer.alloc(1_000_001)));
    await poll(() => files.nth(1).textContent()).toContain('at most 1 MB');
    await files.nth(1).getByRole('button', { name: 'Remove' }).click();
    const dropped = await page.evaluateHandle((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], 'dropped.pdf'));
      return data;
    }, pdf.toString());
    await form.locator('.file-field').dispatchEvent('drop', { dataTransfer: dropped });
    await poll(() => files.nth(1).textContent()).toContain('dropped.pdf (');
    await button.click();
    const miniCart = page.locator('.mini-cart__lines, dialog[open], .mini-cart').first();
    await poll(() => miniCart.textContent()).toContain('dropped.pdf');
    await page.goto(cartPath);
    expect(await page.locator('.cart-line').textContent()).toContain('drawing.png (0.1 kB), dropped.pdf');
  });

  it('sends the file with the form without script', async () => {
    const { page } = await open.sharedShopper({ hasScript: false });
    await page.goto(path);
    await page.locator('.buy__form input[type=file]').setInputFiles(toUpload('drawing.png', png));
    await page.locator('.buy__form').getByRole('button', { name: 'Add to cart', exact: true }).click();
    await page.waitForURL(`**${cartPath}`);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'drawing.png (0.1 kB)' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('drawing.png');
  });
});
