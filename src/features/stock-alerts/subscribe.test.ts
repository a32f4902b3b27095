import { sql } from 'drizzle-orm';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type App, listJobs } from '#app/app.ts';
import { inTransaction } from '#platform/database/database.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { readOutboxMail } from '#platform/mail/outbox.ts';
import { listMails } from '#platform/mail/records.ts';
import { anyGuest } from '#platform/nonces/nonces.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { startTestSession } from '#tests/support/account-session.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addBowl, addProduct } from '#tests/support/products.ts';
import { createCustomer, createVisitor, salesShop, signInGuest, testClock } from '#tests/support/sales.ts';
import { newShopper, type Shopper } from '#tests/support/shopper.ts';
import { subscribeNonce } from './contract.ts';
import { expireAlerts } from './engine/expire-alerts.ts';
import { stockAlertData } from './personal-data.ts';
import { subscribe } from './subscribe/subscribe.ts';

const { database } = useDatabase();
const clock = testClock();
let app: App;
let jar = 0;
beforeAll(async () => {
  app = await salesShop(database, { clock, env: { TRUST_PROXY: 'true' } });
  jar = await addProduct(app.shop, { name: 'Salt jar', stock: 0 });
});
beforeEach(() => clock.forward(61_000));

const changed = new Set<string>();
async function set(values: Readonly<Record<string, unknown>>): Promise<void> {
  const changes = Object.entries(values).map(([name, value]) => ({
    key: `stock-alerts.${name}`,
    value,
    version: null,
  }));
  for (const { key } of changes) changed.add(key);
  expect(await changeSettings(app.shop, changes, 'shop')).toMatchObject({ ok: true });
}
afterEach(async () => {
  await changeSettings(
    app.shop,
    [...changed].map((key) => ({ key, value: undefined, version: null })),
    'shop',
  );
  changed.clear();
});

let people = 0;
function newEmail(): string {
  people += 1;
  return `reader-${people}@example.com`;
}
const guestNonce = () => app.shop.nonces.create(anyGuest, subscribeNonce);

/** Sends the call of the script. @returns its text, without markup */
async function call(fields: Readonly<Record<string, string>>, shopper: Shopper = newShopper(app)) {
  const security = guestNonce();
  const sent = {
    action: 'stockalert_product_subscribe',
    security,
    product_id: `${jar}`,
    subscriber_name: 'Ada',
    user_email: newEmail(),
    user_id: '0',
  };
  const reply = await shopper.submit('/ajax', { ...sent, ...fields });
  const msg = reply.status === 200 ? (reply.json() as { msg: string }).msg : reply.body;
  return {
    status: reply.status,
    msg,
    text: msg.replaceAll(/<[^>]*>/g, ''),
    type: String(reply.headers['content-type']),
  };
}

const say = async (fields: Readonly<Record<string, string>>) => (await call(fields)).text;

interface Row {
  id: number;
  state: string;
  email: string;
  customer_id: number | null;
  [column: string]: unknown;
}
const readAlerts = async (email: string): Promise<Row[]> =>
  (
    await app.shop.db.execute<Row>(sql`select * from stock_alerts where email_key = lower(${email}) order by id`)
  ).rows.map((row) => ({
    ...row,
    id: Number(row.id),
    customer_id: row.customer_id === null ? null : Number(row.customer_id),
  }));
const runJobs = () => runJobsNow(app.shop, listJobs(app.assembly));
async function readMails(alert: number) {
  await runJobs();
  const mails = await listMails(app.shop.db, { start: `stock-alert:${alert}:`, page: 1, perPage: 20 });
  return Promise.all(mails.map(async ({ id }) => ({ ...(await readOutboxMail(app.shop.db, id)), id })));
}
const findLink = (text: string | null | undefined) => /\/stock-alerts\/\d+\/[\w-]{43}/.exec(text ?? '')?.[0] ?? '';

/** Subscribes and follows the mailed link. @returns the alert and its link */
async function subscribeAndConfirm(fields: Readonly<Record<string, string>> = {}) {
  const email = fields.user_email ?? newEmail();
  await call({ ...fields, user_email: email });
  const [alert] = await readAlerts(email);
  const [mail] = await readMails(alert?.id ?? 0);
  const link = findLink(mail?.text);
  const answer = await newShopper(app).submit(`${link}/confirm`, {});
  expect(answer.status).toBe(200);
  return { email, link, id: alert?.id ?? 0 };
}

