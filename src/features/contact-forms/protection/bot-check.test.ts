import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { botChecks, createChallengeWidget, createScoreCheck, proofOfWork } from '#features/bot-check/index.ts';
import type { ContactFormInput } from '#features/form-definitions/definition/form.ts';
import { providePort } from '#platform/features/ports.ts';
import { solveBotCheck } from '#tests/support/bot-check.ts';
import { useDatabase } from '#tests/support/database.ts';
import { testClock } from '#tests/support/sales.ts';
import { newShopper, type Shopper } from '#tests/support/shopper.ts';
import { startSiteVerify } from '#tests/support/site-verify.ts';
import { testShop } from '#tests/support/test-shop.ts';
import type { FeedbackReply } from '../feedback/reply.ts';
import { contactFormSources } from '../ports.ts';
import { defineContactForms } from '../sources/find-forms.ts';

const { database, pool } = useDatabase();
const hour = 60 * 60 * 1000;
/** Five minutes after the start of an hour, so that no test crosses the end of one. */
const clock = testClock(new Date(Math.ceil(Date.now() / hour) * hour + 5 * 60 * 1000));
const service = await startSiteVerify();
afterAll(() => service.stop());

const field = '_plug_recap_response';
const name = { kind: 'text', name: 'who', label: 'Name' } as const;
const always: ContactFormInput = { id: 30, title: 'Always', layout: [name], settings: { botCheck: 'always' } };
const never: ContactFormInput = { id: 31, title: 'Never', layout: [name], settings: { botCheck: 'never' } };
const usual: ContactFormInput = { id: 32, title: 'Usual', layout: [name] };
const questions = [{ question: 'One and one?', answer: '2' }];
const withQuiz: ContactFormInput = { ...always, id: 33, layout: [name, { kind: 'quiz', name: 'sum', questions }] };
const withHiddenQuiz: ContactFormInput = {
  ...{ ...always, id: 35 },
  layout: [
    ...[name, { kind: 'text', name: 'more' } as const],
    { kind: 'group', showWhen: [{ field: 'more' }], content: [{ kind: 'quiz', name: 'sum', questions }] },
  ],
};
const another: ContactFormInput = { ...always, id: 34 };

const options = {
  siteKey: 'site-key',
  secret: service.secret,
  script: `${service.origin}/api.js`,
  origins: {},
};
const verify = `${service.origin}/siteverify`;
const score = createScoreCheck({ ...options, verify, global: 'testscore' });
/** For the one test in which the service is slow: elsewhere a busy machine may take as long. */
const impatientScore = createScoreCheck({ ...options, verify, global: 'testscore', timeout: 400 });
const widget = createChallengeWidget({ ...options, verify, global: 'testwidget' });

const openShop = (use: string, scoreCheck = score) =>
  testShop(database, {
    clock,
    choices: {
      wire: { formPrefix: 'plug', formNamespace: 'plugin', captcha: 'recap' },
      features: [scoreCheck.feature, widget.feature],
      provides: [
        ...providePort(contactFormSources, [
          defineContactForms([always, never, usual, withQuiz, withHiddenQuiz, another]),
        ]),
        ...providePort(botChecks, [scoreCheck.check, widget.check]),
      ],
      settings: { 'bot-check': { use, iterations: 100 }, 'contact-forms': { perHour: { network: 4, visitor: 4 } } },
    },
    env: { TRUST_PROXY: 'true', LOG_LEVEL: 'fatal' },
  });
let shops: Readonly<Record<'score' | 'impatient' | 'widget' | 'proof-of-work', App>>;
beforeAll(async () => {
  shops = {
    score: await openShop('score'),
    impatient: await openShop('score', impatientScore),
    widget: await openShop('widget'),
    'proof-of-work': await openShop(proofOfWork.id),
  };
});

let addresses = 0;
/** A shopper with a network of their own, who has typed for a while. */
async function openForm(app: App, id: number): Promise<Shopper> {
  addresses += 1;
  const shopper = newShopper(app, { address: `203.0.113.${addresses}` });
  await shopper.visit(`/api/plugin/v1/contact-forms/${id}/feedback/schema`);
  clock.forward(5000);
  return shopper;
}

