import type { Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { botChecks, createChallengeWidget, createScoreCheck } from '#features/bot-check/index.ts';
import { providePort } from '#platform/features/ports.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { installOldScriptLibrary } from '#tests/support/browser/old-script-library.ts';
import { letThrough, useOpenShop, waitForHydration } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addBowl, addProduct } from '#tests/support/products.ts';
import { startSiteVerify } from '#tests/support/site-verify.ts';

/**
 * A client that knows the contract of the back-in-stock plugin's script and nothing of the shop: it reads the
 * configuration object and the markup by the plugin's names, sends what such a script sends, and shows the replies.
 */
const { database } = useDatabase();
const service = await startSiteVerify();
afterAll(() => service.stop());
const options = {
  ...{ siteKey: 'site-key', secret: service.secret },
  ...{ script: `${service.origin}/api.js`, verify: `${service.origin}/siteverify` },
  origins: { script: [service.origin] },
};
const score = createScoreCheck({ ...options, global: 'testscore' });
const widget = createChallengeWidget({ ...options, global: 'testwidget' });
const many = 1_000_000;
const names = { stockPrefix: 'plugnotify', stockShort: 'pn', captcha: 'recap', challenge: 'tile', platform: 'Plat' };
const open = useOpenShop(database, {
  choices: {
    wire: names,
    features: [score.feature, widget.feature],
    provides: providePort(botChecks, [score.check, widget.check]),
    settings: { 'stock-alerts': { script: 'plugin', perHour: { address: many, network: many, product: many } } },
  },
});

let bowl: Awaited<ReturnType<typeof addBowl>>;
const paths = { bowl: '', jar: '' };
let jar = 0;
beforeAll(async () => {
  bowl = await addBowl(open.app.shop, 0);
  jar = await addProduct(open.app.shop, { name: 'Salt jar', stock: 0 });
  const slugOf = async (id: number) =>
    (await open.app.shop.db.execute<{ slug: string }>(sql`select slug from products where id = ${id}`)).rows[0]?.slug;
  Object.assign(paths, { bowl: `/product/${await slugOf(bowl.product)}`, jar: `/product/${await slugOf(jar)}` });
});

async function set(values: Readonly<Record<string, unknown>>): Promise<void> {
  const changes = Object.entries(values).map(([key, value]) => ({ key, value, version: null }));
  expect(await changeSettings(open.app.shop, changes, 'shop')).toMatchObject({ ok: true });
}
const changed = ['form', 'phone', 'quantity', 'agree', 'botCheck'].map((name) => `stock-alerts.${name}`);
beforeEach(() => set(Object.fromEntries([...changed, 'bot-check.use'].map((name) => [name, undefined]))));

interface Library {
  (
    target: EventTarget,
  ): {
    on(name: string, handler: (event: object, variation: { readonly variation_id: number }) => void): void;
    show(): void;
    hide(): void;
    block(): void;
    unblock(): void;
  };
  blockUI(): void;
  unblockUI(): void;
}

