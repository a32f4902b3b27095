import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { demoContactForms, demoFormPages } from '#demo/contact-forms.ts';
import { type InitialEntry, initialContent } from '#features/content/index.ts';
import { findOrCreateCustomer, setCustomerName } from '#features/customers/index.ts';
import { providePort } from '#platform/features/ports.ts';
import { checkAxe, letThrough, useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { saveTestProduct } from '#tests/support/products.ts';
import { withTestSession } from '#tests/support/session.ts';
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts';
import { pdf } from '#tests/support/uploads.ts';
import { contactFormSources } from '../ports.ts';
import { defineContactForms } from '../sources/find-forms.ts';
import { createFormPlacer } from './place-form.tsx';

const { database } = useDatabase();
const home: InitialEntry = {
  ...{ kind: 'home', slug: 'home', title: 'Home page' },
  blocks: () => [
    {
      ...{ id: 'write', type: 'banner' },
      values: { title: 'A *question*?', html: '<p>Write to us.</p><p>[contact-form id="1"]</p>' },
    },
  ],
};
const many = 1_000_000;
const open = useOpenShop(database, {
  choices: {
    provides: [
      ...withTestSession.provides,
      ...providePort(contactFormSources, [defineContactForms(demoContactForms)]),
      ...providePort(initialContent, [[home]]),
    ],
    settings: {
      'contact-forms': {
        ...{ contactForm: 1, productForm: 4, pages: demoFormPages, minSeconds: 0, maxRepeats: 1000 },
        perHour: { visitor: many, network: many, form: many, calls: many },
      },
    },
    features: [
      ...withTestSession.features,
      {
        name: 'form-and-dialog',
        needs: ['contact-forms'],
        pages: [
          {
            name: 'form-and-dialog',
            path: '/form-and-dialog',
            async load(shop) {
              const place = createFormPlacer(shop, 7);
              const [first, second] = [await place(1), await place(1)];
              const styles = 'src/features/contact-forms/contact-forms.page.css';
              const body = (
                <>
                  <h1>Forms</h1>
                  {first?.node}
                  <a href="#inside" data-lightbox="inline">
                    Write in a dialog
                  </a>
                  <div hidden>
                    <div id="inside">{second?.node}</div>
                  </div>
                </>
              );
              return { kind: 'page', title: 'Forms', styles, body, tags: [] };
            },
          },
        ],
      },
    ],
  },
});

beforeAll(async () => {
  const { shop } = open.app;
  await saveTestProduct(shop, {
    status: 'published',
    name: 'Tall mug',
    slug: 'tall-mug',
    master: { regularPrice: 100 },
  });
  await saveTestProduct(shop, {
    status: 'published',
    name: 'Tide bowl',
    slug: 'tide-bowl',
    shortDescription: '<p>For soup.</p><p>[contact-form id="1"]</p>',
    description: '<p>Thrown by hand.</p><p>[contact-form id="4"]</p>',
    master: { regularPrice: 100 },
  });
  const { id } = await findOrCreateCustomer(shop, shop.db, 'ada@example.com');
  await setCustomerName(shop.db, id, 'Ada L.');
});

const toUpload = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer });

async function openForm(path: string) {
  const shopper = await open.sharedShopper();
  const { page } = shopper;
  await page.goto(path);
  await page.locator('.contact-form.js').first().waitFor();
  return { ...shopper, form: page.locator('form.form-form').first() };
}

async function openFiles() {
  const opened = await openForm('/contact/commissions');
  const { page, form } = opened;
  await page.locator('.file-drop--ready').waitFor();
  return { ...opened, input: form.locator('input[type=file]'), files: form.locator('.file-list__file') };
}

const readNames = (input: Locator) =>
  input.evaluate((element: HTMLInputElement) => [...(element.files ?? [])].map(({ name }) => name));

async function drop(page: Page, target: Locator, names: readonly string[]) {
  const dataTransfer = await page.evaluateHandle((list) => {
    const data = new DataTransfer();
    for (const name of list) data.items.add(new File(['%PDF-1.7'], name));
    return data;
  }, names);
  for (const type of ['dragenter', 'dragover', 'drop']) await target.dispatchEvent(type, { dataTransfer });
}

const fillIn = async (form: Locator) => {
  await form.getByText('Tiles').click();
  await form.getByLabel('Your idea').fill('A hearth, two metres wide, in salt glaze.');
  await form.getByLabel('Name').fill('Ada');
  await form.getByLabel('Email address').fill('ada@example.com');
};

const poll = <Value,>(read: () => Value) => expect.poll(read);

