import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoContactForms } from '#demo/contact-forms.ts';
import { botChecks, createScoreCheck } from '#features/bot-check/index.ts';
import { contactFormSources } from '#features/contact-forms/ports.ts';
import { defineContactForms } from '#features/contact-forms/sources/find-forms.ts';
import type { ContactFormInput, FieldRule } from '#features/form-definitions/index.ts';
import { providePort } from '#platform/features/ports.ts';
import { useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { startSiteVerify } from '#tests/support/site-verify.ts';

const database = useDatabase();
const service = await startSiteVerify();
afterAll(() => service.stop());
const score = createScoreCheck({
  ...{ siteKey: 'site-key', secret: service.secret, verify: `${service.origin}/siteverify`, origins: {} },
});

/** With messages that look like HTML, fields in one another's elements, and rules of several. */
const judged: ContactFormInput = {
  id: 70,
  title: 'Judged',
  messages: { invalid_required: 'Say <b>who</b> & "why", not &lt;nobody&gt;' },
  layout: [
    { kind: 'text', name: 'who', label: 'Name', required: true },
    {
      kind: 'columns',
      columns: [
        [{ kind: 'email', name: 'mail', label: 'Email', required: true }],
        [{ kind: 'text', name: 'reach', label: 'Reach' }],
      ],
    },
    { kind: 'textarea', name: 'note', label: 'Note' },
    { kind: 'text', name: 'last', label: 'Last', required: true },
    { kind: 'submit', label: 'Send' },
  ],
  rules: [
    { rule: 'any', field: 'reach', error: 'Neither of <i>both</i>', rules: [{ rule: 'email' }, { rule: 'number' }] },
    {
      ...{ rule: 'all', field: 'note' },
      rules: [
        { rule: 'minlength', threshold: 2, error: 'Less than < 2' },
        { rule: 'maxlength', threshold: 4, error: 'More than <u>4' },
      ],
    },
  ],
};

const many = 1_000_000;
const open = useOpenShop(database, {
  hasPublicUrl: true,
  choices: {
    wire: { formPrefix: 'plug', formNamespace: 'plugin', captcha: 'recap', platform: 'Plat' },
    features: [score.feature],
    provides: [
      ...providePort(contactFormSources, [defineContactForms([...demoContactForms, judged])]),
      ...providePort(botChecks, [score.check]),
    ],
    settings: {
      'bot-check': { use: 'score' },
      'contact-forms': {
        ...{ script: 'plugin', botCheck: 'always', minSeconds: 0 },
        perHour: { visitor: many, network: many, form: many, calls: many },
      },
    },
  },
});
beforeAll(() => open.app);

/**
 * A client with what the plugin's scripts need, and no more: the global object, the DOM, the replies.
 * Whatever is missing throws. It keeps the statuses in `data-status`.
 */
function startClient(): void {
  const { api, cached } = Reflect.get(window, 'plug') as { api: { root: string; namespace: string }; cached: unknown };
  const { __: translate } = Reflect.get(window, 'plat').i18n as { __: (text: string, domain: string) => string };
  if (translate('Dismiss', 'plugin') !== 'Dismiss') throw new Error('no translations');
  const find = <E extends Element>(root: ParentNode, selector: string): E => {
    const found = root.querySelector<E>(selector);
    if (!found) throw new Error(`no ${selector}`);
    return found;
  };
  const form = find<HTMLFormElement>(document, '.plug > form.plug-form.init[data-status="init"]');
  const parent = find<HTMLElement>(document, 'div.plug.no-js[data-plug-id]');
  const read = (name: string) => find<HTMLInputElement>(form, `input[name="_plug${name}"]`).value;
  const id = Math.abs(Number.parseInt(read(''), 10));
  if (parent.id !== read('_unit_tag') || parent.dataset.plugId !== String(id)) throw new Error('not the unit tag');
  const fetchJson = async (path: string, init: RequestInit = {}) => {
    const headers = { accept: 'application/json, */*;q=0.1' };
    const reply = await fetch(`${api.root}${api.namespace}/contact-forms/${id}/${path}`, { ...init, headers });
    if (!reply.ok || !reply.headers.get('content-type')?.startsWith('application/json')) throw new Error(path);
    return reply.json();
  };
  const showChallenges = ({ captcha = {}, quiz = {} }) => {
    for (const [field, url] of Object.entries<string>(captcha)) {
      for (const image of form.querySelectorAll<HTMLImageElement>(`img.plug-captcha-${field}`)) image.src = url;
      const number = /([0-9]+)\.(png|gif|jpeg)$/.exec(url)?.[1] ?? '';
      find<HTMLInputElement>(form, `input[name="_plug_captcha_challenge_${field}"]`).value = number;
    }
    for (const [field, [question, hash]] of Object.entries<[string, string]>(quiz)) {
      const wrap = find(form, `.plug-form-control-wrap[data-name="${field}"]`);
      find<HTMLInputElement>(wrap, `input[name="${field}"]`).value = '';
      find(wrap, '.plug-quiz-label').textContent = question;
      find<HTMLInputElement>(wrap, `input[name="_plug_quiz_answer_${field}"]`).value = hash;
    }
  };
  // The add-on has a new token when the page has loaded, at each change and before a form is sent.
  const { sitekey, actions } = Reflect.get(window, 'plug_recap');
  if (sitekey !== 'site-key' || read('_recap_response') !== '') throw new Error('no site key, or a token in the page');
  document.addEventListener('pluggrecapexecuted', (event) => {
    for (const input of document.querySelectorAll<HTMLInputElement>('form.plug-form [name="_plug_recap_response"]'))
      input.value = (event as CustomEvent).detail.token;
  });
  const execute = (action: string) => {
    const detail = { action, token: `browser-${action}-${crypto.randomUUID()}` };
    document.dispatchEvent(new CustomEvent('pluggrecapexecuted', { detail }));
  };
  execute(actions.homepage);
  form.addEventListener('change', () => execute(actions.contactform));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    execute(actions.contactform);
    const reply = await fetchJson('feedback', { method: 'POST', body: new FormData(form) });
    showChallenges(reply);
    if (reply.posted_data_hash)
      find<HTMLInputElement>(form, 'input[name="_plug_posted_data_hash"]').value = reply.posted_data_hash;
    for (const { field, message } of reply.invalid_fields) {
      const control = find(form, `.plug-form-control-wrap[data-name="${field}"] .plug-form-control`);
      find(parent, '.screen-reader-response ul').insertAdjacentHTML(
        'beforeend',
        `<li><a href="#${control.id}">${message}</a></li>`,
      );
    }
    find(parent, '.screen-reader-response [role="status"]').insertAdjacentText('beforeend', reply.message);
    find<HTMLElement>(form, '.plug-response-output').innerText = reply.message;
    form.dataset.status = reply.status;
  });
  if (!cached) throw new Error('not cached');
  void Promise.all([fetchJson('refill'), fetchJson('feedback/schema')]).then(([refill, schema]) => {
    showChallenges(refill);
    if (!Array.isArray(schema.rules)) throw new Error('no rules');
    form.dataset.status = 'ready';
  });
}