/** Runs in the page, after the markup: it can use nothing of this file. */
function startPlugin({ stockPrefix, stockShort, captcha, challenge, platform }: typeof names): void {
  const { jQuery, Swal } = window as unknown as {
    jQuery: Library;
    Swal: { fire(options: { readonly html: string }): void };
  };
  const config = Reflect.get(window, stockPrefix) as Readonly<Record<string, string>>;
  const phoneErrors = config.phone_field_error as unknown as readonly string[];
  const findAll = <Found extends HTMLElement>(selector: string, root: ParentNode = document) => [
    ...root.querySelectorAll<Found>(selector),
  ];
  const first = <Found extends HTMLElement>(selector: string, root: ParentNode = document): Found => {
    const [found] = findAll<Found>(selector, root);
    if (!found) throw new Error(`no ${selector}`);
    return found;
  };
  const sectionClass = `${stockPrefix}-subscribe-form`;
  const isOn = (name: string) => config[name] === '1';
  const isScore = isOn(`enable_${captcha}`) && config[`is_v3_${captcha}`] === 'yes';
  const isChallenge = isOn(`enable_${challenge}`) && config.get_bot_type === challenge;

  const post = async (url: string | undefined, fields: object, headers: Readonly<Record<string, string>> = {}) => {
    const encode = (name: string, value: unknown): [string, string][] => {
      if (typeof value !== 'object' || value === null) return [[name, value == null ? '' : String(value)]];
      return Object.entries(value).flatMap(([key, each]) =>
        encode(`${name}[${Array.isArray(value) ? '' : key}]`, each),
      );
    };
    const body = new URLSearchParams(Object.entries(fields).flatMap(([name, value]) => encode(name, value)));
    return fetch(url ?? '', { method: 'POST', body, headers });
  };

  // Touches the first token and the first button of the page only.
  const renewCheck = async (action = 'subscribe_form') => {
    const [token] = findAll<HTMLInputElement>(`.${stockShort}-security`);
    const [button] = findAll<HTMLButtonElement>(`.${stockShort}stock_button`);
    if (!token || !button) return;
    if (isScore) {
      const { testscore } = window as unknown as { testscore: { execute(key: string, of: object): Promise<string> } };
      if (config[`${captcha}_site_key`] !== 'site-key') throw new Error('no site key');
      token.value = await testscore.execute('site-key', { action });
      token.dataset.renewed = 'yes';
    }
    if (!isChallenge) return;
    const { testwidget } = window as unknown as { testwidget: { render(place: Element, of: object): void } };
    const place = first(`.${challenge}`);
    place.replaceChildren();
    button.disabled = true;
    testwidget.render(place, {
      ...{ sitekey: config[`${challenge}_site_key`], theme: 'light' },
      callback: (answer: string) => {
        token.value = answer;
        button.disabled = false;
      },
    });
  };

  const judgePhone = (phone: string): string | null => {
    const digits = phone.replaceAll(/\D/g, '').length;
    if (!isOn('phone_field') || (isOn('is_phone_field_optional') && phone === '')) return null;
    if (digits === 0) return phoneErrors[0] ?? '';
    if (digits < 6) return phoneErrors[2] ?? '';
    return digits > 15 ? (phoneErrors[3] ?? '') : null;
  };
  const judge = (section: HTMLElement): string | null | undefined => {
    const read = (name: string) =>
      section.querySelector<HTMLInputElement>(`.${stockShort}stock_${name}`)?.value.trim() ?? null;
    const quantity = section.querySelector<HTMLInputElement>('.add_quantity_field')?.value;
    if (config.is_quantity_field_optional === '2' && quantity !== undefined && !(Number(quantity) > 0))
      return config.empty_quantity;
    const phoneProblem = judgePhone(read('phone') ?? '');
    if (phoneProblem !== null) return phoneProblem;
    if (read('name') === '') return config.empty_name;
    const email = read('email') ?? '';
    if (email === '') return config.empty_email;
    if (!/^[^\s@]+@[^\s@]+\.[A-Za-z0-9]{2,4}$/.test(email)) return config.invalid_email;
    const box = `.${stockShort}_iagree_checkbox_input`;
    return isOn('is_iagree_enable') && !first<HTMLInputElement>(box, section).checked ? config.iagree_error : null;
  };
  const showText = (section: HTMLElement, text: string | undefined) => {
    first(`.${stockShort}stock_output`, section).innerHTML = `<div class="${stockPrefix}error">${text}</div>`;
  };
  const send = async (section: HTMLElement) => {
    const problem = judge(section);
    if (problem !== null) return showText(section, problem);
    const read = (selector: string) => section.querySelector<HTMLInputElement>(`.${selector}`)?.value ?? '';
    const phone = read(`${stockShort}stock_phone`);
    jQuery(section).block();
    const reply = await post(
      config.ajax_url,
      {
        action: `${stockPrefix}_product_subscribe`,
        product_id: read(`${stockShort}-product-id`),
        variation_id: read(`${stockShort}-variation-id`),
        subscriber_name: read(`${stockShort}stock_name`),
        subscriber_phone: phone,
        ...(phone === '' ? {} : { subscriber_phone_meta: { iso2: 'de', name: 'Germany', dialCode: '49' } }),
        user_email: read(`${stockShort}stock_email`),
        user_id: config.user_id,
        security: read(`${stockShort}-security`),
        dataobj: config,
        custom_quantity: read('add_quantity_field'),
      },
      { [`X-${platform}-Nonce`]: config.security ?? '' },
    );
    if (reply.ok && reply.headers.get('content-type')?.startsWith('application/json'))
      first(`.${stockShort}stock_output`, section).innerHTML = (await reply.json()).msg;
    else if (!reply.ok) {
      const text = await reply.text();
      const { code = '' } = text.startsWith('{') ? JSON.parse(text) : {};
      const isNonce = code === 'rest_cookie_invalid_nonce' || code === `${stockShort}_nonce_verify_failed`;
      if (isNonce || text === '-1') showText(section, config.security_error);
    }
    jQuery(section).unblock();
    await renewCheck();
  };
  const openPopup = async ({ dataset }: HTMLElement) => {
    const { product_id = '', variation_id = '', quantity = '', security = '' } = dataset;
    jQuery.blockUI();
    let token = security;
    if (isScore) {
      const { testscore } = window as unknown as { testscore: { execute(key: string, of: object): Promise<string> } };
      token = await testscore.execute(config[`${captcha}_site_key`] ?? '', { action: 'popup_form' });
    }
    const action = `${stockShort}_trigger_popup_ajax`;
    const fields = { action, product_id, variation_id, quantity, security: token };
    const reply = await post(config.default_ajax_url, fields);
    jQuery.unblockUI();
    if (!reply.ok) return;
    Swal.fire({ html: await reply.text() });
    await renewCheck();
  };

  // Bound directly: the element must be in the page by now.
  const [wrap] = findAll('.single_variation_wrap');
  if (wrap)
    jQuery(wrap).on('show_variation', (_event, { variation_id }) => {
      for (const section of findAll(`.${sectionClass}`)) jQuery(section).hide();
      for (const section of findAll(`.${sectionClass}-${variation_id}`)) jQuery(section).show();
      void renewCheck();
    });
  document.addEventListener('click', ({ target }) => {
    const pressed = target as HTMLElement;
    const button = pressed.closest<HTMLElement>(`.${stockShort}stock_button`);
    const opener = pressed.closest<HTMLElement>(`.${stockShort}_popup_submit`);
    if (button) void send(first(`.${sectionClass}`, button.closest('.alert-form') ?? document));
    if (opener) void openPopup(opener);
  });
  void renewCheck();
}