interface Kept {
  readonly reply: FeedbackReply;
  readonly status: string;
  readonly reasons: readonly string[];
}

/** Sends a message, as a script does that has this token. */
async function send(shopper: Shopper, id: number, fields: Readonly<Record<string, string>> = {}): Promise<Kept> {
  const who = randomUUID();
  const form = new FormData();
  const all = { _plug: String(id), _plug_unit_tag: `plug-f${id}-o1`, who, ...fields };
  for (const [key, value] of Object.entries(all)) form.append(key, value);
  const answer = await shopper.submitFiles(`/api/plugin/v1/contact-forms/${id}/feedback`, form);
  const found = await pool.query('select status, reasons from contact_messages where fields::text like $1', [
    `%${who}%`,
  ]);
  return { reply: answer.json() as FeedbackReply, ...found.rows[0] };
}
const sendToken = async (app: App, token: string, id = 30) => send(await openForm(app, id), id, { [field]: token });
const fetchCheck = async (shopper: Shopper, id: number) =>
  ((await shopper.visit(`/api/plugin/v1/contact-forms/${id}/check`)).json() as { html: string }).html;

describe('the service with a score', () => {
  it('takes a token with score and action in the field of the captcha service, once [7.1/5, 2.7/17]', async () => {
    const token = service.issue({ score: 0.7, action: 'contactform' });
    const first = await sendToken(shops.score, token);
    expect(first).toMatchObject({ status: 'new', reasons: [], reply: { status: 'mail_sent' } });
    expect(service.requests.at(-1)).toBe(`secret=${service.secret}&response=${token}`);
    const asked = service.requests.length;
    expect(await sendToken(shops.score, token)).toMatchObject({ status: 'quarantine', reasons: ['bot-check-failed'] });
    expect(service.requests).toHaveLength(asked);
  });

  it.each([
    ['a low score', { score: 0.4, action: 'contactform' }],
    ['no score', { action: 'contactform' }],
    ['another action', { score: 0.9, action: 'homepage' }],
    ['another site', { score: 0.9, action: 'contactform', hostname: 'evil.example' }],
  ])('sends %s to quarantine', async (_, facts) => {
    const kept = await sendToken(shops.score, service.issue(facts));
    expect(kept).toMatchObject({ status: 'quarantine', reasons: ['bot-check-failed'], reply: { status: 'spam' } });
  });

  it('sends a forged token to quarantine', async () => {
    expect(await sendToken(shops.score, 'x'.repeat(3000))).toMatchObject({ reasons: ['bot-check-failed'] });
    expect(await sendToken(shops.score, 'x'.repeat(5000))).toMatchObject({ reasons: ['bot-check-failed'] });
  });

  it.each(['error', 'html', 'wrong-secret', 'redirect'] as const)(
    'keeps a message in quarantine when the service answers with %s, and says that it arrived',
    async (mode) => {
      service.mode = mode;
      const kept = await sendToken(shops.score, service.issue({ score: 0.9, action: 'contactform' }));
      service.mode = 'up';
      expect(kept).toMatchObject({ status: 'quarantine', reasons: ['bot-check-unavailable'] });
      expect(kept.reply).toMatchObject({
        status: 'spam',
        message: expect.stringContaining('your message has arrived'),
      });
    },
  );

  it('gives up a service that does not answer, and keeps the message', async () => {
    service.mode = 'slow';
    const kept = await sendToken(shops.impatient, service.issue({ score: 0.9, action: 'contactform' }));
    service.mode = 'up';
    expect(kept).toMatchObject({ status: 'quarantine', reasons: ['bot-check-unavailable'] });
  });

  it('gives scripts its public key and actions, and nobody its secret [7.1/5]', async () => {
    const { body } = await shops.score.http.inject('/compat.js');
    expect(body).toContain(
      '"plug_recap":{"sitekey":"site-key","actions":{"homepage":"homepage","contactform":"contactform"}}',
    );
    const pages = [body, await fetchCheck(await openForm(shops.score, 30), 30)];
    pages.push((await shops.score.http.inject('/contact-forms/30')).body);
    expect(pages[1]).toContain('data-score-check');
    expect(pages.join()).not.toContain(service.secret);
    expect(pages[2]).toContain(`name="${field}" value=""`);
    expect((await shops.score.http.inject('/contact-forms/31')).body).not.toContain(field);
  });

  it('refuses to start without keys, or with an address that is not encrypted', () => {
    expect(() => createScoreCheck({ siteKey: 'a', secret: '' })).toThrow('siteKey and secret');
    expect(() => createChallengeWidget({ siteKey: 'a', secret: 'b', verify: 'http://service.example' })).toThrow(
      'https',
    );
  });
});

