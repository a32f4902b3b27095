import type { Page, Request, Route } from '@playwright/test';
import { beforeAll, describe, expect, it } from 'vitest';
import { createFormPlacer } from '#features/contact-forms/index.ts';
import { contactFormSources, type SubmissionCheck, submissionChecks } from '#features/contact-forms/ports.ts';
import { defineContactForms } from '#features/contact-forms/sources/find-forms.ts';
import type { ContactFormInput } from '#features/form-definitions/definition/form.ts';
import { providePort } from '#platform/features/ports.ts';
import { checkAxe, letThrough, useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { InsideForm } from '#ui/inside-form.ts';

const rich: ContactFormInput = {
  id: 30,
  title: 'Rich',
  layout: [
    { kind: 'text', name: 'who', label: 'Name', required: true, minlength: 2 },
    { kind: 'email', name: 'mail', label: 'Email' },
    { kind: 'url', name: 'site', label: 'Site' },
    { kind: 'textarea', name: 'note', label: 'Note', maxlength: 9 },
    { kind: 'count', field: 'note', direction: 'down' },
    {
      kind: 'radio',
      name: 'source',
      label: 'Source',
      options: [{ value: 'Friend' }, { value: 'Else' }],
      hasFreeText: true,
    },
    {
      kind: 'checkbox',
      name: 'by',
      label: 'Reply by',
      isExclusive: true,
      options: [{ value: 'Post' }, { value: 'Phone' }],
    },
    {
      kind: 'group',
      showWhen: [{ field: 'by', values: ['Phone'] }],
      content: [{ kind: 'text', name: 'number', label: 'Number', required: true }],
    },
    { kind: 'submit', label: 'Send' },
  ],
  settings: { inertOn: ['submitting'] },
};
const guarded: ContactFormInput = {
  id: 31,
  title: 'Guarded',
  layout: [
    { kind: 'text', name: 'topic', label: 'Topic', required: true },
    { kind: 'quiz', name: 'sum', label: 'Sum', questions: [{ question: 'Two and three?', answer: '5' }] },
    { kind: 'acceptance', name: 'terms', content: [{ text: 'I agree' }] },
    { kind: 'submit', label: 'Go' },
  ],
};
const stepped: ContactFormInput = {
  id: 32,
  title: 'Stepped',
  layout: [
    { kind: 'step', title: 'You', content: [{ kind: 'text', name: 'you', label: 'You', required: true }] },
    { kind: 'step', title: 'Piece', content: [{ kind: 'text', name: 'piece', label: 'Piece' }] },
    { kind: 'submit', label: 'Finish' },
  ],
};
const business: ContactFormInput = {
  id: 33,
  title: 'Order',
  layout: [
    {
      ...{ kind: 'radio', name: 'as', label: 'You are', required: true },
      options: [{ value: 'Person' }, { value: 'Business' }],
    },
    {
      kind: 'group',
      showWhen: [{ field: 'as', values: ['Business'] }],
      content: [{ kind: 'acceptance', name: 'trade', content: [{ text: 'I order for a business' }] }],
    },
    { kind: 'submit', label: 'Send' },
  ],
};
const agreed: ContactFormInput = {
  id: 34,
  title: 'Agreed',
  layout: [
    { kind: 'step', title: 'You', content: [{ kind: 'text', name: 'you', label: 'You' }] },
    {
      ...{ kind: 'step', title: 'Piece' },
      content: [
        { kind: 'text', name: 'piece', label: 'Piece', required: true },
        { kind: 'acceptance', name: 'terms', content: [{ text: 'I agree' }] },
      ],
    },
    { kind: 'submit', label: 'Finish' },
  ],
};
const sized: ContactFormInput = {
  id: 35,
  title: 'Sized',
  layout: [
    {
      ...{ kind: 'step', title: 'Size' },
      content: [
        {
          ...{ kind: 'radio', name: 'size', label: 'Size', required: true },
          options: [{ value: 'Small' }, { value: 'Large' }],
        },
      ],
    },
    { kind: 'step', title: 'Piece', content: [{ kind: 'text', name: 'piece', label: 'Piece' }] },
    { kind: 'submit', label: 'Finish' },
  ],
};

/** What a feature answers, by the name that was typed. */
const answerByName: SubmissionCheck = async (_, { fields }) => {
  const [, status] = /^As (\w+)$/.exec(fields[0]?.values[0] ?? '') ?? [];
  return status === undefined ? null : { status, message: `It is ${status}`, isAccepted: status === 'mail_sent' };
};

const many = 1_000_000;
const open = useOpenShop(useDatabase(), {
  choices: {
    provides: [
      ...providePort(contactFormSources, [defineContactForms([rich, guarded, stepped, business, agreed, sized])]),
      ...providePort(submissionChecks, [answerByName]),
    ],
    settings: {
      'contact-forms': {
        ...{ contactForm: 31, minSeconds: 0, maxRepeats: 1000 },
        perHour: { visitor: many, network: many, form: many, calls: many },
      },
    },
    features: [
      {
        name: 'three-forms',
        needs: ['contact-forms'],
        pages: [
          {
            name: 'three-forms',
            path: '/three-forms',
            async load(shop) {
              const place = createFormPlacer(shop, 7);
              const placed = [await place(30), await place(30), await place(31)];
              const body = [
                ...placed.map((form, index) => <section key={String(index)}>{form?.node}</section>),
                <form key="another">
                  <InsideForm value={true}>{(await place(30))?.node}</InsideForm>
                </form>,
              ];
              const styles = 'src/features/contact-forms/contact-forms.page.css';
              return { kind: 'page', title: 'Forms', styles, body, tags: placed.flatMap((form) => form?.tags ?? []) };
            },
          },
        ],
      },
    ],
  },
});

beforeAll(() => open.app);

async function openPage(path: string, { width = 1280 } = {}) {
  const shopper = await open.sharedShopper();
  const { page } = shopper;
  await page.setViewportSize({ width, height: 900 });
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  await page.goto(path);
  await awaitScript(page);
  const count = (end: string) => requests.filter((request) => request.url().endsWith(end)).length;
  return { ...shopper, requests, count, form: page.locator('form.form-form').first() };
}

async function awaitScript(page: Page) {
  for (const place of await page.locator('vt-behaviour[name="form-markup/form"]').all()) {
    await place.locator('form').scrollIntoViewIfNeeded();
    await place.locator('.contact-form.js').waitFor();
  }
}

const awaitSchema = (page: Page) =>
  page.waitForFunction(
    () => (document.querySelector('form.form-form') as unknown as { form: { schema?: object } }).form.schema,
  );

/** Records the events of all forms, with statuses. */
const recordEvents = (page: Page) =>
  page.evaluate(() => {
    const names = 'beforesubmit statuschanged submit reset invalid unaccepted spam aborted mailsent mailfailed';
    const seen: unknown[] = [];
    Reflect.set(window, 'seen', seen);
    for (const name of names.split(' '))
      document.addEventListener(`form${name}`, (event) => {
        const { status, prevStatus } = (event as CustomEvent).detail;
        seen.push(name === 'statuschanged' ? `${prevStatus} > ${status}` : `${name} ${status}`);
      });
  });
const readEvents = (page: Page) => page.evaluate(() => Reflect.get(window, 'seen') as string[]);

const getStatus = (page: Page) => page.locator('form.form-form').first().getAttribute('data-status');
const untilStatus = (page: Page, status: string) =>
  page.locator(`form.form-form.${status}[data-status="${status}"]`).first().waitFor({ state: 'attached' });
const send = (page: Page) => page.getByRole('button', { name: 'Send' }).first().click();
const response = (page: Page) => page.locator('.form-response-output').first();
const path = '/contact-forms/30';

describe('a form in the browser', () => {
  it.each([
    ['validation_failed', 'invalid', ['invalid validation_failed'], ''],
    ['acceptance_missing', 'unaccepted', ['unaccepted acceptance_missing'], 'As acceptance_missing'],
    ['spam', 'spam', ['spam spam'], 'As spam'],
    ['aborted', 'aborted', ['aborted aborted'], 'As aborted'],
    ['mail_failed', 'failed', ['mailfailed mail_failed'], 'As mail_failed'],
    ['payment_required', 'payment-required', [], 'As payment_required'],
    ['waiting_list', 'custom-waiting-list', [], 'As waiting_list'],
  ])(
    'shows the status %s as %s, with its events [4.1/1] [4.1/3] [4.1/5-12] [4.1/15-19] [3.1/19]',
    async (server, status, outcome, name) => {
      const { page, form, watch } = await openPage(path);
      await form.getByLabel('Name').fill(name);
      await form.getByLabel('Email').focus();
      await untilStatus(page, 'init');
      await recordEvents(page);
      await send(page);
      await untilStatus(page, status);
      await expect
        .poll(() => readEvents(page))
        .toEqual([
          ...['beforesubmit init', 'init > submitting', `submitting > ${status}`, ...outcome, `submit ${server}`],
        ]);
      expect(await response(page).textContent()).toMatch(
        status === 'invalid' ? /need your attention/ : `It is ${server}`,
      );
      expect(await form.getByLabel('Name').inputValue()).toBe(name);
      expect(await form.getAttribute('class')).not.toMatch(/submitting|init/);
      await checkAxe(page);
      expect(watch.problems()).toEqual([]);
    },
  );

  it('[D13] gives way to its thanks, which have the focus, and comes back for another message', async () => {
    const { page, form, watch } = await openPage(path);
    await form.getByLabel('Name').fill('Ada');
    await form.getByLabel('Name').press('Enter');
    const thanks = page.locator('.screen-reader-response');
    await expect.poll(() => thanks.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await thanks.innerText()).toContain('Thank you');
    expect(await form.isVisible()).toBe(false);
    await checkAxe(page);
    await page.getByRole('button', { name: 'Send another message' }).click();
    await untilStatus(page, 'init');
    expect(await form.getByLabel('Name').evaluate((element) => element === document.activeElement)).toBe(true);
    await expect.poll(() => thanks.boundingBox().then((box) => box?.height)).toBeLessThan(2);
    expect(watch.problems()).toEqual([]);
  });

  it('[D13] gives way to its thanks without script, too', async () => {
    const { page } = await open.shopper({ hasScript: false });
    await page.goto(path);
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel('Name').press('Enter');
    await page.locator('form.form-form.sent').waitFor({ state: 'attached' });
    expect(await page.locator('form.form-form').isVisible()).toBe(false);
    const focused = page.locator('.contact-form:focus');
    expect(await focused.innerText()).toMatch(/^Thank you/);
    await checkAxe(page);
  });

  it('is reset after it was sent, in the order of the plugin [4.1/4] [4.1/9] [4.1/18] [4.1/20] [4.1/22] [4.1/23] [3.1/26] [2.7/8]', async () => {
    const { page, form, watch, count } = await openPage(path);
    // Without its schema the form would validate once more after it was sent.
    await awaitSchema(page);
    await form.getByLabel('Name').fill('Ada');
    await recordEvents(page);
    await page.keyboard.press('Enter');
    await expect.poll(() => readEvents(page)).toContain('reset sent');
    const events = (await readEvents(page)).filter((event) => !event.includes('validating'));
    expect(events).toEqual([
      ...['beforesubmit init', 'init > submitting', 'submitting > sent', 'mailsent mail_sent', 'submit mail_sent'],
      ...['sent > resetting', 'resetting > sent', 'reset sent'],
    ]);
    expect([await form.getByLabel('Name').inputValue(), count('/refill')]).toEqual(['', 1]);
    expect(await page.locator('.screen-reader-response [role="status"]').textContent()).toContain('Thank you');
    expect(await response(page).textContent()).toContain('Thank you');
    expect(await page.locator('[name="_form_posted_data_hash"]').inputValue()).not.toBe('');
    expect(watch.problems()).toEqual([]);
    await page.evaluate(() => document.querySelector<HTMLFormElement>('form.form-form')?.reset());
    await untilStatus(page, 'init');
  });

  it.each(['Ada', 'As aborted'])('scrolls to the message that would be below the window: %s', async (name) => {
    const { page, form } = await openPage(path);
    await form.getByLabel('Name').fill(name);
    const button = await page.locator('.form-submit').boundingBox();
    const top = await page.evaluate(() => scrollY);
    const height = Math.ceil((button?.y ?? 0) + (button?.height ?? 0)) + 4;
    await page.setViewportSize({ width: 1280, height });
    await page.evaluate((y) => scrollTo(0, y), top);
    await page.keyboard.press('Enter');
    await untilStatus(page, name === 'Ada' ? 'sent' : 'aborted');
    await expect
      .poll(async () => {
        const message = name === 'Ada' ? page.locator('.screen-reader-response') : response(page);
        const box = await message.boundingBox();
        return box && box.height > 0 && box.y >= 0 && box.y + box.height <= height;
      })
      .toBe(true);
  });

  it('gives its events a detail with facts, inputs and the reply [3.1/1-6] [3.1/13-22] [3.1/23-25] [7.1/3]', async () => {
    const { page, form } = await openPage(path);
    await awaitSchema(page);
    await form.getByLabel('Name').fill('As aborted');
    await page.locator('.form-submit').evaluate((button) => button.setAttribute('name', 'pressed'));
    const detail = page.evaluate(
      () =>
        new Promise((resolve) => {
          document.addEventListener('formsubmit', (event) => {
            const { formData, ...rest } = (event as CustomEvent).detail;
            const state = Reflect.get(event.target as object, 'form');
            resolve({
              ...rest,
              sent: [...formData.keys()].includes('_form_unit_tag'),
              state: { ...state, schema: state.schema.rules.length > 0 },
            });
          });
        }),
    );
    await send(page);
    expect(await detail).toMatchObject({
      ...{ contactFormId: 30, pluginVersion: '1', contactFormLocale: 'en', unitTag: 'form-f30-o1', containerPostId: 0 },
      status: 'aborted',
      sent: true,
      inputs: [{ name: 'who', value: 'As aborted' }, {}, {}, {}, { name: 'pressed', value: 'Send' }],
      apiResponse: { status: 'aborted', message: 'It is aborted', invalid_fields: [] },
      state: { id: 30, unitTag: 'form-f30-o1', containerPost: 0, status: 'aborted', schema: true },
    });
  });

  it('keeps what was typed when the call ends otherwise, and can be sent again [8.1/1-5] [7.1/1]', async () => {
    const { page, form, watch } = await openPage(path);
    watch.allow('console error', 'response', 'request net::');
    for (const [text, answer] of [
      ['You are probably offline.', (route) => route.abort('internetdisconnected')],
      ['The response is not a valid JSON response.', (route) => route.fulfill({ body: '<p>Hi' })],
      ['An unknown error occurred.', (route) => route.fulfill({ status: 500, json: {} })],
      ['An unknown error occurred.', (route) => route.fulfill({ status: 204 })],
      ['Media upload failed.', (route) => route.fulfill({ status: 413, json: {} })],
    ] as [string, (route: Route) => Promise<void>][]) {
      await form.getByLabel('Name').fill('Ada');
      await page.route('**/feedback', answer);
      await send(page);
      await untilStatus(page, 'failed');
      expect(await response(page).textContent()).toContain(text);
      if (!text.startsWith('Media')) expect(await response(page).textContent()).toContain('Nothing you typed is lost');
      expect(await form.getByLabel('Name').inputValue()).toBe('Ada');
      await letThrough(page, '**/feedback');
      await send(page);
      await untilStatus(page, 'sent');
      await expect.poll(() => form.getByLabel('Name').inputValue()).toBe('');
      await page.getByRole('button', { name: 'Send another message' }).click();
      await untilStatus(page, 'init');
    }
  });

  it('shows the reply of a server that names invalid fields otherwise [3.1/25]', async () => {
    const { page, form, watch } = await openPage(path);
    for (const [message, invalid_fields, names] of [
      ['By null', null, []],
      ['By an object', { who: 'Too short' }, []],
      ['By a list', [null, 'who', { field: 'who' }, { field: 'who', message: 'Too short' }], ['Name']],
    ] as const) {
      await page.unrouteAll();
      await page.route('**/feedback', (route) =>
        route.fulfill({ json: { status: 'validation_failed', message, invalid_fields } }),
      );
      await form.getByLabel('Name').fill('Ada');
      await send(page);
      await expect.poll(() => response(page).textContent()).toBe(message);
      await untilStatus(page, 'invalid');
      expect(await page.locator('.screen-reader-response li').allTextContents()).toEqual(
        names.map((name) => `${name}: Too short`),
      );
    }
    expect(watch.problems()).toEqual([]);
  });

  it('is inert and sends once while a slow server answers, and ends when the refill fails [4.1/14] [4.1/22]', async () => {
    const { page, form, watch, count } = await openPage(path);
    watch.allow('console error', 'response', 'request net::');
    await form.getByLabel('Name').fill('Ada');
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/feedback', async (route) => {
      await held;
      await route.continue();
    });
    await page.route('**/refill', (route) => route.fulfill({ status: 204 }));
    await form.evaluate((element: HTMLFormElement) => element.requestSubmit());
    await untilStatus(page, 'submitting');
    await form.evaluate((element: HTMLFormElement) => element.requestSubmit());
    expect(await page.locator('.inert-on-submitting[inert]').count()).toBe(1);
    expect(await page.locator('.form-spinner').isVisible()).toBe(true);
    release();
    await untilStatus(page, 'sent');
    expect([count('/feedback'), await page.locator('[inert]').count()]).toEqual([1, 0]);
  });

  it('only clears errors while other scripts block it [4.1/21]', async () => {
    const { page, form, count } = await openPage(path);
    await form.getByLabel('Email').fill('no');
    await page.keyboard.press('Tab');
    await page.locator('.form-not-valid-tip').waitFor();
    await page.evaluate(() => Reflect.set(window, 'form', { blocked: true }));
    await send(page);
    await untilStatus(page, 'submitting');
    expect([count('/feedback'), await page.locator('.form-not-valid-tip').count()]).toEqual([0, 0]);
  });

  it('validates a field when it changes, and no other [4.1/2] [4.1/24] [5.1/1] [5.1/31] [2.7/9] [2.7/10] [8.1/9]', async () => {
    const { page, form, watch } = await openPage(path);
    await recordEvents(page);
    const mail = form.getByLabel('Email');
    await mail.fill('ada@');
    await mail.press('Tab');
    await page.locator('[data-name="mail"] .form-not-valid-tip').waitFor();
    expect(await readEvents(page)).toEqual(['init > validating', 'validating > init']);
    expect(await page.locator('.form-not-valid-tip').count()).toBe(1);
    const id = 'form-f30-o1-ve-mail';
    expect([await mail.getAttribute('aria-invalid'), await mail.getAttribute('aria-describedby')]).toEqual([
      'true',
      id,
    ]);
    expect(await page.locator(`.screen-reader-response li#${id} a[href="#form-f30-o1-mail"]`).textContent()).toMatch(
      /^Email: .*valid email/,
    );
    await checkAxe(page);
    await mail.fill('ada@example.com');
    await mail.press('Tab');
    await page.locator('.form-not-valid-tip').waitFor({ state: 'detached' });
    expect([await mail.getAttribute('aria-invalid'), await page.locator(`#${id}`).count()]).toEqual(['false', 0]);
    const name = form.getByLabel('Name');
    await name.fill('A');
    await send(page);
    await untilStatus(page, 'invalid');
    expect(await page.locator('[data-name="who"] .form-not-valid-tip').textContent()).toContain('too short');
    expect(await name.evaluate((element) => element === document.activeElement)).toBe(true);
    await name.fill('Ada');
    // The press ends the field: its tip must not move the button away.
    await send(page);
    await untilStatus(page, 'sent');
    expect(watch.problems()).toEqual([]);
  });

  it('helps while one types: counter, exclusive boxes, other text, web address, groups [5.1/32] [5.1/34-36] [2.7/12-14]', async () => {
    const { form } = await openPage(path);
    const counter = form.locator('.form-character-count');
    await form.getByLabel('Note').evaluate((note) => note.removeAttribute('maxlength'));
    await form.getByLabel('Note').fill('twelve chars');
    expect([await counter.textContent(), await counter.getAttribute('class')]).toEqual([
      '-3',
      expect.stringContaining('too-long'),
    ]);
    await form.getByLabel('Site').fill('example.com/a');
    await form.getByLabel('Site').press('Tab');
    expect(await form.getByLabel('Site').inputValue()).toBe('http://example.com/a');
    const other = form.getByLabel('Other text for');
    expect(await other.isDisabled()).toBe(true);
    await form.getByText('Else').click();
    expect([await other.isDisabled(), await other.evaluate((input) => input === document.activeElement)]).toEqual([
      false,
      true,
    ]);
    expect(await form.getByLabel('Number').isVisible()).toBe(false);
    await form.getByText('Post').click();
    await form.getByText('Phone').click();
    expect([await form.getByLabel('Post').isChecked(), await form.getByLabel('Phone').isChecked()]).toEqual([
      false,
      true,
    ]);
    expect(await form.getByLabel('Number').isVisible()).toBe(true);
    await form.getByText('Post').click();
    expect(await form.getByLabel('Number').isVisible()).toBe(false);
  });

  it('keeps a draft over a reload until it is sent', async () => {
    const { page, form } = await openPage(path);
    await form.getByLabel('Name').fill('Ada');
    await form.getByText('Phone').click();
    await page.reload();
    await awaitScript(page);
    expect([await form.getByLabel('Name').inputValue(), await form.getByLabel('Phone').isChecked()]).toEqual([
      'Ada',
      true,
    ]);
    await form.getByLabel('Number').fill('12');
    await send(page);
    await untilStatus(page, 'sent');
    await page.reload();
    await awaitScript(page);
    expect([await form.getByLabel('Name').inputValue(), await getStatus(page)]).toEqual(['', 'init']);
  });

  it('keeps the draft of another tab when it is sent', async () => {
    const { page, form, context } = await openPage(path);
    await form.getByLabel('Name').fill('Ada');
    const tab = await context.newPage();
    await tab.goto(path);
    await awaitScript(tab);
    await tab.getByLabel('Name').fill('Grace');
    await send(page);
    await untilStatus(page, 'sent');
    await tab.reload();
    await awaitScript(tab);
    expect(await tab.getByLabel('Name').inputValue()).toBe('Grace');
    await send(tab);
    await untilStatus(tab, 'sent');
    await tab.reload();
    await awaitScript(tab);
    expect(await tab.getByLabel('Name').inputValue()).toBe('');
    await tab.close();
  });

  it('keeps its draft when another tab, which typed later, is sent', async () => {
    const { page, form, context } = await openPage(path);
    await form.getByLabel('Name').fill('Ada');
    const tab = await context.newPage();
    await tab.goto(path);
    await awaitScript(tab);
    await tab.getByLabel('Name').fill('Grace');
    const hasKept = (name: string) => page.waitForFunction((text) => JSON.stringify(localStorage).includes(text), name);
    await hasKept('Grace');
    await send(tab);
    await untilStatus(tab, 'sent');
    await form.getByLabel('Name').focus();
    await form.getByLabel('Email').focus();
    await hasKept('Ada');
    await page.reload();
    await awaitScript(page);
    expect(await form.getByLabel('Name').inputValue()).toBe('Ada');
    await tab.reload();
    await awaitScript(tab);
    expect(await tab.getByLabel('Name').inputValue()).toBe('Ada');
    // What is sent as it is here is not kept again: it would be sent twice.
    await send(tab);
    await untilStatus(tab, 'sent');
    await page.reload();
    await awaitScript(page);
    expect(await form.getByLabel('Name').inputValue()).toBe('');
    await tab.close();
  });

  it('goes on step by step', async () => {
    const { page, count } = await openPage('/contact-forms/32');
    await page.getByText('Step 1 of 2').waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.locator('.form-not-valid-tip').waitFor();
    await page.getByLabel('You').press('Enter');
    await page.getByLabel('You').fill('Ada');
    await page.getByLabel('You').press('Enter');
    await page.getByText('Step 2 of 2').waitFor();
    expect(count('/feedback')).toBe(0);
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('Step 2 of 2').waitFor();
    await checkAxe(page);
    await page.getByRole('button', { name: 'Finish' }).click();
    await untilStatus(page, 'sent');
    await page.getByText('Step 1 of 2').waitFor({ state: 'attached' });
  });

  it('goes on by Enter while a box of a later step is not checked, and is not sent before it is [5.1/33]', async () => {
    const { page, count } = await openPage('/contact-forms/34');
    await page.getByLabel('You').press('Enter');
    await page.getByText('Step 2 of 2').waitFor();
    await page.getByLabel('Piece').fill('A jug');
    await page.getByLabel('Piece').press('Enter');
    expect([await page.getByRole('button', { name: 'Finish' }).isDisabled(), count('/feedback')]).toEqual([true, 0]);
    await page.getByText('I agree').click();
    await page.getByLabel('Piece').press('Enter');
    await untilStatus(page, 'sent');
  });

  it('that was posted before its script ran shows the first step with an error or without an acceptance', async () => {
    const { page } = await openPage('/contact-forms/34');
    await page.locator('form.form-form').evaluate((form: HTMLFormElement) => form.submit());
    await page.locator('.contact-form.js form.invalid').waitFor();
    await page.getByText('Step 2 of 2').waitFor();
    expect(await page.locator('[data-name="piece"] .form-not-valid-tip').isVisible()).toBe(true);
    expect(await page.getByLabel('You').isVisible()).toBe(false);
    await page.getByLabel('Piece').evaluate((input: HTMLInputElement) => (input.value = 'A jug'));
    await page.locator('form.form-form').evaluate((form: HTMLFormElement) => form.submit());
    await page.locator('.contact-form.js form.unaccepted').waitFor();
    await page.getByText('Step 2 of 2').waitFor();
    expect(await page.getByText('I agree').isVisible()).toBe(true);
  });

  it('stays at a step with an error, and goes to its first box', async () => {
    const { page } = await openPage('/contact-forms/35');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.locator('[data-name="size"] .form-not-valid-tip').waitFor();
    await expect.poll(() => page.getByLabel('Small').evaluate((box) => box === document.activeElement)).toBe(true);
    expect(await page.getByText('Step 1 of 2').isVisible()).toBe(true);
  });

  it('can be sent without the acceptance of a group that is not shown [5.1/33]', async () => {
    const { page } = await openPage('/contact-forms/33');
    const button = page.getByRole('button', { name: 'Send' });
    await page.getByText('Business', { exact: true }).click();
    await expect.poll(() => button.isDisabled()).toBe(true);
    await page.getByText('Person').click();
    await expect.poll(() => button.isDisabled()).toBe(false);
    expect(await page.getByLabel('I order for a business').isVisible()).toBe(false);
    await page.getByText('Business', { exact: true }).click();
    await expect.poll(() => button.isDisabled()).toBe(true);
    await page.getByText('Person').click();
    await send(page);
    await untilStatus(page, 'sent');
  });
});