let people = 0;
function newEmail(): string {
  people += 1;
  return `mover-${people}@example.com`;
}
const readAlerts = async (email: string) =>
  (
    await open.app.shop.db.execute(
      sql`select product_id, variation_id, state, phone, phone_meta, quantity from stock_alerts where email_key = ${email}`,
    )
  ).rows;

async function visit(path: string) {
  const { page, watch } = await open.shopper();
  const calls: { readonly fields: Readonly<Record<string, string>>; readonly nonce: string | undefined }[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !request.url().endsWith('/ajax')) return;
    const fields = Object.fromEntries(new URLSearchParams(request.postData() ?? ''));
    calls.push({ fields, nonce: request.headers()['x-plat-nonce'] });
  });
  await page.addInitScript(installOldScriptLibrary);
  await page.goto(path);
  const behaviour = 'vt-behaviour[name="stock-alerts/plugin-forms"]';
  if ((await page.locator(behaviour).count()) > 0) await waitForHydration(page, behaviour);
  await page.addScriptTag({ url: '/compat.js' });
  await page.addScriptTag({ url: `${service.origin}/api.js` });
  await page.evaluate(startPlugin, names);
  const section = page.locator('.plugnotify-subscribe-form:visible').first();
  return {
    ...{ page, watch, calls, section },
    fill: async (email: string) => {
      await section.locator('.pnstock_name').fill('Ada');
      await section.locator('.pnstock_email').fill(email);
    },
    send: () => section.locator('.pnstock_button').click(),
    output: () => section.locator('.pnstock_output').innerHTML(),
  };
}
const success = /^<div class="plugnotifysuccess">Thank you\./;
const choose = async (page: Page, size: string) => {
  const form = page.locator('.buy__form');
  await form.getByRole('radio', { name: 'celadon' }).check();
  await form.getByRole('radio', { name: size }).check();
};
const visibleIds = (page: Page) =>
  page
    .locator('.plugnotify-subscribe-form:visible .pn-variation-id')
    .evaluateAll((fields) => fields.map((field) => Number((field as HTMLInputElement).value)));