describe('the form', () => {
  it('[5.4/1] asks for a quantity above 0 first, where it is mandatory', async () => {
    await set({ quantity: 'required', phone: 'required' });
    const nothing = { subscriber_name: '', user_email: '', subscriber_phone: '' };
    for (const quantity of ['', '0', '-2', 'some'])
      expect(await say({ ...nothing, custom_quantity: quantity })).toBe('Quantity cannot be empty');
    expect(await say({ ...nothing, custom_quantity: '3' })).toBe('Please enter valid Phone Number');
    await set({ quantity: 'optional' });
    expect(await say({ ...nothing, custom_quantity: '' })).toBe('Please enter valid Phone Number');
  });

  it('[5.4/2-4] checks the phone number second, and says what is wrong by its code', async () => {
    await set({ phone: 'required' });
    const send = (phone: string, meta = '{"iso2":"de"}') =>
      say({ subscriber_phone: phone, subscriber_phone_meta: meta, subscriber_name: '' });
    expect(await send('')).toBe('Please enter valid Phone Number');
    expect(await send('no number')).toBe('Please enter valid Phone Number');
    expect(await send('+49 1')).toBe('Phone Number too short');
    expect(await send('+49 30 1234567890123456')).toBe('Phone Number too long');
    expect(await send('030 901820')).toBe('Name cannot be empty');
    expect(await send('+1 202 456 1111', '')).toBe('Name cannot be empty');
  });

  it('takes no phone number where it is optional, but no wrong one', async () => {
    await set({ phone: 'optional' });
    expect(await say({ subscriber_phone: '+49 1' })).toBe('Phone Number too short');
    expect(await say({ subscriber_phone: '' })).toContain('check your inbox');
  });

  it('[3.7/4-5] keeps the number and the country that was chosen, as JSON or in single fields', async () => {
    await set({ phone: 'required', quantity: 'required' });
    const [first, second] = [newEmail(), newEmail()];
    const phone = { subscriber_phone: '030 901820', custom_quantity: '2' };
    await call({ ...phone, user_email: first, subscriber_phone_meta: '{"iso2":"de","dialCode":"49"}' });
    await call({
      ...phone,
      user_email: second,
      'subscriber_phone_meta[iso2]': 'de',
      'subscriber_phone_meta[name]': 'Germany',
    });
    expect(await readAlerts(first)).toMatchObject([
      { phone: '+4930901820', phone_meta: { iso2: 'de', dialCode: '49' }, quantity: 2 },
    ]);
    expect(await readAlerts(second)).toMatchObject([
      { phone: '+4930901820', phone_meta: { iso2: 'de', name: 'Germany' } },
    ]);
  });

  it('keeps no data of a country that are too large, or that no text can hold, and takes the number all the same', async () => {
    await set({ phone: 'optional', country: 'DE' });
    const large = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [`subscriber_phone_meta[field${index}]`, 'ä'.repeat(100)]),
    );
    const broken = { subscriber_phone_meta: String.raw`{"iso2":"de","name":"\u0000"}` };
    for (const meta of [large, broken]) {
      const email = newEmail();
      const sent = { user_email: email, subscriber_phone: '030 901820', ...meta };
      expect(await call(sent)).toMatchObject({ status: 200 });
      expect(await readAlerts(email)).toMatchObject([{ phone: '+4930901820', phone_meta: null }]);
    }
  });

  it('[5.4/5-6] asks for the name third and the email address fourth', async () => {
    expect(await say({ subscriber_name: ' ', user_email: '' })).toBe('Name cannot be empty');
    expect(await say({ user_email: ' ' })).toBe('Email Address cannot be empty');
  });

  it('[5.4/7] takes local@domain; with a top-level domain of 2 to 4 characters by the letter, of more as we do', async () => {
    for (const email of ['ada', 'ada@', '@example.com', 'ada@example', 'ada@example.c', 'a b@example.com'])
      expect(await say({ user_email: email })).toBe('Please enter valid Email Address');
    expect(await say({ user_email: 'ada@louvre.museum' })).toContain('check your inbox');
    await set({ strictEmail: true });
    expect(await say({ user_email: 'ada@tate.museum' })).toBe('Please enter valid Email Address');
    expect(await say({ user_email: 'ada@example.info' })).toContain('check your inbox');
  });

  it('[5.4/8] asks for the agreement fifth, with its own text, and keeps what was agreed to', async () => {
    await set({ agree: true });
    expect(await say({})).toBe('Please accept our terms and conditions');
    expect(await say({ user_email: '' })).toBe('Email Address cannot be empty');
    const email = newEmail();
    expect(await say({ agree: '1', user_email: email })).toContain('check your inbox');
    expect(await readAlerts(email)).toMatchObject([
      {
        consent_text: expect.stringMatching(
          /^I agree to get an email when this is back in stock\. We use your address/,
        ),
      },
    ]);
  });

  it('keeps an agreement of any length: it is the shop that writes it', async () => {
    const email = newEmail();
    const consentText = 'I agree. '.repeat(1000);
    const typed = {
      name: 'Ada',
      phone: '',
      phoneMeta: null,
      quantity: null,
      variationId: null,
      kind: 'stock' as const,
    };
    expect(await subscribe(app.shop, { ...typed, productId: jar, email, consentText }, null)).toMatchObject({
      ok: true,
    });
    expect(await readAlerts(email)).toMatchObject([{ consent_text: consentText }]);
  });

  it('answers calls of the script of the plugin, which checks the agreement itself', async () => {
    await set({ agree: true, script: 'plugin' });
    expect(await say({ 'dataobj[ajax_url]': '/ajax', 'dataobj[user_id]': '0' })).toContain('check your inbox');
  });
});

