import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { botChecks, createChallengeWidget, createScoreCheck, proofOfWork } from '#features/bot-check/index.ts';
import { readCaptcha } from '#features/contact-forms/challenges/captcha.ts';
import { contactFormSources } from '#features/contact-forms/ports.ts';
import { defineContactForms } from '#features/contact-forms/sources/find-forms.ts';
import { definePages, initialContent } from '#features/content/index.ts';
import type { FormBlockInput } from '#features/form-definitions/definition/blocks.ts';
import type { ContactFormInput } from '#features/form-definitions/definition/form.ts';
import { providePort } from '#platform/features/ports.ts';
import { checkAxe, letThrough, useOpenShop, waitForHydration } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { startSiteVerify } from '#tests/support/site-verify.ts';

const database = useDatabase();
const service = await startSiteVerify();
afterAll(() => service.stop());

const who: FormBlockInput = { kind: 'text', name: 'who', label: 'Name', required: true };
const send: FormBlockInput = { kind: 'submit', label: 'Send' };
const guarded: ContactFormInput = {
  id: 40,
  title: 'Guarded',
  layout: [
    who,
    { kind: 'captcha-image', name: 'picture' },
    { kind: 'captcha', name: 'picture', label: 'Characters' },
    { kind: 'quiz', name: 'sum', label: 'Sum', questions: [{ question: 'Two and three?', answer: '5' }] },
    {
      kind: 'radio',
      name: 'topic',
      label: 'Topic',
      options: [{ value: 'Glaze' }, { value: 'Clay' }],
    },
    { kind: 'acceptance', name: 'terms', content: [{ text: 'I agree' }] },
    send,
  ],
  settings: { botCheck: 'never' },
};
const checked = (id: number): ContactFormInput => ({
  id,
  title: `Checked ${id}`,
  layout: [who, send],
  settings: { botCheck: 'always' },
});

const options = { siteKey: 'site-key', secret: service.secret, script: `${service.origin}/api.js` };
const verify = `${service.origin}/siteverify`;
const origins = { script: [service.origin] };
const score = createScoreCheck({ ...options, verify, origins, global: 'testscore' });
const widget = createChallengeWidget({ ...options, verify, origins, global: 'testwidget' });
const byForm = new Map([
  ['form 41', proofOfWork],
  ['form 42', score.check],
  ['form 43', widget.check],
  ['form 44', widget.check],
]);
const findCheck = (key: string) => byForm.get(key) ?? proofOfWork;

const many = 1_000_000;
const open = useOpenShop(database, {
  env: { LOG_LEVEL: 'fatal' },
  choices: {
    features: [score.feature, widget.feature],
    provides: [
      ...providePort(contactFormSources, [defineContactForms([guarded, ...[41, 42, 43, 44].map(checked)])]),
      ...providePort(initialContent, [
        definePages([
          { slug: 'two', title: 'Two', html: '<p>[contact-form id="43"]</p><p>[contact-form id="44"]</p>' },
        ]),
      ]),
      ...providePort(botChecks, [
        {
          id: 'by-form',
          prepare: (shop, subject, field) => findCheck(subject.key).prepare(shop, subject, field),
          verify: (shop, subject, answer) => findCheck(subject.key).verify(shop, subject, answer),
        },
      ]),
    ],
    settings: {
      'bot-check': { use: 'by-form', iterations: 100 },
      'contact-forms': {
        ...{ minSeconds: 0, maxRepeats: 1000 },
        perHour: { visitor: many, network: many, form: many, calls: many },
      },
    },
  },
});
beforeAll(() => open.app);

async function openForm(id: number, { width = 1280 } = {}) {
  const shopper = await open.sharedShopper();
  const { page } = shopper;
  await page.setViewportSize({ width, height: 900 });
  await page.goto(`/contact-forms/${id}`);
  await page.locator('.contact-form.js').waitFor();
  return shopper;
}
const untilStatus = (page: Page, status: string) =>
  page.locator(`form.form-form.${status}`).waitFor({ state: 'attached' });