/** What the plugin's scripts do while one types, with the classes and names that they look for. */
function startHelpers(): void {
  const form = document.querySelector<HTMLFormElement>('form.plug-form');
  if (!form || form.classList.contains('plug-acceptance-as-validation')) throw new Error('not this form');
  const boxes = 'input[type="checkbox"], input[type="radio"]';
  const findBox = (place: Element) => place.querySelector<HTMLInputElement>(boxes)?.checked ?? false;
  const update = () => {
    const isAccepted = [...form.querySelectorAll('.plug-acceptance')].every(
      (place) => place.classList.contains('optional') || findBox(place) !== place.classList.contains('invert'),
    );
    for (const button of form.querySelectorAll<HTMLInputElement>('.plug-submit.has-spinner'))
      button.disabled = !isAccepted;
    for (const place of form.querySelectorAll('.has-free-text'))
      for (const text of place.querySelectorAll<HTMLInputElement>('input.plug-free-text'))
        text.disabled = !findBox(place);
    for (const counter of form.querySelectorAll<HTMLElement>('.plug-character-count')) {
      const { targetName, startingValue, maximumValue } = counter.dataset;
      const length = form.querySelector<HTMLTextAreaElement>(`[name="${targetName}"]`)?.value.length ?? 0;
      const isDown = counter.classList.contains('down');
      counter.textContent = `${isDown ? Number(startingValue) - length : length} of ${maximumValue}`;
    }
  };
  form.addEventListener('input', update);
  form.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    if (target.closest('.plug-exclusive-checkbox'))
      for (const other of form.querySelectorAll<HTMLInputElement>(`[type="checkbox"][name="${target.name}"]`))
        if (other !== target) other.checked = false;
    if (target.matches('.plug-validates-as-url') && !target.value.includes(':'))
      target.value = `http://${target.value}`;
    update();
  });
  update();
}

/**
 * What the plugin's scripts do when a field changes: they judge all fields by the rules of the schema call, and show
 * the results from the first field to the one that changed. Messages go into the list as HTML, into the tip as text.
 */