describe('files of a form', () => {
  it('are chosen, dropped, checked at once, and removed by keyboard', async () => {
    const { page, form, input, files, watch } = await openFiles();
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await input.getAttribute('accept')).toBe('image/*,.pdf');
    expect(await input.getAttribute('aria-describedby')).toBe('form-f2-o1-sketches-hint');
    await input.setInputFiles(toUpload('plan.pdf', pdf));
    await poll(() => files.count()).toBe(1);
    await drop(page, form.locator('.file-drop'), ['dropped.pdf', 'program.exe']);
    await poll(() => readNames(input)).toEqual(['plan.pdf', 'dropped.pdf', 'program.exe']);
    expect(await page.locator('#vt-status').textContent()).toContain('Added: dropped.pdf, program.exe');
    const tip = form.locator('[data-name="sketches"] .form-not-valid-tip');
    await poll(() => tip.textContent()).toContain('Files of this type can’t be sent');
    expect(await input.getAttribute('aria-describedby')).toBe('form-f2-o1-sketches-hint form-f2-o1-ve-sketches');
    await poll(() => form.locator('.file-list__file--wrong').textContent()).toContain('program.exe');
    await checkAxe(page);
    await files.nth(2).getByRole('button', { name: 'Remove program.exe' }).press('Enter');
    await poll(() => tip.count()).toBe(0);
    expect(await readNames(input)).toEqual(['plan.pdf', 'dropped.pdf']);
    expect(
      await files
        .nth(1)
        .getByRole('button')
        .evaluate((button) => button === document.activeElement),
    ).toBe(true);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await poll(() => readNames(input)).toEqual([]);
    expect(await input.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await page.locator('#vt-status').textContent()).toContain('Removed: plan.pdf');
    await input.setInputFiles(Array.from({ length: 6 }, (_, index) => toUpload(`${index}.pdf`, pdf)));
    await poll(() => tip.textContent()).toContain('You selected too many. Please remove some.');
    await input.setInputFiles([]);
    expect(watch.problems()).toEqual([]);
  });

  it('that are larger than the shop takes are marked until removed, also by a press that ends another field [5.1/1]', async () => {
    const { form, input, files } = await openFiles();
    expect(await form.locator('[data-name="sketches"] .field__hint').first().textContent()).toBe(
      'Images, PDF; up to 5 files of at most 10 MB, 20 MB in all.',
    );
    // From a file: the test's own bytes would go through the connection to the browser.
    const folder = makeTemporaryFolder();
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const large = join(folder, 'large.pdf');
    writeFileSync(large, Buffer.concat([pdf, Buffer.alloc(12_000_000)]));
    await input.setInputFiles(large);
    const tip = form.locator('[data-name="sketches"] .form-not-valid-tip');
    await poll(() => tip.textContent()).toContain('This file is too large');
    await poll(() => form.locator('.file-list__file--wrong').textContent()).toContain('large.pdf');
    await form.getByLabel('Name').fill('Ada');
    await files.getByRole('button').click();
    await poll(() => tip.count()).toBe(0);
  });

  it('beside the place to drop them leave the page as it is', async () => {
    const { page, form } = await openFiles();
    const isPrevented = await page.evaluate(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([''], 'a.pdf'));
      const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
      return !document.body.dispatchEvent(event);
    });
    expect([isPrevented, await form.locator('.file-list__file').count()]).toEqual([true, 0]);
  });

  it('are sent under the name of the field, with progress, and leave the list', async () => {
    const { page, form, input, files, watch } = await openFiles();
    await fillIn(form);
    await input.setInputFiles([toUpload('plan.pdf', pdf), toUpload('second.pdf', Buffer.concat([pdf, pdf]))]);
    await poll(() => files.count()).toBe(2);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let sent = '';
    await page.route('**/feedback', async (route) => {
      sent = route.request().postDataBuffer()?.toString('latin1') ?? '';
      await held;
      await route.continue();
    });
    await form.getByRole('button', { name: 'Send request' }).click();
    await page.getByRole('progressbar', { name: 'Sending your files' }).waitFor();
    await checkAxe(page);
    release();
    await page.locator('form.sent').waitFor({ state: 'attached' });
    expect(sent.match(/name="sketches\[\]"; filename="[^"]*"/g)).toEqual([
      'name="sketches[]"; filename="plan.pdf"',
      'name="sketches[]"; filename="second.pdf"',
    ]);
    await poll(() => files.count()).toBe(0);
    expect(await page.getByRole('progressbar').count()).toBe(0);
    await checkAxe(page);
    const { rows } = await database.pool.query('select name from contact_message_files order by name');
    expect(rows).toEqual([{ name: 'plan.pdf' }, { name: 'second.pdf' }]);
    expect(watch.problems()).toEqual([]);
  });

  it('stay when sending fails; after a reload the draft names those to choose again [8.1/1]', async () => {
    const { page, form, input, files, watch } = await openFiles();
    watch.allow('console error', 'request net::');
    await fillIn(form);
    await input.setInputFiles(toUpload('plan.pdf', pdf));
    await page.route('**/feedback', (route) => route.abort('internetdisconnected'));
    await form.getByRole('button', { name: 'Send request' }).click();
    await page.locator('form.failed').waitFor();
    expect(await form.locator('.form-response-output').textContent()).toContain('You are probably offline.');
    expect(await readNames(input)).toEqual(['plan.pdf']);
    await letThrough(page, '**/feedback');
    await page.reload();
    await page.getByText('Files can’t be kept. Please choose them again: plan.pdf').waitFor();
    expect(await form.getByLabel('Your idea').inputValue()).toContain('A hearth');
    await input.setInputFiles(toUpload('plan.pdf', pdf));
    await poll(() => files.count()).toBe(1);
    expect(await page.getByText('Files can’t be kept').isVisible()).toBe(false);
    await form.getByRole('button', { name: 'Send request' }).click();
    await page.locator('form.sent').waitFor({ state: 'attached' });
    await page.reload();
    await page.locator('.file-drop--ready').waitFor();
    expect([await form.getByLabel('Your idea').inputValue(), await page.getByText('choose again').isVisible()]).toEqual(
      [...['', false]],
    );
  });

  it('are chosen with the plain control without script', async () => {
    const { page } = await open.sharedShopper({ hasScript: false });
    await page.goto('/contact/commissions');
    const form = page.locator('form.form-form');
    expect(await form.locator('.file-drop__text').isVisible()).toBe(false);
    await form.getByText('Tiles').click();
    await form.getByLabel('Your idea').fill('A hearth, two metres wide, in salt glaze, without script.');
    await form.getByLabel('Name').fill('Ada');
    await form.getByLabel('Sketches').setInputFiles(toUpload('plan.pdf', pdf));
    await form.getByRole('button', { name: 'Send request' }).click();
    await page.getByText('Please choose them again: plan.pdf').waitFor();
    await checkAxe(page);
    await form.getByLabel('Email address').fill('ada@example.com');
    await form.getByRole('button', { name: 'Send request' }).click();
    await page.locator('form.sent').waitFor({ state: 'attached' });
  });
});

