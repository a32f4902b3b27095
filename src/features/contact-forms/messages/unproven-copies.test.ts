import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type App, listJobs } from '#app/app.ts';
import type { ContactFormInput } from '#features/form-definitions/definition/form.ts';
import { providePort } from '#platform/features/ports.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { sendUnprovenMail, toMailboxKey } from '#platform/mail/unproven-recipients.ts';
import { startTestSession } from '#tests/support/account-session.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { createCustomer, readConfirmLink, salesShop, testClock, trustingOrders } from '#tests/support/sales.ts';
import { newShopper, readOrderToken, type Shopper } from '#tests/support/shopper.ts';
import { type AppendedText, appendedTexts, contactFormSources } from '../ports.ts';
import { defineContactForms } from '../sources/find-forms.ts';

const { database, pool } = useDatabase();
const clock = testClock();
let app: App;

const layout: ContactFormInput['layout'] = [
  { kind: 'text', name: 'name', label: 'Name' },
  { kind: 'email', name: 'email', label: 'Email' },
  { kind: 'textarea', name: 'note', label: 'Note' },
  { kind: 'select', name: 'team', options: [{ value: 'Orders', mailValue: 'orders@saltmarsh.example' }] },
  { kind: 'file', name: 'files', maxBytes: 5_000_000 },
];
const copy = {
  to: '[email]',
  replyTo: '[name]',
  subject: 'Thank you, [name]',
  body: 'Hello [name],\n\nyou wrote:\n[note]\n\nMore at https://shop.example/help for [email].\n[files]',
  attachments: ['files'],
};
const mail = { to: 'studio@saltmarsh.example', subject: 'From [name]', body: '[note]' };
const plain: ContactFormInput = { id: 50, title: 'Plain', layout, mail, secondMail: copy };
const html: ContactFormInput = {
  ...{ id: 51, title: 'Html', layout, mail },
  secondMail: { ...copy, isHtml: true, body: '<p>[name][note]</p><p><a href="https://shop.example/help">Help</a></p>' },
};
const joining: ContactFormInput = {
  ...{ id: 53, title: 'Joining', layout, mail },
  secondMail: { ...copy, body: `${copy.body}\nwww.[name]` },
};
const onlySender: ContactFormInput = { id: 52, title: 'Only sender', layout, mail: { ...copy, to: '[email], [team]' } };

const appendedText: AppendedText = {
  field: 'piece_list',
  append: async ({ config }, { value }) => ({
    ok: true,
    label: 'List',
    text: `1 ${value}\n${config.publicUrl}/product/mug`,
  }),
};

beforeAll(async () => {
  app = await salesShop(database, {
    clock,
    provides: [
      ...providePort(contactFormSources, [defineContactForms([plain, html, joining, onlySender])]),
      ...providePort(appendedTexts, [appendedText]),
    ],
    settings: {
      'contact-forms': { minSeconds: 0, botCheck: 'never', perHour: { visitor: 1000, form: 1000 } },
      orders: { ...trustingOrders, confirmation: 'required' },
      mail: {},
    },
  });
});

type Sent = Readonly<Record<string, string | File>>;

async function send(formId: number, fields: Sent, shopper: Shopper = newShopper(app)) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ _form_unit_tag: `form-f${formId}-o1`, ...fields }))
    form.append(name, value);
  const answer = await shopper.submitFiles(`/api/contact-forms-api/v1/contact-forms/${formId}/feedback`, form);
  return answer.json() as { readonly status: string; readonly message: string };
}

interface SentMail {
  readonly to: string;
  readonly subject: string;
  /** Both versions, without what the layout of mails has. */
  readonly content: string;
  readonly attachments: number;
}

const newEmail = () => `${randomUUID().slice(0, 8)}@example.com`;

/** The mails to an address, with what `platform.mail` of a demo shop has of them. */
async function readMails(to: string): Promise<SentMail[]> {
  await runJobsNow(app.shop, listJobs(app.assembly));
  const { rows } = await pool.query<SentMail>(
    `select recipient as to, subject, coalesce(html, '') || E'\\n' || coalesce(plain, '') as content,
      coalesce(jsonb_array_length(message->'attachments'), 0) as attachments
    from platform.mail where lower(recipient) = lower($1) order by created_at`,
    [to],
  );
  return rows;
}