/** The same message twice would be answered as before. */
const fillInName = (page: Page) => page.locator('[name="who"]').fill(randomUUID());
const pressSend = (page: Page) => page.getByRole('button', { name: 'Send' }).click();
const response = (page: Page) => page.locator('.form-response-output');
const challenge = (page: Page) => page.locator('[name="_form_captcha_challenge_picture"]');
/** Right answers of the challenges that the form shows. */
async function solve(page: Page) {
  const number = await challenge(page).inputValue();
  await page.getByLabel('Characters').fill(readCaptcha(open.app.shop, 40, 'picture', number)?.answer ?? '');
  await page.locator('[name="sum"]').fill('5');
}
const checkField = '[data-form-check] [name="_form_captcha_response"]';
const checkAnswer = (page: Page) => page.locator(checkField);
/** What the service's widget calls when it has a token, when that has expired, and when it fails. */
const callBack = (page: Page, name: 'callback' | 'expired-callback' | 'error-callback', token?: string) =>
  page.locator('[data-widget]').dispatchEvent(name, { detail: token });
/** Waits for a check that is not the one before, until its script listens. */
async function awaitCheck(page: Page) {
  await page.locator('[data-form-check]:not([data-used])').waitFor({ state: 'attached' });
  await waitForHydration(page, '[data-form-check] vt-behaviour');
  await page.locator('[data-form-check]').evaluate((place: HTMLElement) => {
    place.dataset.used = '';
  });
}
async function readLast(): Promise<{ readonly status: string; readonly reasons: readonly string[] }> {
  const { rows } = await database.pool.query('select status, reasons from contact_messages order by id desc limit 1');
  return rows[0];
}

type Change = readonly [from: string, to: string, attribute: string, hasClass: boolean];

