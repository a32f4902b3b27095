import type { Page, Request } from '@playwright/test';
import { beforeAll, describe, expect, it } from 'vitest';
import { contactFormSources } from '#features/contact-forms/ports.ts';
import { defineContactForms } from '#features/contact-forms/sources/find-forms.ts';
import type { ContactFormInput } from '#features/form-definitions/index.ts';
import { providePort } from '#platform/features/ports.ts';
import { useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';

const form: ContactFormInput = {
  id: 60,
  title: 'Elsewhere',
  messages: { invalid_required: 'Say <b>who</b> & "why", not &lt;nobody&gt;' },
  layout: [
    { kind: 'text', name: 'who', label: 'Name', required: true },
    { kind: 'text', name: 'reach', label: 'Reach' },
    {
      kind: 'element',
      name: 'div',
      attributes: { class: 'novalidate' },
      content: [{ kind: 'email', name: 'free', label: 'Free' }],
    },
    { kind: 'quiz', name: 'sum', label: 'Sum', questions: [{ question: 'Two and three?', answer: '5' }] },
    { kind: 'captcha-image', name: 'picture' },
    { kind: 'captcha', name: 'picture', label: 'Characters' },
    { kind: 'submit', label: 'Send' },
  ],
};

const open = useOpenShop(useDatabase(), {
  choices: {
    wire: { formPrefix: 'plug', formNamespace: 'plugin' },
    provides: providePort(contactFormSources, [defineContactForms([form])]),
    settings: { 'contact-forms': { botCheck: 'never' } },
  },
});
beforeAll(() => open.app);

const unit = 'plug-f60-o1';
const picture = (number: number) => `/uploads/captcha/${number}.png`;

/** Rules as the plugin's server sends them: with some of its own, nested ones, and thresholds as text. */
const schema = {
  ...{ version: '6.1.1', locale: 'en_US' },
  rules: [
    { rule: 'required', field: 'who', error: 'Please fill out this field.' },
    { rule: 'maxlength', field: 'who', threshold: '9', error: 'This field has a too long input.' },
    { rule: 'stripslashes', field: 'who', error: 'A rule of an add-on' },
    { rule: 'email', field: 'free', error: 'Not an address' },
    {
      ...{ rule: 'any', field: 'reach', error: 'Neither address nor number' },
      rules: [{ rule: 'email' }, { rule: 'all', rules: [{ rule: 'tel' }, { rule: 'minlength', threshold: 8 }] }],
    },
  ],
};

const invalid = {
  ...{ contact_form_id: 60, status: 'validation_failed', message: 'One or more fields have an error.' },
  ...{ posted_data_hash: '', into: `#${unit}` },
  invalid_fields: [
    {
      ...{ field: 'who', message: 'You can&#039;t be &lt;nobody&gt;.', idref: null },
      ...{ error_id: `${unit}-ve-who`, into: 'span.plug-form-control-wrap[data-name="who"]' },
    },
  ],
  ...{ captcha: { picture: picture(11) }, quiz: { sum: ['1+1=?', 'hash-of-2'] } },
};

const sent = {
  ...{ contact_form_id: 60, status: 'mail_sent', message: 'Thank you for your message.', posted_data_hash: 'a1b2' },
  ...{ into: `#${unit}`, invalid_fields: [], captcha: { picture: picture(12) }, quiz: { sum: ['1+2=?', 'hash-of-3'] } },
};

/** Answers the calls of forms as a server of the plugin does: everything with 200, nothing as an empty list. */
async function answerAsPlugin(page: Page): Promise<readonly Request[]> {
  const requests: Request[] = [];
  const replies: unknown[] = [invalid, sent];
  await page.route(/\/captcha\/.*\.png$/, (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  );
  await page.route(/\/v1\/contact-forms\/60\/(?:feedback|refill)/, async (route) => {
    const request = route.request();
    requests.push(request);
    if (request.url().endsWith('/feedback/schema')) return route.fulfill({ json: schema });
    if (request.url().endsWith('/refill')) return route.fulfill({ json: [] });
    return route.fulfill({ json: replies.shift() });
  });
  return requests;
}

/** What is in the page when events come, and whether their detail is one object. */
const recordMoments = (page: Page) =>
  page.evaluate(() => {
    const moments: unknown[] = [];
    let shared: unknown;
    Reflect.set(window, 'moments', moments);
    for (const name of ['beforesubmit', 'statuschanged', 'invalid', 'mailsent', 'submit', 'reset'])
      document.addEventListener(`plug${name}`, (event) => {
        const { detail, target } = event as CustomEvent;
        if (detail.status === 'validating' || detail.prevStatus === 'validating') return;
        if (name === 'beforesubmit') shared = detail;
        const element = target as HTMLFormElement;
        moments.push({
          event: name === 'statuschanged' ? detail.status : name,
          isShared: detail === shared,
          name: element.querySelector<HTMLInputElement>('[name="who"]')?.value,
          tips: element.querySelectorAll('.plug-not-valid-tip').length,
          message: element.querySelector('.plug-response-output')?.textContent,
          hash: element.querySelector<HTMLInputElement>('[name="_plug_posted_data_hash"]')?.value,
        });
      });
  });
const readMoments = (page: Page) => page.evaluate(() => Reflect.get(window, 'moments') as unknown[]);

async function openForm() {
  const { page } = await open.sharedShopper();
  const requests = await answerAsPlugin(page);
  await page.goto('/contact-forms/60');
  await page.locator('.contact-form.js').waitFor();
  await recordMoments(page);
  const send = () => page.getByRole('button', { name: 'Send' }).click();
  return { page, requests, send, form: page.locator('form.plug-form') };
}

const poll = <Value>(read: () => Value) => expect.poll(read);

describe('the script of the shop with the calls of a server of the plugin', () => {
  it('asks as the plugin does, and shows what it answers [3.1/23-28] [7.1/1-4]', async () => {
    const { page, requests, form, send } = await openForm();
    await form.getByLabel('Name').fill('Ada');
    await send();
    await page.locator('form.invalid').waitFor();
    const tip = form.locator('[data-name="who"] .plug-not-valid-tip');
    expect(await tip.textContent()).toBe("You can't be <nobody>.");
    expect(await page.locator(`li#${unit}-ve-who`).textContent()).toBe("Name: You can't be <nobody>.");
    expect(await form.locator('.plug-quiz-label').textContent()).toBe('1+1=?');
    expect(await form.locator('[name="_plug_quiz_answer_sum"]').inputValue()).toBe('hash-of-2');
    expect(await form.locator('img.plug-captcha-picture').getAttribute('src')).toBe(picture(11));
    expect(await form.locator('[name="_plug_captcha_challenge_picture"]').inputValue()).toBe('11');
    await send();
    await page.locator('form.sent').waitFor({ state: 'attached' });
    const feedback = requests.find((request) => request.url().endsWith('/feedback'));
    const headers = await feedback?.allHeaders();
    expect(feedback?.method()).toBe('POST');
    expect(headers?.['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    for (const request of requests) expect((await request.allHeaders()).accept).toContain('application/json');
    expect(Object.keys(headers ?? {}).filter((name) => name.includes('nonce'))).toEqual([]);
    const names = [...(feedback?.postData() ?? '').matchAll(/; name="([^"]+)"/g)].map(([, name]) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        ...[
          '_plug',
          '_plug_version',
          '_plug_locale',
          '_plug_unit_tag',
          '_plug_container_post',
          'who',
          'sum',
          'picture',
        ],
        ...['_plug_posted_data_hash', '_plug_quiz_answer_sum', '_plug_captcha_challenge_picture'],
      ]),
    );
  });

  it('changes the page in the order of the plugin, with one detail for all events of a message [4.1/13-23] [3.1/26]', async () => {
    const { page, form, send } = await openForm();
    await form.getByLabel('Name').fill('Ada');
    await send();
    await page.locator('form.invalid').waitFor();
    await poll(() => form.locator('.plug-not-valid-tip').count()).toBe(1);
    await send();
    await poll(async () => JSON.stringify(await readMoments(page))).toContain('"reset"');
    const ofMessage = { name: 'Ada', tips: 0, message: '', hash: '' };
    const own = { ...ofMessage, isShared: false };
    const shared = { ...ofMessage, isShared: true };
    // The browser empties the controls after the event that begins a reset.
    const resetting = { name: 'Ada', tips: 0, message: '', hash: 'a1b2', isShared: false };
    const cleared = { ...resetting, name: '' };
    expect(await readMoments(page)).toEqual([
      ...[
        { event: 'beforesubmit', ...shared },
        { event: 'submitting', ...own },
        { event: 'invalid', ...own },
      ],
      ...[
        { event: 'invalid', ...shared },
        { event: 'submit', ...shared },
      ],
      ...[
        { event: 'beforesubmit', ...shared },
        { event: 'submitting', ...own },
        { event: 'sent', ...own },
      ],
      ...[
        { event: 'mailsent', ...shared },
        { event: 'submit', ...shared },
        { event: 'resetting', ...resetting },
      ],
      ...[
        { event: 'sent', ...cleared, message: sent.message },
        { event: 'reset', ...cleared, message: sent.message },
      ],
    ]);
  });

  it('reads its rules: nested ones, thresholds as text, none of unknown names; and leaves fields alone that ask for it [3.1/8-12] [5.1/29] [5.1/30]', async () => {
    const { form } = await openForm();
    const errors = () => form.locator('.plug-not-valid-tip').allTextContents();
    const type = async (label: string, text: string) => {
      await form.getByLabel(label).fill(text);
      await form.getByLabel(label).blur();
    };
    await type('Name', 'Ada Lovelace');
    await poll(errors).toEqual(['This field has a too long input.']);
    await type('Name', 'Ada');
    await poll(errors).toEqual([]);
    for (const wrong of ['nowhere', '1234567']) {
      await type('Reach', wrong);
      await poll(errors).toEqual(['Neither address nor number']);
    }
    await type('Free', 'no address');
    await type('Reach', '12345678');
    await poll(errors).toEqual([]);
  });
});