describe('the call', () => {
  it('[7.5/1-2, 7.5/4] is a POST with the fields of 3.7, and its JSON has the message as HTML', async () => {
    const email = newEmail();
    const reply = await call({
      user_email: email,
      custom_quantity: '',
      subscriber_phone: '',
      variation_id: '',
      security: guestNonce(),
      'dataobj[a]': '1',
    });
    expect(reply).toMatchObject({ status: 200, type: expect.stringContaining('application/json') });
    expect(reply.msg).toBe(`<div class="stockalertsuccess">${reply.text}</div>`);
    expect(await readAlerts(email)).toMatchObject([
      { state: 'unconfirmed', name: 'Ada', product_id: jar, variation_id: null },
    ]);
    expect((await call({ user_email: '' })).msg).toBe(
      '<div class="stockalerterror">Email Address cannot be empty</div>',
    );
  });

  it('[7.5/3, 8.4/1] needs a nonce in the header of the platform, and is refused with its code', async () => {
    const refused = await call({ security: 'forged' });
    expect(refused.status).toBe(403);
    expect(JSON.parse(refused.msg)).toMatchObject({ code: 'rest_cookie_invalid_nonce' });
    const send = (nonce: string) =>
      app.http.inject({
        ...{
          method: 'POST',
          url: '/ajax',
          payload: {
            action: 'stockalert_product_subscribe',
            product_id: jar,
            subscriber_name: 'A',
            user_email: newEmail(),
          },
        },
        headers: { 'x-vitrine-nonce': nonce, 'sec-fetch-site': 'same-origin' },
      });
    expect((await send(guestNonce())).statusCode).toBe(200);
    expect((await send('forged')).statusCode).toBe(403);
  });

  it('takes the nonce that guests share from no customer', async () => {
    const { customer } = await createCustomer(app.shop);
    const shopper = newShopper(app);
    await startTestSession(app, shopper, customer);
    expect((await call({}, shopper)).status).toBe(403);
  });

  it('[6/4-5] takes user_id 0 of a guest and the id of a customer, but believes the session alone', async () => {
    const { customer } = await createCustomer(app.shop);
    const email = newEmail();
    await call({ user_id: `${customer.id}`, user_email: email });
    expect(await readAlerts(email)).toMatchObject([{ customer_id: null, state: 'unconfirmed' }]);
  });

  it('answers everybody alike, whether the address waits or not; the letter is a setting', async () => {
    const { email } = await subscribeAndConfirm();
    const other = await say({});
    expect(await say({ user_email: email.toUpperCase() })).toBe(other);
    expect(await readAlerts(email)).toHaveLength(1);
    await set({ tellsSubscribed: true });
    expect(await say({ user_email: email })).toBe('Seems like you have already subscribed to this product');
  });

  it('refuses what can be bought, and what nobody sells', async () => {
    const [cup, draft] = [
      await addProduct(app.shop, { stock: 2 }),
      await addProduct(app.shop, { stock: 0, status: 'draft' }),
    ];
    expect(await say({ product_id: `${cup}` })).toBe('This is available now.');
    for (const id of [`${draft}`, '999999', '0'])
      expect(await say({ product_id: id })).toBe('This product could not be found.');
    expect(await say({ variation_id: '999999' })).toBe('This product could not be found.');
  });

  it('keeps one alert of an address for each variation, also when it is sent at once', async () => {
    const bowl = await addBowl(app.shop, 0);
    const email = newEmail();
    const send = (variation: number) =>
      call({ user_email: email, product_id: `${bowl.product}`, variation_id: `${variation}` });
    await Promise.all([bowl.small, bowl.small, bowl.small, bowl.large, 0, 0].map(send));
    expect(new Set((await readAlerts(email)).map((row) => row.variation_id))).toEqual(
      new Set([bowl.small, bowl.large, null]),
    );
    expect(await readAlerts(email)).toHaveLength(3);
  });

  it('is limited for an address, whatever follows its +, and for a network', async () => {
    await set({ perHour: { address: 2, network: 3, product: 1000 } });
    const shopper = newShopper(app, { address: '203.0.113.9' });
    const say = async (user_email: string) => (await call({ user_email }, shopper)).text;
    expect(await say('flood@example.com')).toContain('check your inbox');
    expect(await say('flood+1@example.com')).toContain('check your inbox');
    expect(await say('flood+2@example.com')).toContain('many times');
    expect(await say(newEmail())).toContain('check your inbox');
    expect(await say(newEmail())).toContain('many times');
  });
});