describe('a form with image and quiz', () => {
  it('has new ones after each answer and after it was sent [3.1/27] [3.1/28] [2.7/15] [2.7/16] [4.1/13]', async () => {
    const { page } = await openForm(40);
    // Without its schema the form would validate once more after it was sent.
    await page.waitForFunction(
      () => (document.querySelector('form.form-form') as unknown as { form: { schema?: object } }).form.schema,
    );
    await page.evaluate(() => {
      const seen: unknown[] = [];
      Reflect.set(window, 'changes', seen);
      document.addEventListener('formstatuschanged', (event) => {
        const { status, prevStatus } = (event as CustomEvent).detail;
        const form = event.target as HTMLElement;
        seen.push([prevStatus, status, form.dataset.status, form.classList.contains(status)]);
      });
    });
    const image = page.locator('img.form-captcha-picture');
    const readFile = async () => /(\d+)\.png$/.exec((await image.getAttribute('src')) ?? '')?.[1];
    const first = await challenge(page).inputValue();
    expect(await readFile()).toBe(first);
    await fillInName(page);
    await page.getByLabel('Characters').fill('wrong');
    await page.locator('[name="sum"]').fill('6');
    await page.getByText('I agree').click();
    await pressSend(page);
    await untilStatus(page, 'invalid');
    expect(await page.locator('.form-not-valid-tip').count()).toBe(2);
    const second = await challenge(page).inputValue();
    expect(second).not.toBe(first);
    expect(await readFile()).toBe(second);
    expect(await page.getByLabel('Characters').inputValue()).toBe('');
    expect(
      await image.evaluate((element: HTMLImageElement) => element.decode().then(() => element.naturalWidth)),
    ).toBeGreaterThan(90);
    await solve(page);
    const refill = page.waitForResponse('**/refill');
    await pressSend(page);
    await untilStatus(page, 'sent');
    const { captcha, quiz } = await (await refill).json();
    expect(captcha.picture).toContain(await challenge(page).inputValue());
    expect(await page.locator('[name="_form_quiz_answer_sum"]').inputValue()).toBe(quiz.sum[1]);
    const changes = await page.evaluate(() => Reflect.get(window, 'changes') as unknown as readonly Change[]);
    expect(changes.map(([from, to]) => `${from}>${to}`).filter((change) => !change.includes('validating'))).toEqual([
      ...['init>submitting', 'submitting>invalid', 'invalid>submitting', 'submitting>sent'],
      ...['sent>resetting', 'resetting>sent'],
    ]);
    expect(changes.every(([, to, attribute, hasClass]) => to === attribute && hasClass)).toBe(true);
    expect(changes.slice(1).every(([from], index) => from === changes[index]?.[1])).toBe(true);
  });

  it('can be filled in and sent with the keyboard alone, and axe finds nothing in any state [6/2]', async () => {
    const { page } = await openForm(40);
    await checkAxe(page);
    const held = Promise.withResolvers<void>();
    await page.route('**/feedback', async (route) => {
      await held.promise;
      await route.continue();
    });
    const order: (string | null)[] = [];
    await page.locator('[name="who"]').focus();
    for (let count = 0; count < 6; count += 1) {
      order.push(
        await page.evaluate(
          () => document.activeElement?.getAttribute('name') ?? document.activeElement?.getAttribute('type') ?? null,
        ),
      );
      const name = order.at(-1);
      if (name === 'who') await page.keyboard.type('Ada');
      if (name === 'picture') {
        const answer = readCaptcha(open.app.shop, 40, 'picture', await challenge(page).inputValue())?.answer ?? '';
        await page.keyboard.type(answer);
      }
      if (name === 'sum') await page.keyboard.type('5');
      if (name === 'topic') await page.keyboard.press('Space');
      if (name === 'terms') await page.keyboard.press('Space');
      if (count < 5) await page.keyboard.press('Tab');
    }
    expect(order).toEqual(['who', 'picture', 'sum', 'topic', 'terms', 'submit']);
    await page.keyboard.press('Enter');
    await untilStatus(page, 'submitting');
    await checkAxe(page);
    held.resolve();
    await untilStatus(page, 'sent');
    await checkAxe(page);
    expect(await page.locator('.screen-reader-response [role="status"]').textContent()).toContain('Thank you');
    expect(await readLast()).toMatchObject({ status: 'new' });
  });

  it('needs no sideways scroll at 390 px and 200 % zoom, also with errors', async () => {
    const { page } = await openForm(40, { width: 195 });
    await page.getByText('I agree').click();
    await pressSend(page);
    await untilStatus(page, 'invalid');
    const [wide, shown] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
    expect(wide).toBeLessThanOrEqual(shown ?? 0);
  });
});