describe('messages of a shop that look like HTML', () => {
  it('are text before a form is sent, after it, and without script [3.1/10] [3.1/25] [5.1/31]', async () => {
    const message = 'Say <b>who</b> & "why", not &lt;nobody&gt;';
    const { page } = await open.sharedShopper();
    await page.goto('/contact-forms/60');
    await page.locator('.contact-form.js').waitFor();
    const name = page.getByLabel('Name');
    const readMessages = async () => [
      await page.locator('[data-name="who"] .plug-not-valid-tip').textContent(),
      await page.locator(`li#${unit}-ve-who`).textContent(),
    ];
    await name.fill(' ');
    await name.blur();
    await poll(readMessages).toEqual([message, `Name: ${message}`]);
    const answered = page.waitForResponse('**/feedback');
    await page.getByRole('button', { name: 'Send' }).click();
    await answered;
    await page.locator('form.invalid').waitFor();
    await poll(readMessages).toEqual([message, `Name: ${message}`]);
    expect(await page.locator('.contact-form b').count()).toBe(0);
    const { page: plain } = await open.sharedShopper({ hasScript: false });
    await plain.goto('/contact-forms/60');
    await plain.getByRole('button', { name: 'Send' }).click();
    await plain.locator('form.invalid').waitFor();
    expect(await plain.locator(`li#${unit}-ve-who`).textContent()).toBe(`Name: ${message}`);
    expect(await plain.locator('[data-name="who"] .plug-not-valid-tip').textContent()).toBe(message);
  });
});
