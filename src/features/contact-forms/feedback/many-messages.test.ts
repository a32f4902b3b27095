import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ContactFormInput } from '#features/form-definitions/index.ts';
import { countQueries } from '#platform/database/database.ts';
import { providePort } from '#platform/features/ports.ts';
import { useDatabase } from '#tests/support/database.ts';
import { testClock } from '#tests/support/sales.ts';
import { newShopper, type Shopper } from '#tests/support/shopper.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { contactFormSources } from '../ports.ts';
import { defineContactForms } from '../sources/find-forms.ts';
import type { FeedbackReply } from './reply.ts';

const database = useDatabase();
const { pool } = database;

const form: ContactFormInput = {
  ...{ id: 80, title: 'Without mail', layout: [{ kind: 'textarea', name: 'note', required: true }] },
  settings: { skipMail: true },
};
const many = 1000;
const hour = 60 * 60 * 1000;
/** Five minutes after the start of an hour, so that no test crosses the end of one. */
const clock = testClock(new Date(Math.ceil(Date.now() / hour) * hour + 5 * 60 * 1000));

/** A shop that was just started: nothing is kept in memory. */
const startShop = (calls = many) =>
  testShop(database, {
    clock,
    env: { TRUST_PROXY: 'true' },
    choices: {
      provides: providePort(contactFormSources, [defineContactForms([form])]),
      settings: {
        'contact-forms': { botCheck: 'never', perHour: { visitor: many, network: many, form: many, calls } },
      },
    },
  });
type App = Awaited<ReturnType<typeof startShop>>;

const root = '/api/contact-forms-api/v1/contact-forms/80';

/** A shopper who has opened the form and typed for a while. */
async function openForm(app: App) {
  const shopper = newShopper(app, { address: '198.51.100.7' });
  await shopper.visit(`${root}/feedback/schema`);
  clock.forward(5000);
  return shopper;
}

async function send(app: App, note: string = randomUUID(), opened?: Shopper): Promise<string> {
  const shopper = opened ?? (await openForm(app));
  const body = new FormData();
  for (const [name, value] of Object.entries({ _form_unit_tag: 'form-f80-o1', note })) body.append(name, value);
  const answer = await shopper.submitFiles(`${root}/feedback`, body);
  return (answer.json() as FeedbackReply).status;
}

const sendTogether = async (app: App) => {
  const shoppers = await Promise.all(Array.from({ length: 16 }, () => openForm(app)));
  const statuses = await Promise.all(shoppers.map((shopper) => send(app, randomUUID(), shopper)));
  return statuses.filter((status) => status !== 'mail_sent');
};

const readCounts = async () => {
  const { rows } = await pool.query<{ name: string; points: number }>(
    `select split_part(key, ':', 1) as name, points from platform.rate_limits where key like 'contact-%' order by 1`,
  );
  return Object.fromEntries(rows.map(({ name, points }) => [name, points]));
};

describe('messages that come together', () => {
  it('are all stored, more of them than there are connections, after a start', async () => {
    expect(await sendTogether(await startShop())).toEqual([]);
  });

  it('are all stored while words are looked up that staff have taught', async () => {
    await pool.query(`insert into contact_words (word, spam, good) values ('', 9, 9)`);
    expect(await sendTogether(await startShop())).toEqual([]);
    await pool.query('delete from contact_words');
  });
});

describe('a message without mail', () => {
  it('takes one count and one transaction, with the use of its opening', async () => {
    const app = await startShop();
    await send(app);
    const shopper = await openForm(app);
    const { value, texts } = await countQueries(() => send(app, randomUUID(), shopper));
    expect(value).toBe('mail_sent');
    expect(texts.map((text) => text.trim().split(/\s+/).slice(0, 3).join(' '))).toEqual([
      'insert into platform.rate_limits',
      'begin isolation level',
      'insert into contact_form_uses',
      'with message as',
      'commit',
    ]);
  });

  it('counts once as an attempt, sent, repeated or refused; one too many is aborted and counts for nothing else', async () => {
    await pool.query('delete from platform.rate_limits');
    const app = await startShop(4);
    const shopper = await openForm(app);
    const sendAgain = (note: string) => send(app, note, shopper);
    expect([await sendAgain('One'), await sendAgain('One'), await sendAgain(' ')]).toEqual([
      ...['mail_sent', 'mail_sent', 'validation_failed'],
    ]);
    expect(await readCounts()).toEqual({ 'contact-calls': 3, 'contact-form': 1, 'contact-network': 1 });
    expect(await send(app, 'Two')).toBe('mail_sent');
    expect([await send(app, 'Three'), await sendAgain('One'), await send(app, ' ')]).toEqual([
      ...['aborted', 'aborted', 'aborted'],
    ]);
    expect(await readCounts()).toEqual({ 'contact-calls': 4, 'contact-form': 2, 'contact-network': 2 });
  });
});
