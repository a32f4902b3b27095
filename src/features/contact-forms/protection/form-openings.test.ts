import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import type { ContactFormInput } from '#features/form-definitions/definition/form.ts';
import { providePort } from '#platform/features/ports.ts';
import { useDatabase } from '#tests/support/database.ts';
import { testClock } from '#tests/support/sales.ts';
import { newShopper, type Shopper } from '#tests/support/shopper.ts';
import { testShop } from '#tests/support/test-shop.ts';
import type { FeedbackReply, RefillReply } from '../feedback/reply.ts';
import { purgeMessagesJob } from '../messages/purge-messages.ts';
import { contactFormSources, type SubmissionCheck, submissionChecks } from '../ports.ts';
import { defineContactForms } from '../sources/find-forms.ts';

const database = useDatabase();
const { pool } = database;
const clock = testClock(new Date('2026-03-02T10:15:00Z'));
const root = '/api/contact-forms-api/v1/contact-forms';
const layout: ContactFormInput['layout'] = [{ kind: 'text', name: 'note', required: true }];
const settings = { skipMail: true } as const;
const withQuiz: ContactFormInput['layout'] = [
  ...layout,
  { kind: 'quiz', name: 'sum', questions: [{ question: '3 + 4', answer: '7' }] },
];
const withHiddenQuiz: ContactFormInput['layout'] = [
  ...layout,
  { kind: 'text', name: 'more' },
  { kind: 'group', showWhen: [{ field: 'more' }], content: withQuiz.slice(1) },
];
const refuse: SubmissionCheck = async (_, { fields }) =>
  fields[0]?.values[0]?.startsWith('Refuse') ? { status: 'aborted', message: 'Not now', isAccepted: false } : null;

let app: App;
beforeAll(async () => {
  const forms = [
    { id: 1, title: 'One', layout, settings },
    { id: 2, title: 'Two', layout, settings },
    { id: 3, title: 'With a quiz', layout: withQuiz, settings },
    { id: 4, title: 'With a quiz in a group', layout: withHiddenQuiz, settings },
  ];
  const perHour = { visitor: 1000, network: 1000, form: 1000, calls: 1000 };
  app = await testShop(database, {
    clock,
    choices: {
      provides: [
        ...providePort(contactFormSources, [defineContactForms(forms)]),
        ...providePort(submissionChecks, [refuse]),
      ],
      settings: { 'contact-forms': { botCheck: 'never', perHour } },
    },
  });
});

const open = (shopper: Shopper, id = 1) => shopper.visit(`${root}/${id}/feedback/schema`);
/** A shopper who has opened the form and typed for a while. */
async function typeIn(id = 1): Promise<Shopper> {
  const shopper = newShopper(app);
  await open(shopper, id);
  clock.forward(5000);
  return shopper;
}

const fill = (id: number, fields: Readonly<Record<string, string>>) => {
  const body = new FormData();
  for (const [name, value] of Object.entries({ _form_unit_tag: `form-f${id}-o1`, ...fields })) body.append(name, value);
  return body;
};
async function send(shopper: Shopper, note: string = randomUUID(), id = 1, fields = {}): Promise<FeedbackReply> {
  return (await shopper.submitFiles(`${root}/${id}/feedback`, fill(id, { note, ...fields }))).json() as FeedbackReply;
}
const listReasons = async (note: string) =>
  (
    await pool.query<{ reasons: string[] }>('select reasons from contact_messages where fields::text like $1', [
      `%${note}%`,
    ])
  ).rows.map(({ reasons }) => reasons);

describe('a message', () => {
  it('of a form that was never opened goes to quarantine, and the sender is told that it arrived', async () => {
    const note = randomUUID();
    expect(await send(newShopper(app), note)).toMatchObject({
      status: 'spam',
      message: expect.stringContaining('your message has arrived'),
    });
    expect(await listReasons(note)).toEqual([['not-opened']]);
    const other = await typeIn(2);
    expect(await send(other), 'opened another form').toMatchObject({ status: 'spam' });
    const forger = newShopper(app);
    forger.cookies.set('form_opened_1', `AAAAAAAAAAAA.${(1).toString(36)}.${'A'.repeat(43)}`);
    expect(await send(forger), 'forged').toMatchObject({ status: 'spam' });
    forger.cookies.set('form_opened_1', String(other.cookies.get('form_opened_2')));
    expect(await send(forger), 'of another form').toMatchObject({ status: 'spam' });
  });

  it('of a form that was just opened goes to quarantine', async () => {
    const shopper = newShopper(app);
    await open(shopper);
    const note = randomUUID();
    expect((await send(shopper, note)).status).toBe('spam');
    expect(await listReasons(note)).toEqual([['too-fast']]);
  });

  it('uses up its opening: the same cookie is good for one message', async () => {
    const shopper = await typeIn();
    const replayed = newShopper(app);
    for (const [name, value] of shopper.cookies) replayed.cookies.set(name, value);
    expect((await send(shopper)).status).toBe('mail_sent');
    const note = randomUUID();
    expect((await send(replayed, note)).status).toBe('spam');
    expect(await listReasons(note)).toEqual([['reused']]);
    expect((await send(shopper)).status, 'without opening it again').toBe('spam');
  });

  it('is good once of many that are sent with one cookie at the same moment', async () => {
    const { cookies } = await typeIn();
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => {
        const copy = newShopper(app);
        for (const [name, value] of cookies) copy.cookies.set(name, value);
        return send(copy);
      }),
    );
    expect(replies.filter(({ status }) => status === 'mail_sent')).toHaveLength(1);
  });

  it('needs no opening where a quiz was answered', async () => {
    const answerQuiz = async (id: number) => {
      const { quiz } = (await newShopper(app).visit(`${root}/${id}/refill`)).json() as RefillReply;
      return { sum: '7', _form_quiz_answer_sum: quiz?.sum?.[1] ?? '' };
    };
    const note = randomUUID();
    expect((await send(newShopper(app), note, 3, await answerQuiz(3))).status).toBe('mail_sent');
    expect(await listReasons(note)).toEqual([['not-opened']]);
    const shown = { ...(await answerQuiz(4)), more: 'Yes' };
    expect((await send(newShopper(app), randomUUID(), 4, shown)).status).toBe('mail_sent');
    const hidden = await answerQuiz(4);
    expect((await send(newShopper(app), randomUUID(), 4, hidden)).status, 'a quiz that is not shown').toBe('spam');
  });
});

