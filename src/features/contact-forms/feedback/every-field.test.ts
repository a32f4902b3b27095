import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { beforeAll, describe, expect, it } from 'vitest';
import { demoContactForms, demoFormPages } from '#demo/contact-forms.ts';
import type { FieldRule } from '#features/form-definitions/index.ts';
import { providePort } from '#platform/features/ports.ts';
import { useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import {
  rightValues,
  type Sample,
  type SampleFile,
  type Samples,
  toBytes,
  toFormData,
  type WrongValue,
  wrongValues,
} from '#tests/support/every-field.ts';
import { newShopper, type Shopper } from '#tests/support/shopper.ts';
import { readCaptcha } from '../challenges/captcha.ts';
import { contactFormSources } from '../ports.ts';
import { defineContactForms } from '../sources/find-forms.ts';
import type { FeedbackReply, RefillReply } from './reply.ts';

const database = useDatabase();
const { pool } = database;
const many = 1_000_000;
const open = useOpenShop(database, {
  choices: {
    wire: { formPrefix: 'plug', formNamespace: 'plugin', captcha: 'recap' },
    provides: providePort(contactFormSources, [defineContactForms(demoContactForms)]),
    settings: {
      'contact-forms': {
        ...{ pages: demoFormPages, botCheck: 'never', minSeconds: 0, maxRepeats: 1000 },
        perHour: { visitor: many, network: many, form: many, calls: many },
      },
    },
  },
});
beforeAll(() => open.app);

const calls = '/api/plugin/v1/contact-forms/5';
const getField = (control: string) => control.replace('[]', '');

function solve(question: string, number: string) {
  const picture = readCaptcha(open.app.shop, 5, 'picture', number)?.answer ?? '';
  return { quiz: question.includes('ice') ? 'fire' : '5', picture };
}

interface StoredMessage {
  readonly fields: readonly { readonly name: string; readonly values: readonly string[] }[];
  readonly files: number;
}

async function readLast(): Promise<StoredMessage | undefined> {
  const { rows } = await pool.query<StoredMessage>(
    `select fields, (select count(*)::int from contact_message_files f where f.message_id = m.id) as files
    from contact_messages m order by id desc limit 1`,
  );
  return rows[0];
}

/** What a message with the right values keeps. */
const kept = Object.entries(rightValues)
  .filter(([, values]) => values.every((value) => typeof value === 'string'))
  .map(([control, values]) => ({ name: getField(control), values }));

const listKept = (message: StoredMessage | undefined) =>
  message?.fields.flatMap(({ name, values }) => (name === 'campaign' ? [] : [{ name, values }]));

it('the table has a wrong value for every rule of every field [3.1/8-12]', async () => {
  const reply = (await newShopper(open.app).visit(`${calls}/feedback/schema`)).json() as { rules: FieldRule[] };
  const rules = reply.rules.flatMap((rule) =>
    rule.rule === 'all' ? (rule.rules ?? []).map((inner) => ({ field: rule.field, ...inner })) : [rule],
  );
  const inTable = wrongValues.filter(({ rule }) => rule !== 'answer');
  expect(inTable.map(({ control, rule }) => `${getField(control)} ${rule}`).toSorted()).toEqual(
    rules.map(({ field, rule }) => `${field} ${rule}`).toSorted(),
  );
});

describe('over HTTP, with the names of the plugin', () => {
  let shopper: Shopper;
  beforeAll(async () => {
    shopper = newShopper(open.app);
    await shopper.visit(`${calls}/feedback/schema`);
  });

  async function send(samples: Samples): Promise<FeedbackReply> {
    const { quiz, captcha } = (await shopper.visit(`${calls}/refill`)).json() as RefillReply;
    const [question = '', hash = ''] = quiz?.quiz ?? [];
    const number = /(\d+)\.png$/.exec(captcha?.picture ?? '')?.[1] ?? '';
    const { quiz: answer, picture } = solve(question, number);
    const form = toFormData({
      ...{ _plug: ['5'], _plug_version: ['6.1'], _plug_locale: ['en'], _plug_unit_tag: ['plug-f5-p7-o1'] },
      ...{ _plug_container_post: ['7'], _plug_posted_data_hash: [''], _plug_recap_response: [''] },
      ...{
        _plug_quiz_answer_quiz: [hash],
        _plug_captcha_challenge_picture: [number],
        _plug_free_text_source: ['A fair'],
      },
      // The same message again would be answered as before.
      campaign: [randomUUID()],
      ...{ ...rightValues, quiz: [answer], picture: [picture], ...samples },
    });
    const reply = await shopper.submitFiles(`${calls}/feedback`, form, { accept: 'application/json, */*;q=0.1' });
    expect(reply.status).toBe(200);
    return reply.json() as FeedbackReply;
  }

  it('the right values are a message [5.1/1] [7.1/3]', async () => {
    expect(await send({})).toMatchObject({ status: 'mail_sent', invalid_fields: [] });
    const last = await readLast();
    const other = kept.map((field) => (field.name === 'source' ? { ...field, values: ['Other A fair'] } : field));
    expect([listKept(last), last?.files]).toEqual([other, 3]);
  });

  it.each(wrongValues.map((wrong) => [`${getField(wrong.control)}, ${wrong.rule}`, wrong] as const))(
    'one wrong value is refused: %s [3.1/25] [5.1/31]',
    async (_, { control, values, error }) => {
      const { status, invalid_fields } = await send({ [control]: values });
      const found = invalid_fields.map(({ field, message }) => [field, message]);
      expect([status, found]).toEqual(['validation_failed', [[getField(control), error]]]);
    },
  );

  it.each<[string, Samples]>([
    ['not given', { terms: [] }],
    ['given where it must not be', { robot: ['1'] }],
  ])('an acceptance that is %s is asked for [4.1/6] [5.1/33]', async (_, samples) => {
    expect(await send(samples)).toMatchObject({ status: 'acceptance_missing', invalid_fields: [] });
  });

  it('what is wrong in fields that are not shown does not matter', async () => {
    const reply = await send({ 'interests[]': [], plates: [''], 'sizes[]': ['Huge'], drawing: [] });
    expect(reply.status).toBe('mail_sent');
    expect(listKept(await readLast())?.map(({ name }) => name)).not.toContain('sizes');
  });

  it('the quiz stands for an image that nobody could read, while it is right', async () => {
    expect((await send({ picture: [''] })).status).toBe('mail_sent');
    const { invalid_fields } = await send({ picture: [''], quiz: ['water'] });
    expect(invalid_fields.map(({ field }) => field)).toEqual(['quiz']);
  });
});

describe('in a browser, with the names of the plugin and the script of the shop', () => {
  const isFile = (value: Sample): value is SampleFile => typeof value !== 'string';
  const toUpload = (file: SampleFile) => ({ name: file.name, mimeType: 'text/plain', buffer: toBytes(file) });
  const texts = (values: readonly Sample[]) => values.map((value) => (isFile(value) ? value.name : value));

  async function openForm() {
    const { page, watch } = await open.sharedShopper();
    await page.goto('/contact/every-field');
    await page.locator('.file-drop--ready').last().waitFor({ state: 'attached' });
    const form = page.locator('form.plug-form');
    await form.locator('[name="_plug_quiz_answer_quiz"]:not([value=""])').waitFor({ state: 'attached' });
    return { page, watch, form };
  }

  /** Fills in a control as people do. */
  async function setControl(form: Locator, name: string, values: readonly Sample[]): Promise<void> {
    const control = form.locator(`[name="${name}"]`).first();
    const kind = await control.evaluate((element) => (element as HTMLInputElement).type);
    if (kind === 'file') await chooseFiles(form, name, values.filter(isFile));
    else if (kind.startsWith('select')) await control.selectOption(texts(values));
    else if (kind === 'checkbox' || kind === 'radio')
      for (const value of texts(values))
        await form.locator(`[name="${name}"][value="${value}"]`).check({ force: true });
    else {
      await control.fill(texts(values)[0] ?? '');
      await control.blur();
    }
  }

  /** Removes the files of a control one by one and chooses others. */
  async function chooseFiles(form: Locator, name: string, files: readonly SampleFile[]): Promise<void> {
    const input = form.locator(`[name="${name}"]`);
    const rows = form.locator(`[data-name="${getField(name)}"] .file-list__remove`);
    for (let count = await rows.count(); count > 0; count -= 1) await rows.first().click();
    if (files.length === 0) return;
    const isMultiple = await input.evaluate((element) => (element as HTMLInputElement).multiple);
    await input.evaluate((element, isOn) => Object.assign(element, { multiple: isOn }), isMultiple || files.length > 1);
    await input.setInputFiles(files.map(toUpload));
  }

  /** Sends values that the control itself does not take, as a page that somebody changed. */
  const forge = (form: Locator, name: string, values: readonly Sample[]) =>
    form.evaluate(
      (element, [control, forged]) => {
        const controls = element.querySelectorAll<HTMLInputElement>(`[name="${control}"]`);
        for (const each of controls) each.disabled = true;
        for (const value of forged) {
          const input = Object.assign(document.createElement('input'), { type: 'hidden', name: control, value });
          input.dataset.forged = '';
          controls[0]?.after(input);
        }
        controls[0]?.dispatchEvent(new Event('change', { bubbles: true }));
      },
      [name, texts(values)] as const,
    );
  const undoForgery = (form: Locator, name: string) =>
    form.evaluate((element, control) => {
      for (const forged of element.querySelectorAll('[data-forged]')) forged.remove();
      const controls = element.querySelectorAll<HTMLInputElement>(`[name="${control}"]`);
      for (const each of controls) each.disabled = false;
      controls[0]?.dispatchEvent(new Event('change', { bubbles: true }));
    }, name);

  async function solveInBrowser(form: Locator, except = ''): Promise<void> {
    const number = await form.locator('[name="_plug_captcha_challenge_picture"]').inputValue();
    const answers = solve((await form.locator('.plug-quiz-label').textContent()) ?? '', number);
    for (const [name, answer] of Object.entries(answers)) if (name !== except) await setControl(form, name, [answer]);
  }

  const poll = <Value>(read: () => Value, message = '') => expect.poll(read, { message });
  const readErrors = (form: Locator) =>
    form
      .locator('.plug-not-valid-tip')
      .evaluateAll((tips) => tips.map((tip) => [tip.parentElement?.dataset.name, tip.textContent]));
  const pressSend = (page: Page) => page.getByRole('button', { name: 'Send', exact: true }).click();

  const listErrors = (wrong: readonly WrongValue[]) =>
    wrong.map(({ control, error }) => [getField(control), error]).toSorted();
  const readSortedErrors = async (form: Locator) => (await readErrors(form)).toSorted();

  /** Fills in one wrong value after the other, each of another field, and sends them together. */
  async function sendWrong(page: Page, form: Locator, round: readonly WrongValue[]): Promise<void> {
    const known: WrongValue[] = [];
    await solveInBrowser(form);
    for (const wrong of round) {
      const { control, values, isForged, isUnknownToBrowser } = wrong;
      if (isForged) await forge(form, control, values);
      else await setControl(form, control, values);
      if (!isUnknownToBrowser) known.push(wrong);
      await poll(() => readSortedErrors(form), `${control} ${wrong.rule}`).toEqual(listErrors(known));
    }
    const answered = page.waitForResponse('**/feedback');
    await pressSend(page);
    await (await answered).finished();
    await poll(() => form.getAttribute('data-status')).toBe('invalid');
    await poll(() => readSortedErrors(form)).toEqual(listErrors(round));
    for (const { control, isForged } of round) {
      if (isForged) await undoForgery(form, control);
      else if (rightValues[control]) await setControl(form, control, rightValues[control] ?? []);
    }
  }

  /** Wrong values of different fields, so that a few sends show all of them. A right answer of one challenge stays. */
  function listRounds(): WrongValue[][] {
    const rounds: WrongValue[][] = [];
    for (const wrong of wrongValues) {
      const isFree = (round: readonly WrongValue[]) =>
        round.every(
          ({ control }) => control !== wrong.control && !(isChallenge(control) && isChallenge(wrong.control)),
        );
      const round = rounds.find(isFree);
      if (round) round.push(wrong);
      else rounds.push([wrong]);
    }
    return rounds;
  }
  const isChallenge = (control: string) => ['quiz', 'picture'].includes(control);

  it('each wrong value is named at its field, before and after it was sent; then the right ones are a message [5.1/1-31] [2.7/9-16]', async () => {
    const { page, watch, form } = await openForm();
    // The image of the next answer replaces one that is still loading.
    watch.allow(/ERR_ABORTED: GET \S+\/captcha\/picture\//);
    for (const [name, values] of Object.entries(rightValues)) await setControl(form, name, values);
    for (const round of listRounds()) await sendWrong(page, form, round);
    await solveInBrowser(form);
    await poll(() => readErrors(form)).toEqual([]);
    await pressSend(page);
    await page.locator('form.plug-form.sent').waitFor({ state: 'attached' });
    const last = await readLast();
    expect([listKept(last), last?.files]).toEqual([kept, 3]);
    expect(watch.problems()).toEqual([]);
  });

  it('fields that are not shown are neither validated nor sent', async () => {
    const { page, form } = await openForm();
    for (const [name, values] of Object.entries(rightValues)) await setControl(form, name, values);
    await setControl(form, 'plates', ['']);
    await poll(() => readErrors(form)).toHaveLength(1);
    for (const value of ['Plates', 'Tiles'])
      await form.locator(`[name="interests[]"][value="${value}"]`).uncheck({ force: true });
    await solveInBrowser(form);
    const sent = page.evaluate(
      () =>
        new Promise<readonly string[]>((resolve) => {
          document.addEventListener('plugsubmit', (event) => {
            resolve([...((event as CustomEvent).detail.formData as FormData).keys()]);
          });
        }),
    );
    await pressSend(page);
    const names = await sent;
    expect(names).toContain('reply-by');
    expect(names.filter((name) => /^(?:plates|sizes|drawing)/.test(name))).toEqual([]);
    await page.locator('form.plug-form.sent').waitFor({ state: 'attached' });
  });

  it('the button waits for what must be accepted, and for a box that must stay empty [5.1/33] [2.7/11]', async () => {
    const { page, form } = await openForm();
    const button = page.getByRole('button', { name: 'Send', exact: true });
    expect(await button.isDisabled()).toBe(true);
    await form.getByText('I accept that').click();
    expect(await button.isDisabled()).toBe(false);
    await form.getByText('I am a program').click();
    expect(await button.isDisabled()).toBe(true);
  });

  it('the value of a slider is shown beside it, whatever moves it, and nothing else moves', async () => {
    const { page, form } = await openForm();
    const slider = form.getByLabel('Size', { exact: true });
    const output = form.locator('[data-name="size"] output');
    const value = () => output.textContent();
    expect(await output.evaluate((element: HTMLOutputElement) => element.htmlFor.value)).toBe(
      await slider.getAttribute('id'),
    );
    // Screen readers say the value of the slider itself.
    expect(await output.getAttribute('aria-live')).toBe('off');
    await poll(value).toBe('6');
    const width = async () => (await slider.boundingBox())?.width;
    const before = await width();
    await slider.press('ArrowRight');
    expect(await value()).toBe('8');
    await slider.press('End');
    expect([await value(), await width()]).toEqual(['10', before]);
    await page.reload();
    await poll(value).toBe('10');
    await form.evaluate((element: HTMLFormElement) => element.reset());
    await poll(value).toBe('6');
  });

  it('without script no value stands beside a slider', async () => {
    const { page } = await open.sharedShopper({ hasScript: false });
    await page.goto('/contact/every-field');
    const place = page.locator('[data-name="size"]');
    expect([await place.locator('input').isVisible(), await place.locator('output').isVisible()]).toEqual([
      true,
      false,
    ]);
    expect(await place.innerText()).toBe('');
    const width = async (name: string) => (await page.locator(`[name="${name}"]`).boundingBox())?.width;
    expect(await width('size')).toBe(await width('pieces'));
  });
});