function startValidation(): void {
  const form = document.querySelector<HTMLFormElement>('form.plug-form');
  const list = document.querySelector('.plug .screen-reader-response ul');
  if (!form || !list) throw new Error('no form, or no list');
  const { api } = Reflect.get(window, 'plug') as { api: { root: string; namespace: string } };
  const read = (name: string) => form.querySelector<HTMLInputElement>(`[name="_plug${name}"]`)?.value ?? '';
  const checks: Readonly<Record<string, (texts: readonly string[], threshold: number) => boolean>> = {
    required: (texts) => texts.length > 0,
    email: (texts) => texts.every((text) => /^[^@]+@[^@]+\.[^@]+$/.test(text)),
    number: (texts) => texts.every((text) => /^\d+$/.test(text)),
    minlength: (texts, threshold) => texts.length === 0 || texts.join('').length >= threshold,
    maxlength: (texts, threshold) => texts.join('').length <= threshold,
  };
  const data = () => new FormData(form);
  // As the plugin's validator: a rule is called with its own properties, and nothing of the rule around it.
  const findFailure = (rule: FieldRule): FieldRule | undefined => {
    const { field, error, rules = [] } = rule;
    if (typeof field !== 'string' || typeof error !== 'string') throw new Error(`${rule.rule} lacks field or error`);
    if (rule.rule === 'all') return rules.map(findFailure).find((failure) => failure !== undefined);
    if (rule.rule === 'any') return rules.map(findFailure).includes(undefined) ? undefined : rule;
    const texts = data()
      .getAll(field)
      .flatMap((text) => `${text}`.trim() || []);
    return (checks[rule.rule]?.(texts, Number(rule.threshold)) ?? true) ? undefined : rule;
  };
  const judge = (rules: readonly FieldRule[]) => {
    const errors = new Map<string, string>();
    for (const rule of rules) {
      if (rule.field === undefined || errors.has(rule.field)) continue;
      const failure = findFailure(rule);
      if (failure) errors.set(rule.field, `${failure.error}`);
    }
    return errors;
  };
  const clear = (wrap: Element, id: string) => {
    list.querySelector(`#${id}`)?.remove();
    wrap.querySelector('.plug-not-valid-tip')?.remove();
    for (const control of wrap.querySelectorAll('[aria-invalid]')) control.setAttribute('aria-invalid', 'false');
  };
  const show = (wrap: Element, id: string, error: string) => {
    const control = wrap.querySelector('.plug-form-control[aria-invalid]');
    if (!control?.id) throw new Error(`no control in the wrap of ${id}`);
    const item = document.createElement('li');
    item.id = id;
    item.insertAdjacentHTML('beforeend', `<a href="#${control.id}">${error}</a>`);
    list.append(item);
    const tip = document.createElement('span');
    tip.className = 'plug-not-valid-tip';
    tip.textContent = error;
    wrap.append(tip);
    control.setAttribute('aria-invalid', 'true');
  };
  form.addEventListener('change', async ({ target }) => {
    const path = `${api.root}${api.namespace}/contact-forms/${read('')}/feedback/schema`;
    const schema = (await (await fetch(path)).json()) as { readonly rules: readonly FieldRule[] };
    const errors = judge(schema.rules);
    for (const wrap of form.querySelectorAll<HTMLElement>('.plug-form-control-wrap[data-name]')) {
      const { name = '' } = wrap.dataset;
      const id = `${read('_unit_tag')}-ve-${name}`;
      const error = errors.get(name);
      clear(wrap, id);
      if (error !== undefined) show(wrap, id, error);
      if (wrap.contains(target as Node)) break;
    }
    form.dataset.judged = (target as HTMLInputElement).name;
  });
}

async function openForm(id: number): Promise<{ readonly page: Page; readonly errors: readonly string[] }> {
  const { page } = await open.shopper();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.goto(`/contact-forms/${id}`);
  await page.addScriptTag({ url: '/compat.js' });
  await page.evaluate(startClient);
  await page.locator('form.plug-form[data-status="ready"]').waitFor();
  return { page, errors };
}
const send = (page: Page) => page.locator('form.plug-form [type="submit"]').click();
const untilStatus = (page: Page, status: string) =>
  page.locator(`form.plug-form[data-status="${status}"]`).waitFor({ state: 'attached' });