describe('a form on a cached page', () => {
  it('is filled in from the address and the customer, and keeps what was typed', async () => {
    const { page, watch } = await open.sharedShopper();
    await page.request.post('/test/sign-in', { form: { email: 'ada@example.com' } });
    await page.goto('/contact?subject=A%20piece&your-message=unasked');
    const form = page.locator('form.form-form');
    await poll(() => form.getByLabel('Email address').inputValue()).toBe('ada@example.com');
    expect(await form.getByLabel('Name').inputValue()).toBe('Ada L.');
    expect(await form.getByLabel('What is it about?').inputValue()).toBe('A piece');
    expect(await form.getByLabel('Message').inputValue()).toBe('');
    await form.getByLabel('Name').fill('Someone else');
    const draft = await page.evaluate(() => JSON.stringify({ ...localStorage }));
    expect([draft.includes('Someone else'), draft.includes('ada@example.com')]).toEqual([true, false]);
    await page.reload();
    await poll(() => form.getByLabel('Email address').inputValue()).toBe('ada@example.com');
    expect(await form.getByLabel('Name').inputValue()).toBe('Someone else');
    expect(watch.problems()).toEqual([]);
  });

  it('is one message when its reply was lost, the tab was closed and the draft is sent again', async () => {
    const { context, page } = await open.shopper();
    await page.goto('/contact');
    await page.locator('.contact-form.js').waitFor();
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel('Email address').fill('ada@example.com');
    await page.getByLabel('Message').fill('Sent once, whatever becomes of the reply.');
    await page.route('**/feedback', async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await page.getByRole('button', { name: 'Send message' }).click();
    await page.locator('form.failed').waitFor();
    await page.close();
    const tab = await context.newPage();
    await tab.goto('/contact');
    await poll(() => tab.getByLabel('Message').inputValue()).toContain('Sent once');
    await tab.getByRole('button', { name: 'Send message' }).click();
    await tab.locator('form.sent').waitFor({ state: 'attached' });
    const { rows } = await database.pool.query(
      "select status from contact_messages where fields::text like '%Sent once%'",
    );
    expect(rows).toEqual([{ status: 'new' }]);
  });

  it('asks for nothing of a guest', async () => {
    const { page } = await open.sharedShopper();
    const calls: string[] = [];
    page.on('request', (request) => calls.push(request.url()));
    await page.goto('/contact');
    await page.locator('.contact-form.js').waitFor();
    await page.waitForLoadState('networkidle');
    expect(calls.filter((url) => url.includes('form-customer'))).toEqual([]);
  });

  it('stands twice, once in a dialog, and each answers for itself [2.7/1]', async () => {
    const { page, form, watch } = await openForm('/form-and-dialog');
    await page.getByRole('link', { name: 'Write in a dialog' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('.contact-form.js').waitFor();
    await dialog.getByLabel('Name').fill('Ada');
    await dialog.getByRole('button', { name: 'Send message' }).click();
    await dialog.locator('form.invalid').waitFor();
    expect(await dialog.getByLabel('Email address').evaluate((input) => input === document.activeElement)).toBe(true);
    await checkAxe(page);
    await dialog.getByLabel('Email address').fill('ada@example.com');
    await dialog.getByLabel('Message').fill('From the dialog, at some length.');
    await dialog.getByRole('button', { name: 'Send message' }).click();
    await dialog.locator('form.sent').waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
    expect([await form.getAttribute('data-status'), await form.getByLabel('Name').inputValue()]).toEqual(['init', '']);
    expect(watch.problems()).toEqual([]);
  });
});

describe('a form in a text of the shop', () => {
  const send = async (form: Locator, note: string) => {
    await form.scrollIntoViewIfNeeded();
    await form.and(form.page().locator('.contact-form.js form')).waitFor();
    await form.getByLabel(/^(Your question|Message)/).fill(note);
    await form.getByLabel('Name').fill('Ada');
    await form.getByLabel('Email address').fill('ada@example.com');
    await form.getByRole('button', { name: /^Send/ }).click();
    await form.and(form.page().locator('.sent')).waitFor({ state: 'attached' });
  };
  const readReasons = async (note: string) =>
    (await database.pool.query('select reasons from contact_messages where fields::text like $1', [`%${note}%`])).rows;

  it('is sent by script, as often as it is opened', async () => {
    const { page, watch } = await open.sharedShopper();
    await page.goto('/');
    const [first] = await page.locator('form.form-form').all();
    for (const note of ['The first one, at some length.', 'The second one, at some length.']) {
      if (first) await send(first, note);
      expect(await readReasons(note)).toEqual([{ reasons: [] }]);
      await page.getByRole('button', { name: 'Send another message' }).first().click();
    }
    await checkAxe(page);
    expect(watch.problems()).toEqual([]);
  });

  it('answers for itself beside others of the page, and beside the question in a lightbox', async () => {
    const { page, watch } = await open.sharedShopper();
    await page.goto('/product/tide-bowl');
    const second = page.locator('form.form-form').nth(1);
    await second.getByLabel('Piece').fill('The bowl');
    await send(second, 'Below the description, at some length.');
    expect(await page.locator('form.form-form').first().getAttribute('data-status')).toBe('init');
    await page.getByRole('link', { name: 'Ask about this' }).click();
    await send(page.getByRole('dialog').locator('form.form-form'), 'In the lightbox, at some length.');
    expect(watch.problems()).toEqual([]);
  });
});

describe('a question about a product', () => {
  it('is asked in a lightbox, with its styles, by script', async () => {
    const { page, watch } = await open.sharedShopper();
    await page.goto('/product/tall-mug');
    await page.getByRole('link', { name: 'Ask about this' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('.contact-form.js').waitFor();
    expect(await dialog.getByRole('textbox', { name: 'Piece' }).inputValue()).toBe('Tall mug');
    expect(await dialog.locator('form').evaluate((form) => getComputedStyle(form).display)).toBe('grid');
    await dialog.getByLabel('Your question').fill('Does it fit a dishwasher?');
    await dialog.getByLabel('Name').fill('Ada');
    await dialog.getByLabel('Email address').fill('ada@example.com');
    await checkAxe(page);
    await dialog.getByRole('button', { name: 'Send question' }).click();
    await dialog.locator('form.sent').waitFor({ state: 'attached' });
    expect(await dialog.locator('[name="piece"]').inputValue()).toBe('Tall mug');
    const { rows } = await database.pool.query(
      "select fields::text from contact_messages where form_id = 4 and fields::text like '%dishwasher%'",
    );
    expect(rows).toEqual([{ fields: expect.stringContaining('"/product/tall-mug"') }]);
    expect(watch.problems()).toEqual([]);
  });

  it('is asked on a page of its own without script', async () => {
    const { page } = await open.sharedShopper({ hasScript: false });
    await page.goto('/product/tall-mug');
    await page.getByRole('link', { name: 'Ask about this' }).click();
    expect(new URL(page.url()).pathname).toBe('/contact-forms/4');
    expect(await page.getByRole('textbox', { name: 'Piece' }).inputValue()).toBe('Tall mug');
  });
});