describe('people', () => {
  it('send from two tabs of one form, one right after the other', async () => {
    const shopper = newShopper(app);
    await open(shopper);
    await open(shopper);
    clock.forward(5000);
    expect([(await send(shopper)).status, (await send(shopper)).status]).toEqual(['mail_sent', 'mail_sent']);
  });

  it('send from two tabs of one form at the same moment', async () => {
    const shopper = newShopper(app);
    await open(shopper);
    await open(shopper);
    clock.forward(5000);
    const other = newShopper(app);
    for (const [name, value] of shopper.cookies) other.cookies.set(name, value);
    const replies = await Promise.all([send(shopper), send(other)]);
    expect(replies.map(({ status }) => status)).toEqual(['mail_sent', 'mail_sent']);
  });

  it('send again after an error, and after an answer that refuses', async () => {
    const shopper = await typeIn();
    expect((await send(shopper, ' ')).status).toBe('validation_failed');
    expect((await send(shopper, 'Refuse me')).status).toBe('aborted');
    expect((await send(shopper)).status).toBe('mail_sent');
  });

  it('send the same message twice at once, or again when the reply was lost, and it is one', async () => {
    const shopper = await typeIn();
    const note = randomUUID();
    const cookies = new Map(shopper.cookies);
    const replies = await Promise.all([send(shopper, note), send(shopper, note), send(shopper, note)]);
    expect(replies.map(({ status }) => status)).toEqual(['mail_sent', 'mail_sent', 'mail_sent']);
    for (const [name, value] of cookies) shopper.cookies.set(name, value);
    expect((await send(shopper, note)).status).toBe('mail_sent');
    expect(await listReasons(note)).toEqual([[]]);
  });

  it('send one message after the other: the refill call opens the form anew', async () => {
    const shopper = await typeIn();
    for (let count = 0; count < 6; count += 1) {
      expect((await send(shopper)).status).toBe('mail_sent');
      await shopper.visit(`${root}/1/refill`);
      clock.forward(5000);
    }
  });

  it('send from a page that was open for six days, and have reloaded it often', async () => {
    const shopper = newShopper(app);
    for (let count = 0; count < 9; count += 1) await open(shopper);
    clock.forward(6 * 24 * 60 * 60 * 1000);
    expect((await send(shopper)).status).toBe('mail_sent');
  });
});

describe('without script', () => {
  const post = (shopper: Shopper, note: string, id = 1) =>
    shopper.submitFiles(`/contact-forms/${id}`, fill(id, { note }));

  it('a form of a cached page is shown again with what was typed, and sent with the second press', async () => {
    const shopper = newShopper(app);
    const note = randomUUID();
    const { body } = await post(shopper, note);
    expect(body).toContain('press the button again');
    expect(body).toContain(`value="${note}"`);
    expect(await listReasons(note)).toEqual([]);
    expect((await post(shopper, note)).body, 'too fast').toContain('press the button again');
    clock.forward(3000);
    expect((await post(shopper, note)).body).toContain('data-status="sent"');
    expect(await listReasons(note)).toEqual([[]]);
    clock.forward(3000);
    expect((await post(shopper, randomUUID())).body, 'another one').toContain('data-status="sent"');
  });

  it('and without cookies, the second press sends it to quarantine, and the sender is told that it arrived', async () => {
    const note = randomUUID();
    const { body: page } = await post(newShopper(app), note);
    const mark = /<input type="hidden" name="(_form_page)" value="([^"]+)"/.exec(page);
    const body = fill(1, { note, [mark?.[1] ?? '']: mark?.[2] ?? '' });
    const answer = await newShopper(app).submitFiles('/contact-forms/1', body);
    expect(answer.body).toContain('your message has arrived');
    expect(await listReasons(note)).toEqual([['not-opened']]);
    expect((await newShopper(app).visit('/contact-forms/1')).body).toContain('name="_form_page"');
  });

  it('the page of a form takes a message at once, and again after an error', async () => {
    const shopper = newShopper(app);
    await shopper.visit('/contact-forms/1');
    clock.forward(5000);
    expect((await post(shopper, ' ')).body).toContain('data-status="invalid"');
    expect((await post(shopper, randomUUID())).body).toContain('data-status="sent"');
  });
});

describe('uses of openings', () => {
  it('are deleted when the openings have ended', async () => {
    const count = async () => Number((await pool.query('select count(*) from contact_form_uses')).rows[0].count);
    expect(await count()).toBeGreaterThan(0);
    clock.forward(8 * 24 * 60 * 60 * 1000);
    await purgeMessagesJob.run(app.shop, {}, { number: 1, isLast: false });
    expect(await count()).toBe(0);
  });
});