describe('a form that asks for a check', () => {
  it('works for the shopper, who sends one message after the other', async () => {
    const { page } = await openForm(41);
    for (let count = 0; count < 2; count += 1) {
      await awaitCheck(page);
      await page.getByText('Done. You can continue.').waitFor();
      await fillInName(page);
      const next = page.waitForResponse('**/check');
      await pressSend(page);
      await untilStatus(page, 'sent');
      await next;
      expect(await readLast()).toEqual({ status: 'new', reasons: [] });
      await page.getByRole('button', { name: 'Send another message' }).click();
    }
  });

  it('sends a message that is quicker than its check once, with the answer', async () => {
    const { page } = await openForm(41);
    await page.getByText('Done. You can continue.').waitFor();
    await fillInName(page);
    const { promise: pressed, resolve: load } = Promise.withResolvers<void>();
    await page.route('**/check', async (route) => {
      await pressed;
      await route.continue();
    });
    await pressSend(page);
    await untilStatus(page, 'sent');
    await page.getByRole('button', { name: 'Send another message' }).click();
    await fillInName(page);
    let sent = 0;
    page.on('request', (request) => {
      sent += request.url().endsWith('/feedback') ? 1 : 0;
    });
    const answered = page.waitForResponse('**/feedback');
    await pressSend(page);
    await pressSend(page);
    load();
    await answered;
    await untilStatus(page, 'sent');
    expect(await readLast()).toEqual({ status: 'new', reasons: [] });
    expect(sent).toBe(1);
  });

  it('sends a token of the service with each message [7.1/5] [2.7/17]', async () => {
    const { page } = await openForm(42);
    for (let count = 0; count < 2; count += 1) {
      await awaitCheck(page);
      await fillInName(page);
      const sent = page.waitForRequest('**/feedback');
      await pressSend(page);
      expect((await sent).postData()).toMatch(/name="_form_captcha_response"\s+browser-contactform-/);
      await untilStatus(page, 'sent');
      expect(await readLast()).toEqual({ status: 'new', reasons: [] });
      await page.getByRole('button', { name: 'Send another message' }).click();
    }
  });

  it('waits for the widget', async () => {
    const { page } = await openForm(43);
    await fillInName(page);
    await page.getByRole('button', { name: 'I am a person' }).waitFor();
    await pressSend(page);
    await page.getByText('Please complete the security check').waitFor();
    await page.getByRole('button', { name: 'I am a person' }).click();
    await pressSend(page);
    await untilStatus(page, 'sent');
    expect(await readLast()).toEqual({ status: 'new', reasons: [] });
  });

  it('asks again when the answer of the widget has expired', async () => {
    const { page } = await openForm(43);
    await fillInName(page);
    await page.getByRole('button', { name: 'I am a person' }).click();
    await expect.poll(() => checkAnswer(page).inputValue()).not.toBe('');
    await callBack(page, 'expired-callback');
    await pressSend(page);
    await page.getByText('Please complete the security check').waitFor();
    await page.getByRole('button', { name: 'I am a person' }).click();
    await page.getByText('Please complete the security check').waitFor({ state: 'detached' });
    await pressSend(page);
    await untilStatus(page, 'sent');
    expect(await readLast()).toEqual({ status: 'new', reasons: [] });
  });

  it('is sent without an answer when the widget has failed, and waits for staff', async () => {
    const { page } = await openForm(43);
    await fillInName(page);
    await page.getByRole('button', { name: 'I am a person' }).waitFor();
    await callBack(page, 'error-callback');
    await page
      .getByText('The security check did not work in this browser. Please try another one, or contact us:')
      .waitFor();
    await pressSend(page);
    await untilStatus(page, 'spam');
    expect(await readLast()).toEqual({ status: 'quarantine', reasons: ['bot-check-missing'] });
  });

  it('keeps the answer when sending fails, so that the same message can be sent again', async () => {
    const { page } = await openForm(43);
    await fillInName(page);
    await page.getByRole('button', { name: 'I am a person' }).click();
    await expect.poll(() => checkAnswer(page).inputValue()).not.toBe('');
    const answer = await checkAnswer(page).inputValue();
    await page.route('**/feedback', (route) => route.abort());
    await pressSend(page);
    await untilStatus(page, 'failed');
    expect(await checkAnswer(page).inputValue()).toBe(answer);
    await letThrough(page, '**/feedback');
    await pressSend(page);
    await untilStatus(page, 'sent');
    expect(await readLast()).toEqual({ status: 'new', reasons: [] });
  });

  it('keeps a message whose answer the service refuses, and has a new widget for the next one', async () => {
    const { page } = await openForm(43);
    await fillInName(page);
    await page.getByRole('button', { name: 'I am a person' }).waitFor();
    await callBack(page, 'callback', 'forged');
    const next = page.waitForResponse('**/check');
    await pressSend(page);
    await untilStatus(page, 'spam');
    expect(await readLast()).toEqual({ status: 'quarantine', reasons: ['bot-check-failed'] });
    await next;
    await expect.poll(() => checkAnswer(page).inputValue()).toBe('');
    await fillInName(page);
    await page.getByRole('button', { name: 'I am a person' }).click();
    await expect.poll(() => checkAnswer(page).inputValue()).not.toBe('');
    await pressSend(page);
    await untilStatus(page, 'sent');
    expect(await readLast()).toEqual({ status: 'new', reasons: [] });
  });

  it('has a widget of its own beside another form', async () => {
    const { page } = await open.sharedShopper();
    await page.goto('/pages/two');
    const forms = [43, 44].map((id) => page.locator(`[data-form-id="${id}"]`));
    for (const form of forms) {
      await form.scrollIntoViewIfNeeded();
      await form.getByRole('button', { name: 'I am a person' }).waitFor();
    }
    const [first, second] = forms;
    await first?.getByRole('button', { name: 'I am a person' }).click();
    await expect.poll(() => first?.locator(checkField).inputValue()).not.toBe('');
    expect(await second?.locator(checkField).inputValue()).toBe('');
    await second?.locator('[name="who"]').fill(randomUUID());
    await second?.getByRole('button', { name: 'Send' }).click();
    await second?.getByText('Please complete the security check').waitFor();
    expect(await first?.getByText('Please complete the security check').count()).toBe(0);
    await first?.locator('[name="who"]').fill(randomUUID());
    await first?.getByRole('button', { name: 'Send' }).click();
    await first?.locator('form.sent').waitFor({ state: 'attached' });
    expect(await readLast()).toEqual({ status: 'new', reasons: [] });
    expect(await second?.locator('form').getAttribute('data-status')).not.toBe('sent');
  });

  it.each([42, 43])('is kept when the script of the service is blocked: form %i', async (id) => {
    const { page } = await openForm(41);
    await page.route(`${service.origin}/**`, (route) => route.abort());
    await page.goto(`/contact-forms/${id}`);
    await page.locator('[data-form-check]').waitFor({ state: 'attached' });
    if (id === 43)
      await page
        .getByText('The security check did not work in this browser. Please try another one, or contact us:')
        .waitFor();
    await fillInName(page);
    await pressSend(page);
    await untilStatus(page, 'spam');
    expect(await response(page).textContent()).toContain('your message has arrived');
    expect(await readLast()).toEqual({ status: 'quarantine', reasons: ['bot-check-missing'] });
  });
});