describe('copies of messages to an address that nobody has proved (F1)', () => {
  it('are three in a day, without the link, while the shop gets all 40 messages', async () => {
    const victim = newEmail();
    const studio = (await readMails('studio@saltmarsh.example')).length;
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        send(at % 2 === 0 ? 50 : 51, {
          name: `Eve ${at}`,
          email: [victim, victim.toUpperCase(), victim.replace('@', `+${at}@`)][at % 3] ?? victim,
          note: `You have won number ${at}: https://evil.example/prize`,
        }),
      ),
    );
    expect(new Set(replies.map(({ status, message }) => `${status} ${message}`)).size).toBe(1);
    await readMails(victim);
    const { rows } = await pool.query<{ content: string }>(
      `select coalesce(html, '') || coalesce(plain, '') as content from platform.mail
      where lower(recipient) like $1 and id like 'contact-message:%'`,
      [`${victim.split('@')[0]}%`],
    );
    expect(rows).toHaveLength(3);
    for (const { content } of rows) {
      expect(content).not.toContain('evil.example');
      expect(content).toContain('[link left out]');
    }
    expect((await readMails('studio@saltmarsh.example')).length - studio).toBe(40);
    const stored = await pool.query(`select mail from contact_messages where fields::text like '%evil.example/prize%'`);
    expect(stored.rows.map((row) => row.mail)).toEqual(Array.from({ length: 40 }, () => 'sent'));
    // The next day there are more.
    clock.forward(24 * 60 * 60_000);
    await send(50, { name: 'Eve', email: victim, note: 'Again' });
    expect(await readMails(victim)).not.toHaveLength(0);
  });

  it('make no link of what stands side by side, and keep the form’s own links and the reader’s address', async () => {
    const [first, second, third] = [newEmail(), newEmail(), newEmail()];
    await send(53, { name: 'evil', email: first, note: 'A jug, 1.250 kg' });
    const [plainCopy] = await readMails(first);
    expect(plainCopy?.content).not.toContain('www.evil');
    expect(plainCopy?.content).toContain('https://shop.example/help');
    expect(plainCopy?.subject).toBe('Thank you, evil');

    await send(51, { name: 'evil.', email: second, note: 'example/x' });
    const [joined] = await readMails(second);
    expect(joined?.content).not.toMatch(/evil\.?example/);
    expect(joined?.content).toContain('https://shop.example/help');

    await send(51, { name: 'Ada ', email: third, note: `I am ${third}. Is ev\u200bil.example yours?` });
    const [own] = await readMails(third);
    expect(own?.content).toContain(`I am ${third}`);
    expect(own?.content).toContain('Is [link left out] yours?');
    expect(own?.content).not.toContain('example yours');
  });

  it('have no files and no names of files that are links, but the products of the shop', async () => {
    const email = newEmail();
    const files = new File(['%PDF-1.4\n%âãÏÓ\n'], 'www.evil.example.pdf', { type: 'application/pdf' });
    const status = (await send(50, { name: 'Ada', email, note: 'See', files, piece_list: 'Mug evil.example' })).status;
    expect(status).toBe('mail_sent');
    const [sent] = await readMails(email);
    expect(sent?.attachments).toBe(0);
    expect(sent?.content).not.toMatch(/evil/);
    expect(sent?.content).toContain(`${app.shop.config.publicUrl}/product/mug`);
  });

  it('are counted and cleaned also where the first mail goes to an address that was typed, and the shop is told', async () => {
    const victim = newEmail();
    for (let at = 0; at < 5; at += 1)
      await send(52, { name: 'Eve', email: victim, note: `evil.example ${at}`, team: 'Orders' });
    const mails = await readMails(victim);
    expect(mails).toHaveLength(3);
    for (const { content } of mails) expect(content).not.toContain('evil.example');
    const orders = await readMails('orders@saltmarsh.example');
    expect(orders).toHaveLength(5);
    for (const { content } of orders) expect(content).toContain('evil.example');
  });

  it('are whole and not limited for a customer’s own verified address', async () => {
    const customer = (await createCustomer(app.shop)).customer;
    await pool.query('update customers set email_verified_at = now() where id = $1', [customer.id]);
    const device = newShopper(app);
    await startTestSession(app, device, customer);
    const note = 'My shop is https://ada.example';
    for (let at = 0; at < 5; at += 1)
      await send(
        50,
        {
          name: 'Ada',
          email: customer.email.toUpperCase().replace('EXAMPLE.COM', 'example.com'),
          note: `${note}/${at}`,
        },
        device,
      );
    const mails = await readMails(customer.email);
    expect(mails).toHaveLength(5);
    for (const { content } of mails) expect(content).toContain('https://ada.example');
    // Another address, and somebody else with this one, are not proved by that.
    const other = newEmail();
    for (let at = 0; at < 4; at += 1) await send(50, { name: 'Ada', email: other, note: `${note}/${at}` }, device);
    expect(await readMails(other)).toHaveLength(3);
    await send(50, { name: 'Eve', email: customer.email, note });
    expect((await readMails(customer.email)).at(-1)?.content).not.toContain('ada.example');
  });

  it('are whole and not limited for the address of an order that the browser has confirmed by its mail', async () => {
    const [device, note] = [newShopper(app), 'My shop is https://ada.example'];
    const { email } = device;
    await device.addToCart(await addProduct(app.shop));
    const form = await device.fillInCheckout();
    const token = readOrderToken(await device.placeOrder({ ...form, terms: 'yes' }));
    await send(50, { name: 'Ada', email, note }, device);
    expect((await readMails(email)).at(-1)?.content).not.toContain('ada.example');
    const { rows } = await pool.query<{ number: number }>('select number from orders where token = $1', [token]);
    const [path = '', code = ''] = (await readConfirmLink(app.shop, rows[0]?.number ?? 0)).split('?code=');
    // By the link alone: opened on the telephone, it proves the address of the browser that has ordered.
    await newShopper(app).submit(path, { code });
    for (let at = 0; at < 5; at += 1) await send(50, { name: 'Ada', email, note: `${note}/${at}` }, device);
    const copies = (await readMails(email)).filter(({ subject }) => subject === 'Thank you, Ada');
    expect(copies.filter(({ content }) => content.includes('https://ada.example'))).toHaveLength(5);
    // Nor somebody else with this address, nor this browser with another one.
    await send(50, { name: 'Eve', email, note });
    expect((await readMails(email)).at(-1)?.content).not.toContain('ada.example');
    const other = newEmail();
    await send(50, { name: 'Ada', email: other, note }, device);
    expect((await readMails(other)).at(-1)?.content).not.toContain('ada.example');
  });

  it('are counted when they are sent, not by attempts that fail', async () => {
    const mail = {
      id: `contact-message:${randomUUID()}`,
      to: newEmail(),
      subject: 'A copy',
      locale: 'en-GB',
      html: '<p>Typed</p>',
      text: 'Typed',
    };
    const failing = { ...app.shop, mail: { ...app.shop.mail, send: () => Promise.reject(new Error('greylisted')) } };
    for (let attempt = 0; attempt < 5; attempt += 1)
      await expect(sendUnprovenMail(failing, mail)).rejects.toThrow('greylisted');
    for (let copy = 0; copy < 5; copy += 1)
      expect(await sendUnprovenMail(app.shop, { ...mail, id: `${mail.id}:${copy}` })).toBe(copy < 3);
    // Sent already: a job that runs again is answered the same.
    expect(await sendUnprovenMail(app.shop, { ...mail, id: `${mail.id}:0` })).toBe(true);
  });
});

it('the key of a mailbox is the same for all ways to write its address (F1)', () => {
  const keys = [
    'Ada+news@Bücher.example',
    'ada@xn--bcher-kva.example',
    ' ADA+@BÜCHER.example ',
    'ada+a+b@bücher.EXAMPLE',
  ];
  expect(new Set(keys.map(toMailboxKey))).toEqual(new Set(['ada@xn--bcher-kva.example']));
});