describe("the plugin's unchanged script, with its names configured", () => {
  it('[2.3/22-23, 3.7/1-3, 3.7/6-10, 7.5/1-4, 6/4] shows the form of the chosen variation alone, sends it and shows the message in it', async () => {
    const { page, calls, fill, send, output, watch } = await visit(paths.bowl);
    expect(await visibleIds(page), 'all are sold out: any of them').toEqual([0]);
    await choose(page, 'small');
    await expect.poll(() => visibleIds(page)).toEqual([bowl.small]);
    const email = newEmail();
    await fill(email);
    await send();
    await expect.poll(output).toMatch(success);
    expect(calls).toMatchObject([
      {
        fields: {
          ...{ action: 'plugnotify_product_subscribe', product_id: `${bowl.product}`, variation_id: `${bowl.small}` },
          ...{ subscriber_name: 'Ada', user_email: email, user_id: '0', security: '', custom_quantity: '' },
          'dataobj[ajax_url]': '/ajax',
        },
        nonce: expect.stringMatching(/^[\w-]{43}$/),
      },
    ]);
    expect(await readAlerts(email)).toMatchObject([{ variation_id: bowl.small, state: 'unconfirmed' }]);
    await page.locator('.buy__form').getByRole('radio', { name: 'large' }).check();
    await page.locator('.buy__form').getByRole('button', { name: 'Clear' }).click();
    await expect.poll(() => visibleIds(page)).toEqual([0]);
    expect(new URL(page.url()).pathname, 'no button sends the page away').toBe(paths.bowl);
    expect(watch.problems()).toEqual([]);
  });

  it('[5.4/1-8, 3.7/4-5] says the first problem with the texts of the configuration, and sends phone and quantity', async () => {
    await set({ 'stock-alerts.quantity': 'required', 'stock-alerts.phone': 'required', 'stock-alerts.agree': true });
    const { section, calls, send, output } = await visit(paths.jar);
    const expectProblem = async (text: string) => {
      await send();
      await expect.poll(output).toBe(`<div class="plugnotifyerror">${text}</div>`);
    };
    await expectProblem('Quantity cannot be empty');
    await section.locator('.add_quantity_field').fill('2');
    await expectProblem('Please enter valid Phone Number');
    await section.locator('.pnstock_phone').fill('+49 30');
    await expectProblem('Phone Number too short');
    await section.locator('.pnstock_phone').fill('+49 30 12345678901234567');
    await expectProblem('Phone Number too long');
    await section.locator('.pnstock_phone').fill('030 901820');
    await expectProblem('Name cannot be empty');
    await section.locator('.pnstock_name').fill('Ada');
    await expectProblem('Email Address cannot be empty');
    await section.locator('.pnstock_email').fill('ada@louvre.museum');
    await expectProblem('Please enter valid Email Address');
    const email = newEmail();
    await section.locator('.pnstock_email').fill(email);
    await expectProblem('Please accept our terms and conditions');
    expect(calls).toEqual([]);
    await section.getByText('I agree to get an email').click();
    await send();
    await expect.poll(output).toMatch(success);
    expect(await readAlerts(email)).toMatchObject([
      { phone: '+4930901820', phone_meta: { iso2: 'de', name: 'Germany', dialCode: '49' }, quantity: 2 },
    ]);
  });

  it('[8.4/1-2] shows refusals of the shop, its own text for a nonce that is not valid, and nothing else', async () => {
    const { page, watch, fill, send, output, section } = await visit(paths.jar);
    watch.allow(/ajax|403|500|POST/);
    await fill(`${'a'.repeat(70)}@example.com`);
    await send();
    await expect.poll(output).toBe('<div class="plugnotifyerror">Please enter valid Email Address</div>');
    await fill(newEmail());
    await page.evaluate(() => Object.assign(Reflect.get(window, 'plugnotify'), { security: 'old' }));
    await send();
    await expect
      .poll(output)
      .toBe('<div class="plugnotifyerror">Something went wrong, please try after sometime</div>');
    await section.locator('.pnstock_output').evaluate((element) => element.replaceChildren());
    await page.route('**/ajax', (route) => route.fulfill({ status: 500, body: 'no' }));
    await send();
    await expect.poll(() => section.getAttribute('data-blocked')).toBe(null);
    expect(await output()).toBe('');
    await letThrough(page, '**/ajax');
  });

  it('[3.7/14] sends the token of a service with a score as security, for each variation and each time', async () => {
    await set({ 'stock-alerts.botCheck': 'always', 'bot-check.use': 'score' });
    const { page, calls, fill, send, output, section } = await visit(paths.bowl);
    for (const size of ['small', 'large']) {
      await choose(page, size);
      await expect.poll(() => visibleIds(page)).toEqual([size === 'small' ? bowl.small : bowl.large]);
      await section.locator('.pn-security[data-renewed]').waitFor({ state: 'attached' });
      await fill(newEmail());
      await send();
      await expect.poll(output).toMatch(success);
    }
    const tokens = calls.map(({ fields }) => fields.security);
    expect(new Set(tokens).size).toBe(2);
    for (const token of tokens) expect(token).toMatch(/^browser-subscribe_form-/);
    await section.locator('.pn-security').evaluate((element) => {
      (element as HTMLInputElement).value = 'forged';
    });
    await send();
    await expect.poll(output).toContain('Please complete the check');
  });

  it('[5.4/9, 4.7/2] has a button that waits for the challenge, and waits again after each answer', async () => {
    await set({ 'stock-alerts.botCheck': 'always', 'bot-check.use': 'widget' });
    const { fill, send, output, section } = await visit(paths.jar);
    const button = section.locator('.pnstock_button');
    expect(await button.isDisabled()).toBe(true);
    await fill(newEmail());
    await section.getByRole('button', { name: 'I am a person' }).click();
    await expect.poll(() => button.isDisabled()).toBe(false);
    await send();
    await expect.poll(output).toMatch(success);
    await expect.poll(() => button.isDisabled()).toBe(true);
  });

  it('[2.3/19-21, 3.7/11-13, 7.5/5-8] opens the form in its dialog, with a token for popup_form, and sends it from there', async () => {
    await set({ 'stock-alerts.form': 'popup', 'stock-alerts.botCheck': 'always', 'bot-check.use': 'score' });
    const { page, calls } = await visit(paths.bowl);
    await choose(page, 'large');
    const opener = page.locator('.pn_popup_submit:visible');
    await expect.poll(() => opener.getAttribute('data-variation_id')).toBe(`${bowl.large}`);
    await opener.click();
    const dialog = page.locator('.swal');
    await dialog.locator('.recap-placeholder').waitFor({ state: 'attached' });
    expect(calls[0]?.fields).toEqual({
      ...{
        action: 'pn_trigger_popup_ajax',
        product_id: `${bowl.product}`,
        variation_id: `${bowl.large}`,
        quantity: '1',
      },
      security: expect.stringMatching(/^browser-popup_form-/),
    });
    await dialog.locator('.pn-security[data-renewed]').waitFor({ state: 'attached' });
    const email = newEmail();
    await dialog.locator('.pnstock_name').fill('Ada');
    await dialog.locator('.pnstock_email').fill(email);
    await dialog.locator('.pnstock_button').click();
    await expect.poll(() => dialog.locator('.pnstock_output').innerHTML()).toMatch(success);
    expect(await readAlerts(email)).toMatchObject([{ variation_id: bowl.large }]);
  });

  it('[4.7/3, 8.4/3] leaves the page as it was when the popup does not come', async () => {
    await set({ 'stock-alerts.form': 'popup' });
    const { page, watch } = await visit(paths.jar);
    watch.allow(/ajax|500|POST/);
    await page.route('**/ajax', (route) => route.fulfill({ status: 500, body: 'no' }));
    await page.locator('.pn_popup_submit').click();
    await expect.poll(() => page.locator('html[data-blocked]').count()).toBe(0);
    expect(await page.locator('.swal').count()).toBe(0);
    await letThrough(page, '**/ajax');
  });

  it('reads a configuration whose values are text, but for the list of phone errors, and runs without our script', async () => {
    const { page } = await visit(paths.jar);
    const config = await page.evaluate(() => Reflect.get(window, 'plugnotify') as Readonly<Record<string, unknown>>);
    const { phone_field_error: errors, ...rest } = config;
    expect(Object.values(rest).filter((value) => typeof value !== 'string')).toEqual([]);
    expect(errors).toHaveLength(5);
    expect(await page.locator('vt-behaviour[name^="stock-alerts/"]').count()).toBe(0);
  });
});