describe('what developers read in the console', () => {
  const readErrors = async (page: Page, act: () => Promise<unknown>, text: string) => {
    const error = page.waitForEvent('console', {
      predicate: (message) => message.type() === 'error' && message.text().includes(text),
    });
    await act();
    return (await error).text();
  };

  it('is the status of a call that failed, and the form goes on [8.1/5]', async () => {
    const { page } = await openForm(40);
    await page.route('**/feedback', (route) => route.fulfill({ status: 503, body: 'Down' }));
    await page.getByText('I agree').click();
    const text = await readErrors(page, () => pressSend(page), 'feedback');
    expect(text).toMatch(/^POST \/api\/contact-forms-api\/v1\/contact-forms\/40\/feedback: 503 /);
    await untilStatus(page, 'failed');
  });

  it('is a browser without fetch, and a form without configuration, which then are posted [8.1/7] [8.1/8]', async () => {
    const { page } = await open.shopper();
    await page.addInitScript(() => Reflect.set(window, 'fetch', undefined));
    await readErrors(page, () => page.goto('/contact-forms/41'), 'Your browser does not support window.fetch().');
    expect(await page.locator('.contact-form.no-js').count()).toBe(1);
    const other = await open.shopper();
    await other.page.route('**/contact-forms/41', async (route) => {
      const reply = await route.fetch();
      await route.fulfill({ response: reply, body: (await reply.text()).replace('data-contact-form=', 'data-other=') });
    });
    await readErrors(other.page, () => other.page.goto('/contact-forms/41'), 'A contact form has no configuration.');
    await fillInName(other.page);
    await pressSend(other.page);
    await other.page.getByText('your message has arrived').first().waitFor();
  });
});