describe('pages that load the scripts of the plugin', () => {
  it('have its global object, its markup and no script of ours for the forms', async () => {
    const { body } = await open.app.http.inject('/compat.js');
    const root = `${open.app.shop.config.publicUrl}/api/`;
    expect(body).toContain(`"plug":${JSON.stringify({ api: { root, namespace: 'plugin/v1' }, cached: true })}`);
    expect((await open.app.http.inject('/contact-forms/1')).body).not.toContain('form-markup/form');
  });

  it('send a message with a token of the service, by calls at the given root [7.1/1-5] [2.7/17]', async () => {
    const { page, errors } = await openForm(1);
    await send(page);
    await untilStatus(page, 'validation_failed');
    await page.locator('.screen-reader-response li a').first().waitFor({ state: 'attached' });
    await page.locator('[name="your-name"]').fill('Ada');
    await page.locator('[name="your-email"]').fill('ada@example.com');
    await page.locator('[name="your-message"]').fill('Do you make lids for these jars?');
    await send(page);
    await untilStatus(page, 'mail_sent');
    expect(await page.locator('[name="_plug_posted_data_hash"]').inputValue()).not.toBe('');
    const { rows } = await database.pool.query('select status, reasons from contact_messages');
    expect(rows).toEqual([{ status: 'new', reasons: [] }]);
    expect(errors).toEqual([]);
  });

  it('find what counts, excludes, opens and accepts in the form with all fields [2.7/11-14] [5.1/32-36]', async () => {
    const { page, errors } = await openForm(5);
    await page.evaluate(startHelpers);
    const form = page.locator('form.plug-form');
    const button = form.locator('.plug-submit');
    const readState = async () => [await button.isDisabled(), await form.locator('.plug-free-text').isDisabled()];
    expect(await readState()).toEqual([true, true]);
    await form.getByText('I accept that').click();
    await form.getByText('Other', { exact: true }).click();
    expect(await readState()).toEqual([false, false]);
    expect(await form.locator('.plug-free-text').getAttribute('name')).toBe('_plug_free_text_source');
    await form.getByText('I am a program').click();
    expect(await button.isDisabled()).toBe(true);
    await form.getByLabel('Note').fill('seven..');
    await form.getByText('1993 of 2000').waitFor();
    const replyBy = form.locator('[data-name="reply-by"]');
    for (const text of ['Email', 'Phone']) await replyBy.getByText(text).click();
    expect(
      await replyBy.locator('input:checked').evaluateAll((all) => all.map((each) => Reflect.get(each, 'value'))),
    ).toEqual(['Phone']);
    await form.getByLabel('Web address').fill('example.com');
    await form.getByLabel('Web address').blur();
    expect(await form.getByLabel('Web address').inputValue()).toBe('http://example.com');
    expect(await form.locator('[name="_plug_recap_response"]').inputValue()).toMatch(/^browser-contactform-/);
    expect(errors).toEqual([]);
  });

  it('find a place for every challenge and every error of the form with all fields', async () => {
    const { page, errors } = await openForm(5);
    await send(page);
    await untilStatus(page, 'validation_failed');
    expect(await page.locator('.screen-reader-response li a').count()).toBeGreaterThan(2);
    expect(errors).toEqual([]);
  });

  it('show the results of a change up to its field, with messages as text, of rules in rules (G1) [3.1/8-12] [5.1/1] [5.1/29-31] [8.1/9]', async () => {
    const { page, errors } = await openForm(70);
    await page.evaluate(startValidation);
    const change = async (name: string, text: string) => {
      await page.locator('form.plug-form').evaluate((form) => form.removeAttribute('data-judged'));
      const control = page.locator(`[name="${name}"]`);
      await control.fill(text);
      await control.blur();
      await page.locator(`form.plug-form[data-judged="${name}"]`).waitFor();
      return page.locator('.screen-reader-response li').evaluateAll((items) =>
        items.map((item) => {
          const link = item.querySelector('a');
          const control = document.querySelector(link?.getAttribute('href') ?? '');
          const isOne = link?.childElementCount === 0 && control?.getAttribute('aria-invalid') === 'true';
          return [item.id.replace('plug-f70-o1-ve-', ''), isOne, item.textContent];
        }),
      );
    };
    const required = 'Say <b>who</b> & "why", not &lt;nobody&gt;';
    // Untouched fields before the changed one have errors, those behind it none.
    expect(await change('reach', 'ada')).toEqual([
      ['who', true, required],
      ['mail', true, required],
      ['reach', true, 'Neither of <i>both</i>'],
    ]);
    expect(await change('reach', '12')).toEqual([
      ['who', true, required],
      ['mail', true, required],
    ]);
    expect(await change('who', 'Ada')).toEqual([['mail', true, required]]);
    expect(await change('mail', 'ada@example.com')).toEqual([]);
    expect(await change('note', 'x')).toEqual([['note', true, 'Less than < 2']]);
    expect(await change('note', 'three words')).toEqual([['note', true, 'More than <u>4']]);
    expect(await change('note', 'one')).toEqual([]);
    expect(await page.locator('form.plug-form').locator('b, i, u').count()).toBe(0);
    expect(errors).toEqual([]);
  });
});