describe('the challenge widget', () => {
  it('takes a token of this action, once [7.1/5]', async () => {
    const token = service.issue({ action: 'contactform' });
    expect(await sendToken(shops.widget, token)).toMatchObject({ status: 'new', reasons: [] });
    expect(await sendToken(shops.widget, token)).toMatchObject({ reasons: ['bot-check-failed'] });
    const other = service.issue({ action: 'checkout' });
    expect(await sendToken(shops.widget, other)).toMatchObject({ reasons: ['bot-check-failed'] });
    expect(await sendToken(shops.widget, '')).toMatchObject({ reasons: ['bot-check-missing'] });
  });
});

describe('the proof of work', () => {
  it('is fetched by the script and passes once, for one form', async () => {
    const app = shops['proof-of-work'];
    const shopper = await openForm(app, 30);
    const token = await solveBotCheck(await fetchCheck(shopper, 30));
    expect(await sendToken(app, token, 34)).toMatchObject({ reasons: ['bot-check-failed'] });
    expect(await send(shopper, 30, { [field]: token })).toMatchObject({ status: 'new' });
    expect(await sendToken(app, token)).toMatchObject({ status: 'quarantine', reasons: ['bot-check-failed'] });
  });

  it('lets who has no script answer the quiz instead, or waits in quarantine', async () => {
    const app = shops['proof-of-work'];
    const shopper = await openForm(app, 33);
    const refill = (await shopper.visit('/api/plugin/v1/contact-forms/33/refill')).json() as FeedbackReply;
    const answered = { sum: '2', _plug_quiz_answer_sum: refill.quiz?.sum?.[1] ?? '' };
    expect(await send(shopper, 33, answered)).toMatchObject({ status: 'new', reasons: ['bot-check-missing'] });
    const held = await send(await openForm(app, 30), 30);
    expect(held).toMatchObject({ status: 'quarantine', reasons: ['bot-check-missing'] });
    expect(held.reply.message).toContain('your message has arrived');
    const unasked = await send(await openForm(app, 35), 35);
    expect(unasked, 'a quiz that is not shown').toMatchObject({ status: 'quarantine', reasons: ['bot-check-missing'] });
  });

  it('is asked when much of a limit is used up, and never where the form says so', async () => {
    const app = shops['proof-of-work'];
    const shopper = await openForm(app, 32);
    const schema = async (id: number) =>
      (await shopper.visit(`/api/plugin/v1/contact-forms/${id}/feedback/schema`)).json() as { bot_check?: true };
    expect(await fetchCheck(shopper, 32)).toBe('');
    expect(await schema(32)).not.toHaveProperty('bot_check');
    expect(await schema(30)).toHaveProperty('bot_check', true);
    clock.forward(5000);
    for (let count = 0; count < 2; count += 1) expect(await send(shopper, 32)).toMatchObject({ status: 'new' });
    expect(await schema(32)).toHaveProperty('bot_check', true);
    expect(await schema(31)).not.toHaveProperty('bot_check');
    clock.forward(5000);
    expect(await send(shopper, 31)).toMatchObject({ status: 'new', reasons: [] });
    const token = await solveBotCheck(await fetchCheck(shopper, 32));
    clock.forward(5000);
    expect(await send(shopper, 32, { [field]: token })).toMatchObject({ status: 'new', reasons: [] });
  });

  it('stands for the opening of a form when it is passed', async () => {
    const app = shops['proof-of-work'];
    const token = await solveBotCheck(await fetchCheck(newShopper(app), 30));
    const program = newShopper(app, { address: '203.0.113.250' });
    expect(await send(program, 30, { [field]: token })).toMatchObject({ status: 'new', reasons: ['not-opened'] });
  });
});