describe('the mailed link', () => {
  it('confirms by POST alone: a program that opens links changes nothing', async () => {
    const email = newEmail();
    await call({ user_email: email });
    const [alert] = await readAlerts(email);
    const [mail] = await readMails(alert?.id ?? 0);
    expect(mail).toMatchObject({ to: email, subject: 'Please confirm your alert for Salt jar' });
    const link = findLink(mail?.text);
    const page = await newShopper(app).visit(link);
    expect(page).toMatchObject({ status: 200 });
    expect(page.headers['cache-control']).toContain('no-store');
    expect((await readAlerts(email))[0]?.state).toBe('unconfirmed');
    const confirmed = await newShopper(app).submit(`${link}/confirm`, {});
    expect(confirmed.body).toContain('Your position on the list: ');
    expect(await readAlerts(email)).toMatchObject([{ state: 'waiting', confirmed_at: expect.anything() }]);
    const forged = link.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    for (const path of [forged, `${forged}/stop`]) expect((await newShopper(app).visit(path)).status).toBe(404);
    expect((await newShopper(app).submit(`${forged}/confirm`, {})).status).toBe(404);
  });

  it('is sent again after 60 seconds, not before', async () => {
    const email = newEmail();
    await call({ user_email: email });
    const id = (await readAlerts(email))[0]?.id ?? 0;
    clock.forward(59_000);
    await call({ user_email: email });
    expect(await readMails(id)).toHaveLength(1);
    clock.forward(1_000);
    await call({ user_email: email });
    expect(await readMails(id)).toHaveLength(2);
  });

  it('tells who waits already, in a mail to the address', async () => {
    const { email, id } = await subscribeAndConfirm();
    clock.forward(60_000);
    await call({ user_email: email });
    const mails = await readMails(id);
    expect(mails.map(({ subject }) => subject)).toContain('You are on the list for Salt jar');
  });

  it('ends the alert with one POST of a mail program, without cookies (RFC 8058), for guests too', async () => {
    const { email, link } = await subscribeAndConfirm();
    const stop = await app.http.inject({
      ...{ method: 'POST', url: `${link}/stop`, payload: 'List-Unsubscribe=One-Click' },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(stop.statusCode).toBe(200);
    expect(await readAlerts(email)).toMatchObject([{ state: 'ended', end_reason: 'unsubscribed' }]);
    expect((await newShopper(app).visit(`${link}/stop`)).body).toContain('This alert has ended');
    await newShopper(app).submit(`${link}/confirm`, {});
    expect((await readAlerts(email))[0]?.state, 'an ended alert stays ended').toBe('ended');
  });
});

describe('customers', () => {
  it('wait at once when they are signed in with their verified address', async () => {
    const { customer } = await createCustomer(app.shop);
    await app.shop.db.execute(sql`update customers set email_verified_at = now() where id = ${customer.id}`);
    const shopper = newShopper(app);
    await startTestSession(app, shopper, customer);
    const form = { product_id: `${jar}`, subscriber_name: 'Ada', user_email: customer.email };
    const answer = await shopper.submit('/stock-alerts', form);
    expect(answer.body).toContain('We will email you as soon as it is back.');
    expect(await readAlerts(customer.email)).toMatchObject([{ state: 'waiting', customer_id: customer.id }]);
    const page = await shopper.visit('/account/stock-alerts');
    expect(page.body).toMatch(/Salt jar.*Waiting, position/s);
    const id = (await readAlerts(customer.email))[0]?.id;
    const stranger = newShopper(app);
    await startTestSession(app, stranger, (await createCustomer(app.shop)).customer);
    await stranger.submit('/account/stock-alerts', { alert: `${id}` });
    expect((await readAlerts(customer.email))[0]?.state, "others' alerts stay").toBe('waiting');
    await shopper.submit('/account/stock-alerts', { alert: `${id}` });
    expect((await readAlerts(customer.email))[0]?.state).toBe('ended');
    expect((await shopper.visit('/account/stock-alerts')).body).toContain('The alert has ended.');
  });

  it('confirm by mail when the address of their account is not verified, or is another one', async () => {
    const { customer } = await createCustomer(app.shop);
    const shopper = newShopper(app);
    await startTestSession(app, shopper, customer);
    for (const email of [customer.email, newEmail()]) {
      await shopper.submit('/stock-alerts', { product_id: `${jar}`, subscriber_name: 'Ada', user_email: email });
      expect(await readAlerts(email)).toMatchObject([{ state: 'unconfirmed', customer_id: null }]);
    }
  });

  it('get the alerts of their address at sign-in, once they have verified it', async () => {
    const buyer = await createCustomer(app.shop);
    const { email } = await subscribeAndConfirm({ user_email: buyer.customer.email });
    const bowl = await addProduct(app.shop, { stock: 0 });
    await call({ user_email: email, product_id: `${bowl}` });
    await signInGuest(app.shop, await createVisitor(app.shop.db), buyer);
    expect(await readAlerts(email)).toMatchObject([{ customer_id: null }, { customer_id: null }]);
    await app.shop.db.execute(sql`update customers set email_verified_at = now() where id = ${buyer.customer.id}`);
    await signInGuest(app.shop, await createVisitor(app.shop.db), buyer);
    // What nobody confirmed may have been typed by anybody.
    expect(await readAlerts(email)).toMatchObject([{ customer_id: buyer.customer.id }, { customer_id: null }]);
  });

  it('get a copy of their alerts, and erase them with the records of their mails', async () => {
    const { customer } = await createCustomer(app.shop);
    const { email, id } = await subscribeAndConfirm({ user_email: customer.email });
    const verified = { ...customer, isEmailVerified: true };
    expect(await stockAlertData.read(app.shop, app.shop.db, customer)).toEqual([]);
    expect(await stockAlertData.read(app.shop, app.shop.db, verified)).toMatchObject([
      { product: 'Salt jar', email, state: 'waiting' },
    ]);
    await inTransaction(app.shop.db, async (tx) => stockAlertData.erase?.(app.shop, tx, verified));
    expect(await readAlerts(email)).toEqual([]);
    expect(await readMails(id)).toEqual([]);
  });
});

it('alerts that nobody confirms, and those that wait for long, end; what is over is deleted', async () => {
  const [forgotten, { email: waiting }] = [newEmail(), await subscribeAndConfirm()];
  await call({ user_email: forgotten });
  clock.forward(8 * 24 * 60 * 60_000);
  await expireAlerts(app.shop);
  expect(await readAlerts(forgotten)).toMatchObject([{ state: 'ended', end_reason: 'expired' }]);
  expect(await readAlerts(waiting)).toMatchObject([{ state: 'waiting' }]);
  clock.forward(360 * 24 * 60 * 60_000);
  await expireAlerts(app.shop);
  expect(await readAlerts(forgotten)).toEqual([]);
  expect(await readAlerts(waiting)).toMatchObject([{ state: 'ended', end_reason: 'expired' }]);
});

describe('without script', () => {
  it('the form answers with a page, which says what is wrong or what comes next', async () => {
    const shopper = newShopper(app);
    const page = await shopper.visit(`/stock-alerts?product_id=${jar}`);
    expect(page.body).toContain('name="user_email"');
    const refused = await shopper.submit('/stock-alerts', {
      product_id: `${jar}`,
      subscriber_name: 'Ada <b>',
      user_email: 'ada',
    });
    expect(refused.status).toBe(422);
    expect(refused.body).toContain('Please enter valid Email Address');
    expect(refused.body).toContain('value="Ada &lt;b&gt;"');
    const sent = await shopper.submit('/stock-alerts', {
      product_id: `${jar}`,
      subscriber_name: 'Ada',
      user_email: newEmail(),
    });
    expect(sent.body).toContain('Please check your inbox');
  });
});

describe('the page of a product', () => {
  const open = async (id: number) => {
    const { rows } = await app.shop.db.execute<{ slug: string }>(sql`select slug from products where id = ${id}`);
    return (await newShopper(app).visit(`/product/${rows[0]?.slug}`)).body;
  };

  it('[2.3/22] has a form for each variation that is sold out, and none for what can be bought', async () => {
    const bowl = await addBowl(app.shop, 0);
    const body = await open(bowl.product);
    for (const id of [bowl.small, bowl.large])
      expect(body).toContain(`stockalert-subscribe-form stockalert-subscribe-form-${id} `);
    expect(await open(jar)).toContain(`stockalert-subscribe-form-${jar} `);
    expect(await open(await addProduct(app.shop, { stock: 3 }))).not.toContain('stockalert');
  });

  it('[2.3/19-20] has a button for what is sold out in popup mode, with the ids, a quantity and security', async () => {
    await set({ form: 'popup' });
    const bowl = await addBowl(app.shop, 0);
    const body = await open(bowl.product);
    expect(body).toMatch(
      new RegExp(
        `data-product_id="${bowl.product}" data-variation_id="${bowl.small}" data-quantity="1" data-security="" class="[^"]*sa_popup_submit`,
      ),
    );
    expect(await open(await addProduct(app.shop, { stock: 3 }))).not.toContain('sa_popup_submit');
  });

  it('[7.5/5, 7.5/7] opens the popup by a call, which answers with the form as HTML, refusals too', async () => {
    const send = (fields: Readonly<Record<string, string>>) =>
      newShopper(app).submit('/ajax', { action: 'sa_trigger_popup_ajax', quantity: '1', security: '', ...fields });
    const shown = await send({ product_id: `${jar}`, variation_id: '0' });
    expect(shown).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(shown.body).toContain('name="user_email"');
    const [, nonce = ''] = /sa-security" type="hidden" name="security" value="([^"]+)"/.exec(shown.body) ?? [];
    expect((await call({ security: nonce })).status).toBe(200);
    const refused = await send({ product_id: '999999', variation_id: '' });
    expect(refused).toMatchObject({ status: 200, body: expect.stringContaining('This product could not be found.') });
  });

  it('[9.9/1-5] asks for no captcha, no challenge and no phone number, a quantity is mandatory where it is shown, and there is no popup', async () => {
    const { body } = await newShopper(app).visit('/compat.js');
    const config = /"stockalert":(\{[^}]*\})/.exec(body)?.[1] ?? '{}';
    expect(JSON.parse(config)).toMatchObject({
      get_bot_type: 'captcha',
      ...{
        enable_captcha: '2',
        enable_challenge: '2',
        phone_field: '2',
        is_quantity_field_optional: '2',
        is_popup: 'no',
      },
      ...{ user_id: '0', security: guestNonce(), ajax_url: '/ajax' },
    });
    expect(await open(jar)).not.toMatch(/subscriber_phone|custom_quantity|bot_check|data-check/);
  });

  it('[6/5] tells scripts the id of a customer who is signed in', async () => {
    const { customer } = await createCustomer(app.shop);
    const shopper = newShopper(app);
    await startTestSession(app, shopper, customer);
    expect((await shopper.visit('/compat.js')).body).toContain(`"user_id":"${customer.id}"`);
  });
});