describe('forms on one page', () => {
  it('have unit tags of their own, share one schema call, and answer apart [2.7/1] [2.7/7] [3.1/7] [7.1/2] [8.1/6]', async () => {
    const { page, watch, count } = await openPage('/three-forms');
    const tags = await page
      .locator('[name="_form_unit_tag"]')
      .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
    expect(tags).toEqual(['form-f30-p7-o1', 'form-f30-p7-o2', 'form-f31-p7-o3']);
    await expect.poll(() => [count('/30/feedback/schema'), count('/31/feedback/schema')]).toEqual([1, 1]);
    await page.getByText('Error: This contact form is placed in the wrong place.').waitFor();
    await page.locator('#form-f30-p7-o2').getByRole('button', { name: 'Send' }).click();
    await page.locator('#form-f30-p7-o2 form.invalid').waitFor();
    expect(await page.locator('form.invalid').count()).toBe(1);
    expect(watch.problems()).toEqual([]);
  });
});

describe('a form with a quiz and an acceptance', () => {
  it.each([390, 1280])(
    'fetches what cached pages lack, and is sent when both are given, at %i px [3.1/28] [5.1/33] [7.1/4] [2.7/11] [2.7/16]',
    async (width) => {
      const { page, watch, count } = await openPage('/contact', { width });
      const html = await (await page.request.get('/contact')).text();
      expect(html).not.toContain('Two and three');
      await page.getByText('Two and three?').waitFor();
      const go = page.getByRole('button', { name: 'Go' });
      expect([await go.isDisabled(), count('/refill')]).toEqual([true, 1]);
      await page.getByText('I agree').click();
      await page.getByLabel('Topic').fill(`Plates at ${width}`);
      await page.getByLabel('Two and three?').fill('4');
      const hash = page.locator('[name="_form_quiz_answer_sum"]');
      const first = await hash.inputValue();
      await go.click();
      await untilStatus(page, 'invalid');
      expect(await page.locator('[data-name="sum"] .form-not-valid-tip').textContent()).toContain('not correct');
      expect(await hash.inputValue()).not.toBe(first);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await checkAxe(page);
      await page.getByLabel('Two and three?').fill('5');
      await go.click();
      await untilStatus(page, 'sent');
      await page.getByRole('button', { name: 'Send another message' }).click();
      await expect.poll(() => go.isDisabled()).toBe(true);
      expect(watch.problems()).toEqual([]);
    },
  );

  it('without script, the page that asks for an acceptance names and links it [2.7/9] [2.7/11] [4.1/6]', async () => {
    const { page } = await open.sharedShopper({ hasScript: false });
    await page.goto('/contact-forms/34');
    await page.getByLabel('Piece').fill('A jug');
    const box = page.getByLabel('I agree');
    expect(await box.getAttribute('aria-invalid')).toBe('false');
    await page.getByRole('button', { name: 'Finish' }).click();
    await untilStatus(page, 'unaccepted');
    const answer = page.locator('.screen-reader-response');
    const asked = 'Terms: Please accept the terms before you send the form.';
    expect(await answer.locator('li').allTextContents()).toEqual([asked]);
    expect(await answer.getByRole('link', { name: asked }).getAttribute('href')).toBe(
      `#${await box.getAttribute('id')}`,
    );
    expect(await box.getAttribute('aria-invalid')).toBe('true');
    expect(await page.locator('[data-name="terms"] .form-not-valid-tip').textContent()).toContain('accept the terms');
    await checkAxe(page);
    await page.getByText('I agree').click();
    await page.getByRole('button', { name: 'Finish' }).click();
    await untilStatus(page, 'sent');
  });

  it('works without script: an uncached page keeps what was typed, lists what is wrong, and asks the quiz [2.7/8] [2.7/9]', async () => {
    const { page } = await open.sharedShopper({ hasScript: false });
    await page.goto('/contact');
    expect(await page.getByLabel('Sum').isVisible()).toBe(false);
    await page.getByLabel('Topic').fill('Plates');
    await page.getByText('I agree').click();
    await page.getByRole('button', { name: 'Go' }).click();
    await page.waitForURL('**/contact-forms/31#form-f31-o1');
    expect(await page.getByLabel('Topic').inputValue()).toBe('Plates');
    expect(await page.getByLabel('I agree').isChecked()).toBe(true);
    const answer = page.locator('.screen-reader-response');
    expect(await answer.textContent()).toMatch(/need your attention.*Sum: This answer is not correct/);
    expect(await answer.evaluate((element) => element.getBoundingClientRect().height)).toBeGreaterThan(50);
    // To a link and back.
    await page.goto('/shop');
    await page.goBack();
    expect(await page.getByLabel('Topic').inputValue()).toBe('Plates');
    await page.getByLabel('Two and three?').fill('5');
    await checkAxe(page);
    await page.getByRole('button', { name: 'Go' }).click();
    await untilStatus(page, 'sent');
    expect(await response(page).textContent()).toContain('Thank you');
    expect(await answer.textContent()).toContain('Thank you');
    expect(await page.getByLabel('Topic').inputValue()).toBe('');
  });
});
