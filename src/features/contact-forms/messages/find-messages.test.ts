import { beforeAll, describe, expect, it } from 'vitest';
import { listStatements } from '#platform/database/database.ts';
import { useDatabase } from '#tests/support/database.ts';
import { listMessages, type MessageFilter } from './find-messages.ts';

const { database } = useDatabase();
const { db, pool } = database;

interface Sample {
  readonly form?: number;
  readonly status?: string;
  readonly sender?: string;
  readonly values: readonly string[];
}

const samples: readonly Sample[] = [
  { sender: 'Ada@example.com', values: ['Ada', 'Is “Tideline” still there?'] },
  { sender: 'bea@example.com', values: ['Bea', 'She said "salt"\nand 100% ash_glaze'] },
  { form: 2, status: 'spam', sender: 'ada@example.com', values: ['SM-1042 C:\\plates'] },
  { form: 2, values: ['Note'] },
];

beforeAll(async () => {
  for (const [index, { form = 1, status = 'new', sender = null, values }] of samples.entries())
    await pool.query(
      `insert into contact_messages (form_id, form_title, status, fields, sender, locale, unit_tag, submission_hash, reply, mail, is_kept, received_at, delete_at)
      values ($1, 'Contact', $2, $3, $4, 'en', 'form-f1-o1', $5, '{}', 'none', true, $6, now() + interval '1 day')`,
      [
        ...[form, status, JSON.stringify([{ name: 'message', label: 'Message', values }]), sender],
        ...['x'.repeat(42) + index, new Date(Date.UTC(2026, 0, 1 + index))],
      ],
    );
});

const everything: MessageFilter = {
  status: null,
  formId: null,
  sender: null,
  words: null,
  isMailFailed: false,
  isWebhookFailed: false,
  page: 1,
  perPage: 50,
};
/** Numbers of the samples. */
async function list(filter: Partial<MessageFilter>): Promise<number[]> {
  const found = await listMessages(db, { ...everything, ...filter });
  return found.map(({ receivedAt }) => receivedAt.getUTCDate());
}

describe('messages', () => {
  it('are listed with the newest first, by status, form and sender, page by page', async () => {
    expect(await list({})).toEqual([4, 3, 2, 1]);
    expect(await list({ status: 'spam' })).toEqual([3]);
    expect(await list({ formId: 1 })).toEqual([2, 1]);
    expect(await list({ sender: 'ADA@example.com' })).toEqual([3, 1]);
    expect(await list({ perPage: 2, page: 2 })).toEqual([2, 1]);
  });

  it.each([
    ['tideline', [1]],
    ['“Tide', [1]],
    ['said "salt"', [2]],
    ['"salt"\nand', [2]],
    ['there tideline', [1]],
    ['  ash   SAID  ', [2]],
    ['tideline salt', []],
    ['  ', [4, 3, 2, 1]],
    ['100%', [2]],
    ['ash_glaze', [2]],
    ['ashXglaze', []],
    ['1042', [3]],
    ['c:\\pl', [3]],
    // A field is named so in all of them.
    ['message', []],
    ['label', []],
  ])('are found by words, each of which is any part of what was written: %s', async (words, expected) => {
    expect(await list({ words })).toEqual(expected);
  });

  it.each<[string, Partial<MessageFilter>, string]>([
    ['all', {}, 'contact_messages_received'],
    [
      'Revenue is what paid orders cost, including shipping, fees and taxes, on the day they were paid, less refunds on the day they were made. An order changed on a later day counts as returned on that day and as sold again in its new form. Net revenue is the same without taxes. Days are in the time zone a status.',
      { status: 'spam' },
      'contact_messages_status',
    ],
    [
      'Revenue is what paid orders cost, including shipping, fees and taxes, on the day they were paid, less refunds on the day they were made. An order changed on a later day counts as returned on that day and as sold again in its new form. Net revenue is the same without taxes. Days are in the time zone a form.',
      { formId: 2 },
      'contact_messages_form',
    ],
    [
      'Revenue is what paid orders cost, including shipping, fees and taxes, on the day they were paid, less refunds on the day they were made. An order changed on a later day counts as returned on that day and as sold again in its new form. Net revenue is the same without taxes. Days are in the time zone a sender.',
      { sender: 'ada@example.com' },
      'contact_messages_sender',
    ],
    ['those with words', { words: 'tideline' }, 'contact_messages_words'],
    ['those whose mail failed', { isMailFailed: true }, 'contact_messages_failed'],
    ['those that the webhook never took', { isWebhookFailed: true }, 'contact_messages_webhook_failed'],
  ])('have an index for %s', async (_, filter, index) => {
    const text = listStatements().find(({ name }) => name.startsWith('contact-forms.list-messages.'))?.text ?? '';
    const { status, formId, sender, words, isMailFailed, isWebhookFailed } = { ...everything, ...filter };
    const client = await pool.connect();
    try {
      await client.query('begin; set local enable_seqscan = off');
      // With few rows, this one is good for every list.
      if (index !== 'contact_messages_received') await client.query('drop index contact_messages_received');
      const pattern = words === null ? null : `%${words}%`;
      const values = [status, formId, sender, pattern, 50, 0, isMailFailed, [], isWebhookFailed];
      const { rows } = await client.query({ text: `explain ${text}`, values });
      expect(JSON.stringify(rows)).toContain(index);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});
