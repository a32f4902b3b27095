import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { providePort } from '#platform/features/ports.ts';
import { defineTexts } from '#platform/texts/texts.ts';
import { startTestSession } from '#tests/support/account-session.ts';
import { useDatabase } from '#tests/support/database.ts';
import { createCustomer, salesShop, type TestCustomer } from '#tests/support/sales.ts';
import { newShopper, type Shopper } from '#tests/support/shopper.ts';
import { optionalMails } from './ports.ts';
import { createStopLink, listWantedMails, savePreferences, stopMail } from './preferences.ts';

const { database } = useDatabase();
let app: App;
let customer: TestCustomer['customer'];
let device: Shopper;

const texts = defineTexts('test-mails', {
  prices: 'Price drops',
  pricesText: 'At most one a week.',
  news: 'News from the kiln',
  newsText: 'Four a year.',
});
const kinds = ['price-drops', 'news'];

beforeAll(async () => {
  app = await salesShop(database, {
    provides: [
      ...providePort(optionalMails, [
        { kind: 'price-drops', title: texts.prices, description: texts.pricesText },
        { kind: 'news', title: texts.news, description: texts.newsText },
      ]),
    ],
  });
  ({ customer } = await createCustomer(app.shop));
  device = newShopper(app);
  await startTestSession(app, device, customer);
});

const listWanted = async () => [...(await listWantedMails(app.shop.db, customer.id))];
const switchOn = (...wanted: string[]) => savePreferences(app.shop, app.shop.db, customer.id, { kinds, wanted });
const getStopPath = (kind: string, id = customer.id) => new URL(createStopLink(app.shop, id, kind)).pathname;

describe('the page of the account', () => {
  it('offers the kinds of optional mail, none of them switched on', async () => {
    const { status, body } = await device.visit('/account/emails');
    expect(status).toBe(200);
    expect(body).toMatch(/value="price-drops".*Price drops.*At most one a week\..*value="news"/s);
    expect(body).not.toContain('checked=""');
    expect(body).toContain('We only send these to confirmed addresses. Please use the link in the email we sent you.');
  });

  it('saves what is chosen, and switches the others off', async () => {
    expect(await device.submit('/account/emails', { kind: ['price-drops', 'unknown'] })).toMatchObject({
      status: 303,
      location: '/account/emails',
    });
    expect(await listWanted()).toEqual(['price-drops']);
    const { body } = await device.visit('/account/emails');
    expect(body).toContain('Your choice has been saved.');
    expect(body).toMatch(/<input(?=[^>]*value="price-drops")(?=[^>]*checked="")/);
    await device.submit('/account/emails', { kind: 'news' });
    expect(await listWanted()).toEqual(['news']);
    await device.submit('/account/emails', {});
    expect(await listWanted()).toEqual([]);
  });

  it('is only for somebody who is signed in', async () => {
    const guest = newShopper(app);
    expect((await guest.visit('/account/emails')).status).toBe(303);
    expect((await guest.submit('/account/emails', { kind: 'news' })).location).toMatch(/^\/account\/sign-in/);
  });
});

describe('a stop link', () => {
  it('asks on its page, and changes nothing before', async () => {
    await switchOn('news', 'price-drops');
    const page = await newShopper(app).visit(getStopPath('news'));
    expect(page.status).toBe(200);
    expect(page.body).toContain('no longer receive “News from the kiln” emails');
    expect(page.headers['cache-control']).toContain('no-store');
    expect(await listWanted()).toEqual(expect.arrayContaining(['news', 'price-drops']));
  });

  it.each([
    ['a form', 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
  ])('switches its kind off when a mail program posts %s without Origin and cookies', async (_, type, payload) => {
    await switchOn('news', 'price-drops');
    const url = getStopPath('news');
    const post = () => app.http.inject({ method: 'POST', url, payload, headers: { 'content-type': type } });
    const answers = [await post(), await post()];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(answers[0]?.body).toContain('You are unsubscribed');
    expect(await listWanted()).toEqual(['price-drops']);
  });

  it('is not found with another customer, kind or signature', async () => {
    await switchOn('news', 'price-drops');
    const key = getStopPath('news').split('/').at(-1) ?? '';
    const forged = [
      `/stop-emails/${customer.id + 1}/news/${key}`,
      `/stop-emails/${customer.id}/price-drops/${key}`,
      `/stop-emails/${customer.id}/news/${key.slice(1)}x`,
      `/stop-emails/${customer.id}.0/news/${key}`,
      `/stop-emails/x/news/${key}`,
    ];
    for (const url of forged) {
      const answers = [await app.http.inject(url), await app.http.inject({ method: 'POST', url })];
      expect(
        answers.map(({ statusCode }) => statusCode),
        url,
      ).toEqual([404, 404]);
    }
    expect(await listWanted()).toEqual(expect.arrayContaining(['news', 'price-drops']));
  });

  it('of a kind that was never switched on does nothing', async () => {
    const other = await createCustomer(app.shop);
    await stopMail(app.shop, app.shop.db, other.customer.id, 'news');
    expect(await listWantedMails(app.shop.db, other.customer.id)).toEqual(new Set());
  });
});
