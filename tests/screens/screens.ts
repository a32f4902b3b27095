import { sql } from 'drizzle-orm';
import type { RouteOptions } from 'fastify';
import type pg from 'pg';
import type { App } from '#app/app.ts';
import { keepForm } from '#features/accounts/fresh/kept-forms.ts';
import { importFileJob } from '#features/content-transfer/office/import-job.ts';
import { shipOrder } from '#features/fulfilment/index.ts';
import { saveDraft } from '#features/manual-orders/drafts.ts';
import { manualOrderSchema } from '#features/manual-orders/order-file.ts';
import { cancelByShopper } from '#features/orders/cancel/cancel-by-shopper.ts';
import { shippingSettings } from '#features/shipping/settings.ts';
import { isAdminPath } from '#platform/admin/contract.ts';
import { createSampleUse } from '#platform/admin/lists/address/filter-kinds.ts';
import { inTransaction } from '#platform/database/database.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { findListRows } from '#tests/lists/list-rows.ts';
import { addBlocks } from '#tests/support/content.ts';
import { addAuthor, addTerm } from '#tests/support/journal.ts';
import { addBowl, addProduct } from '#tests/support/products.ts';
import { homeAddress, payTestOrder, placeTestOrder } from '#tests/support/sales.ts';
import { createTestImage } from '#tests/support/uploads.ts';
import { addWaitingRows } from '#tests/support/waiting-rows.ts';

/** Who looks at the screens. */
interface Owner {
  readonly id: number;
  readonly cookie: string;
}

/**
 * Addresses of screens by the pattern of their route, where the first link to one is not enough. Empty: a file, not a screen.
 * A list needs none: its rows are those of `tests/lists/list-rows.ts`.
 */
async function addExamples(app: App, owner: Owner): Promise<Readonly<Record<string, readonly string[]>>> {
  const { shop } = app;
  const { id } = await placeTestOrder(shop, [[await addProduct(shop), 1]]);
  const [shipped, asked] = [await shipPart(app), await askToCancel(app)];
  const { product } = await addBowl(shop, 3);
  const lines = [{ variationId: await addProduct(shop), quantity: 1 }];
  const input = manualOrderSchema.parse({ email: 'ada@example.com', billing: homeAddress, lines });
  const draft = await saveDraft(shop, shop.db, input, { id: null, by: 'shop' });
  const kept = await keepForm(shop, owner.id, { path: '/admin/roles/new', fields: { name: 'weekend' } });
  // The second time both coupons have ended.
  const [, run] = [await endCoupons(app, owner), await endCoupons(app, owner)];
  const comment = await addComment(app);
  const person = await addPerson(app);
  const stocked = await addProduct(shop, { stock: 9 });
  const category = await addCategories(app);
  const bowl = await addBowl(shop, 3);
  const page = await addBlocks(shop, 'example-of-screens', [
    { id: 'a', type: 'text', values: { html: '<p>Words.</p>' } },
  ]);
  const [message, withdrawal, mail] = [await addMessage(app), await addWithdrawal(app, shipped), await addMail(app)];
  const [term, author] = [await addTerm(shop, 'category', 'Example'), await addAuthor(shop, 'Example')];
  await addMethods(app);
  return {
    ...createSettingExamples(app),
    // A post is edited as a page.
    '/admin/posts/:id': ['/admin/posts/new'],
    '/admin/journal-terms/:id': [`/admin/journal-terms/${term}`],
    '/admin/journal-terms/:id/delete-term': [`/admin/journal-terms/${term}/delete-term`],
    '/admin/journal-authors/:id': [`/admin/journal-authors/${author}`],
    '/admin/journal-authors/:id/delete-author': [`/admin/journal-authors/${author}/delete-author`],
    // Files, not screens.
    '/admin/content-transfer/content.json': [],
    '/admin/content-transfer/:id': [await importExample(app, owner)],
    '/admin/reports/:name.csv': [],
    '/admin/products/:id/variations': [`/admin/products/${bowl.product}/variations`],
    // JSON, for the dialog of the grid.
    '/admin/products/:id/variations/pictures': [],
    '/admin/comments/:id': [`/admin/comments/${comment}`],
    '/admin/comments/:id/reply': [`/admin/comments/${comment}/reply`],
    '/admin/comments/photographs/:id': [],
    // The content of a frame, without the office around it.
    '/admin/mails/:id/content': [],
    '/admin/orders/:id': [`/admin/orders/${id}`],
    ...Object.fromEntries(
      [
        ...['cancel-order', 'add-note', 'change-address', 'amend-order', 'resend-mail'],
        ...['refund-order', 'retry-refund', 'end-refund', 'record-late-money'],
      ].map((name) => [`/admin/orders/:id/${name}`, [`/admin/orders/${id}/${name}`]]),
    ),
    ...Object.fromEntries(
      [
        ...['ship-order', 'correct-tracking', 'record-delivery', 'send-again', 'replace-items'],
        ...['exchange-items', 'record-arrival'],
      ].map((name) => [`/admin/orders/:id/${name}`, [`/admin/orders/${shipped}/${name}`]]),
    ),
    '/admin/orders/:id/decline-cancellation': [`/admin/orders/${asked}/decline-cancellation`],
    // The shop's own layout.
    '/admin/products/:id/preview': [],
    '/admin/products/:id': [`/admin/products/${product}`],
    ...Object.fromEntries(
      ['set-offer', 'generate-variations'].map((name) => [
        `/admin/products/:id/${name}`,
        [`/admin/products/${product}/${name}`],
      ]),
    ),
    '/admin/content/:id': [`/admin/content/${page}`],
    '/admin/content/:id/build': [`/admin/content/${page}/build`],
    // Style sheets for the frame of the builder, without content.
    '/admin/content/styles/build': [],
    // The shop's own layout, and two revisions: tests of the feature look at them.
    '/admin/content/:id/preview': [],
    '/admin/content/:id/compare': [],
    ...Object.fromEntries(
      ['schedule', 'change-address', 'restore'].map((name) => [
        `/admin/content/:id/${name}`,
        [`/admin/content/${page}/${name}`],
      ]),
    ),
    ...Object.fromEntries(
      ['', '/add-note', '/set-exemption', '/merge-account', '/erase-person'].map((part) => [
        `/admin/customers/:id${part}`,
        [`/admin/customers/${person}${part}`],
      ]),
    ),
    '/admin/order-drafts/:id': [`/admin/order-drafts/${draft}`],
    ...Object.fromEntries(
      ['place-order', 'send-quote', 'withdraw-quote', 'delete-draft'].map((name) => [
        `/admin/order-drafts/:id/${name}`,
        [`/admin/order-drafts/${draft}/${name}`],
      ]),
    ),
    ...Object.fromEntries(
      ['', '/adjust-stock'].map((part) => [`/admin/stock/:id${part}`, [`/admin/stock/${stocked}${part}`]]),
    ),
    '/admin/categories/:id': [`/admin/categories/${category}`],
    ...Object.fromEntries(
      ['merge', 'delete'].map((verb) => [
        `/admin/categories/:id/${verb}-category`,
        [`/admin/categories/${category}/${verb}-category`],
      ]),
    ),
    // The rows of their lists.
    ...Object.fromEntries(
      (['tag', 'brand', 'attribute', 'attribute-term'] as const).flatMap((kind) =>
        ['merge', 'delete'].map((verb) => {
          const path = { tag: 'tags', brand: 'brands', attribute: 'attributes', 'attribute-term': 'attribute-values' }[
            kind
          ];
          return [`/admin/${path}/:id/${verb}-${kind}`, [`/admin/${path}/1/${verb}-${kind}`]];
        }),
      ),
    ),
    '/admin/incoming/:id/receive-delivery': ['/admin/incoming/1/receive-delivery'],
    '/admin/stocktakes/:id/count': ['/admin/stocktakes/1/count'],
    // A new order that is filled in looks like one that is not.
    '/admin/order-drafts/from/:source/:id': [],
    '/admin/send-again/:id': [`/admin/send-again/${kept}`],
    '/admin/runs/:id': [run],
    '/admin/staff/:id': ['/admin/staff/1', '/admin/staff/2'],
    '/admin/roles/:name': ['/admin/roles/clerk', '/admin/roles/owner'],
    '/admin/media/:id': [`/admin/media/${await addPicture(app)}`],
    '/admin/media/:id/original': [],
    '/admin/uploads/:id': [],
    '/admin/import/:id': [await uploadPrices(app, owner)],
    // Files.
    '/admin/import/:id/refused.csv': [],
    ...Object.fromEntries(
      ['templates/:kind', 'examples/:kind', 'exports/:kind', 'files/:id'].map((path) => [`/admin/import/${path}`, []]),
    ),
    ...Object.fromEntries(
      ['', '/answer-message', '/forward-message', '/add-note', '/assign-message'].map((part) => [
        `/admin/messages/:id${part}`,
        [`/admin/messages/${message}${part}`],
      ]),
    ),
    ...Object.fromEntries(
      ['', '/assign-order', '/choose-lines', '/record-received', '/close-withdrawal'].map((part) => [
        `/admin/withdrawals/:id${part}`,
        [`/admin/withdrawals/${withdrawal}${part}`],
      ]),
    ),
    ...Object.fromEntries(
      ['', '/resend-mail'].map((part) => [`/admin/mails/:id${part}`, [`/admin/mails/${mail}${part}`]]),
    ),
    '/admin/messages/files/:id': [],
    '/admin/messages/files/:id/preview': [],
  };
}

/** A message with a file, an answer, a note and somebody who looks after it. @returns its id */
async function addMessage({ shop }: App): Promise<number> {
  const { rows } = await shop.db.execute<{ id: number }>(sql`
    with made as (
      insert into contact_messages (form_id, form_title, status, fields, sender, locale, unit_tag, submission_hash, reply, mail, is_kept, assigned_to, received_at, delete_at)
      select 1, 'Contact', 'new', '[{"name":"note","label":"Your message","values":["Is it blue?\\nOr green?"]}]', 'ada@example.com', 'en', 'tag',
        rpad('example', 43, '_'), '{"status":"mail_sent","message":""}', 'failed', true, min(id), now(), now() + interval '1 year' from staff_members returning id
    ), answered as (
      insert into contact_message_answers (id, message_id, body, by, answered_at) select gen_random_uuid(), id, 'It is blue.', 'Bea', now() from made
    ), noted as (
      insert into contact_message_notes (id, message_id, body, forwarded_to, has_files, by, noted_at)
      select gen_random_uuid(), id, 'Do you know?', 'kiln-with-a-long-address@a-long-domain.example', true, 'Bea', now() from made
    ), filed as (
      insert into contact_message_files (id, message_id, field, name, type, bytes, sha256)
      select gen_random_uuid(), id, 'plan', 'plan-of-a-kitchen.pdf', 'application/pdf', 9, repeat('a', 64) from made
    )
    select id from made`);
  return Number(rows[0]?.id);
}

/** A withdrawal from an order, with its lines. @returns its id */
async function addWithdrawal({ shop }: App, orderId: number): Promise<number> {
  const { rows } = await shop.db.execute<{ id: number }>(sql`
    insert into withdrawals (request_key, order_id, order_number, email, name, scope, items, reason, declared_at)
    select gen_random_uuid(), id, number, email, 'Ada', 'part', '1 × Bowl', 'Too small', now() from orders where id = ${orderId} returning id`);
  const id = Number(rows[0]?.id);
  await shop.db.execute(sql`
    insert into withdrawal_lines (withdrawal_id, order_id, order_line_id, quantity) select ${id}, order_id, id, 1 from order_lines where order_id = ${orderId}`);
  return id;
}

/** A mail that was sent. @returns its number */
async function addMail({ shop }: App): Promise<number> {
  const html = '<p>Thank you for your order. <a href="https://shop.example/order/x">Look at it</a></p>';
  const message = JSON.stringify({ html, text: 'Thank you for your order: https://shop.example/order/x' });
  const { rows } = await shop.db.execute<{ number: number }>(sql`
    insert into platform.mail (id, recipient, locale, subject, state, attempts, message, sent_at)
    values ('order:1:example', 'ada@example.com', 'en', 'Your order', 'sent', 1, ${message}, now()) returning number`);
  return Number(rows[0]?.number);
}

/** A tree of two. @returns the id of the lower one */
async function addCategories({ shop }: App): Promise<number> {
  const { rows } = await shop.db.execute<{ id: number }>(sql`
    with top as (insert into categories (locale, slug, name) values ('en-GB', 'an-example', 'An example') returning id)
    insert into categories (locale, slug, name, parent_id) select 'en-GB', 'below-it', 'Below it', id from top returning id`);
  return Number(rows[0]?.id);
}

/** A picture that a product shows. @returns its id */
async function addPicture({ shop }: App): Promise<number> {
  const stored = await shop.media.store(shop.db, { bytes: await createTestImage(), name: 'example bowl.png', alt: '' });
  if (!stored.ok) throw new Error(stored.code);
  await shop.db.execute(
    sql`insert into product_images (product_id, position, media_id) values (${await addProduct(shop)}, 90, ${stored.id})`,
  );
  return stored.id;
}

/** An account with an address, a note, an order and a tax exemption. @returns the id of its page */
async function addPerson({ shop }: App): Promise<number> {
  const { rows } = await shop.db.execute<{ id: number; customer: number }>(
    sql`select id, customer_id as customer from people where customer_id is not null order by id limit 1`,
  );
  const { id = 0, customer = 0 } = rows[0] ?? {};
  await shop.db.execute(
    sql`insert into person_notes (person_id, text, by, at) values (${id}, 'Rings twice.', 'Ada', now())`,
  );
  await shop.db.execute(
    sql`update customers set tax_exemption = 'Embassy', tax_certificate = '12/2026' where id = ${customer}`,
  );
  await shop.db.execute(sql`insert into customer_addresses (customer_id, address, is_default_billing)
    values (${customer}, ${JSON.stringify(homeAddress)}::jsonb, true)`);
  await shop.db.execute(
    sql`insert into email_preferences (customer_id, kind, is_wanted, locale, changed_at) values (${customer}, 'wishlist-news', true, 'en', now())`,
  );
  const order = await placeTestOrder(shop, [[await addProduct(shop), 1]]);
  await shop.db.execute(sql`update orders set customer_id = ${customer}, visitor_id = null where id = ${order.id}`);
  return Number(id);
}

/** A review with all that its page shows. @returns its id */
async function addComment({ shop }: App): Promise<number> {
  const values = sql`${await addProduct(shop)}, 4, 'A headline', 'It pours well.', 'Ada', 'ada@example.com', '203.0.113.7', 'en', 'approved', '{first,links}'`;
  const { rows } = await shop.db.execute<{ id: number }>(sql`
    insert into comments (product_id, stars, title, body, author, email, network, locale, state, reasons, is_verified, reports, version, fingerprint, created_at)
    values (${values}, true, 1, 2, 'the fingerprint of an example', now()) returning id`);
  const id = Number(rows[0]?.id);
  await shop.db.execute(sql`insert into comment_versions values (${id}, 1, 2, '', 'It drips.', now())`);
  await shop.db.execute(sql`insert into comment_reports (comment_id, visitor_id, customer_id, reason, reported_at)
    select ${id}, null, min(id), 'This is about another product.', now() from customers`);
  return id;
}

/** @returns the page of an uploaded file */
const uploadPrices = (app: App, owner: Owner) =>
  upload(app, owner, '/admin/import', 'SKU,Price,Shelf\r\nBOWL,12.00,A3\r\n');

/** @returns the address of the page of the file */
async function upload({ http }: App, { cookie }: Owner, url: string, content: string): Promise<string> {
  const head = (rest: string) => `--example\r\ncontent-disposition: form-data; ${rest}\r\n\r\n`;
  const { headers } = await http.inject({
    ...{ method: 'POST', url },
    headers: { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'multipart/form-data; boundary=example' },
    payload: `${head('name="kind"')}prices\r\n${head('name="file"; filename="prices.csv"')}${content}\r\n--example--\r\n`,
  });
  return String(headers.location);
}

/** A content file that was tried. */
async function importExample(app: App, owner: Owner): Promise<string> {
  const entries = ['Example', 'example'].map((slug) => ({ kind: 'page', slug, title: 'Example' }));
  const file = { format: 'vitrine-content', version: 1, entries };
  const path = await upload(app, owner, '/admin/content-transfer', JSON.stringify(file));
  await runJobsNow(app.shop, [importFileJob]);
  return path;
}

/** A paid order that its customer asks to cancel. @returns its id */
async function askToCancel({ shop }: App): Promise<number> {
  const order = await placeTestOrder(shop, [[await addProduct(shop), 1]]);
  await payTestOrder(shop, order);
  await cancelByShopper(shop, order.id);
  return order.id;
}

/** An order of which one item is on its way, and one is not. @returns its id */
async function shipPart({ shop }: App): Promise<number> {
  const order = await placeTestOrder(shop, [[await addProduct(shop), 2]]);
  await payTestOrder(shop, order);
  const parcels = [{ carrier: 'An Post', trackingNumber: 'CE123456789IE', trackingUrl: 'https://track.example.com/1' }];
  const units = [{ position: 1, quantity: 1 }];
  const shipment = { orderId: order.id, units, parcels, notify: false, by: 'shop' } as const;
  await inTransaction(shop.db, (tx) => shipOrder(shop, tx, shipment));
  return order.id;
}

/** @returns the page of the run */
async function endCoupons({ http }: App, { cookie }: Owner): Promise<string> {
  const { headers } = await http.inject({
    method: 'POST',
    url: '/admin/coupons/-/actions/promotions.end-coupon',
    headers: { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'id=1&id=2&count=2',
  });
  return String(headers.location);
}

/** Rows of each list and of each tile of the start page, and people: axe needs as long for each row as for the first. */
async function addRows({ shop }: App, pool: pg.Pool): Promise<void> {
  await addWaitingRows(pool, 13, shop.clock.now());
  // Its payments have the ids of their orders.
  await pool.query(`select setval(pg_get_serial_sequence('payments', 'id'), (select max(id) from payments))`);
  const client = await pool.connect();
  await client.query('begin; set local session_replication_role = replica');
  for (const list of shop.adminLists.values()) await client.query(findListRows(list.name), [4]);
  await client.query('commit');
  client.release();
  await pool.query(`insert into staff_invitations (email, role, token_hash, invited_by, sent_at, expires_at)
    values ('cleo-with-a-long-address@a-long-domain.example', 'support', sha256('cleo'), 'Ada', now(), now() + interval '7 days')`);
  await pool.query(`insert into platform.audit_entries (by_kind, by, by_staff_id, subject_kind, subject_id, label, action, before, after)
    select 'staff', 'Ada', min(id), 'setting', 'shop.countries', 'shop.countries', 'settings.change',
      '{"value":["IE","GB","AT","BE","CH","DE","DK","ES","FR","IT"]}', '{"value":["DK","IE","GB","AT","BE","CH","DE","ES","FR","IT"]}'
    from staff_members`);
}

/** Sections of settings that have a field of every kind between them. The others are made in the same way. */
const shownSections = ['contact-forms', 'delivery-dates', 'pricing', 'syndication', 'wallet'];

function createSettingExamples({ shop }: App): Readonly<Record<string, readonly string[]>> {
  const sections = shop.adminForms.map(({ path }) => path).filter((path) => path.startsWith('/admin/settings/of/'));
  const isShown = (path: string) => shownSections.some((name) => path.endsWith(`/${name}`));
  return {
    ...Object.fromEntries(sections.map((path) => [path, isShown(path) ? [path] : []])),
    '/admin/settings/setting': ['/admin/settings/setting?key=cart.maxQuantity'],
    '/admin/settings/shipping': ['/admin/settings/shipping?country=IE&weight=1000&quantity=1&total=50.00'],
  };
}

/** A zone with a method of each kind, to which the page of shipping links. */
async function addMethods({ shop }: App): Promise<void> {
  const methods = [
    { type: 'flat_rate', id: 'flat_rate:90', title: 'Courier', cost: '5 + 1.50 * [qty]', classCosts: { fragile: 400 } },
    { type: 'free_shipping', id: 'free_shipping:90', title: 'Free', requires: 'minimum', minimum: 9000 },
    { type: 'local_pickup', id: 'local_pickup:90', title: 'Pickup', cost: 0 },
    { type: 'table', id: 'table:90', title: 'By weight', by: 'weight', rows: [{ from: 0, to: 2000, cost: 500 }] },
  ];
  const { zones } = shop.settings(shippingSettings);
  const example = { name: 'Example of screens', places: [{ country: 'NO' }], methods };
  const changes = [
    { key: 'shipping.zones', value: [example, ...zones], version: null },
    // The page of one setting has a history.
    { key: 'cart.maxQuantity', value: 90, version: null },
  ];
  const result = await changeSettings(shop, changes, 'shop');
  if (!result.ok) throw new Error(result.message);
}

/**
 * The screens of the back office: each GET route below `/admin` that answers with a page, with an object where its path
 * has an id. The object is one to which another screen links, else one of `addExamples`. Lists come a second time, with
 * every filter set, and their actions about two rows.
 * @throws for a route for which there is no object, with what to do
 */
export async function findScreens(
  app: App,
  pool: pg.Pool,
  routes: readonly RouteOptions[],
  owner: Owner,
): Promise<readonly string[]> {
  await addRows(app, pool);
  const examples = await addExamples(app, owner);
  const patterns = routes.flatMap(({ method, url }) =>
    [method].flat().includes('GET') && isAdminPath(url) && !/\.\w+$/.test(url) ? url : [],
  );
  const screens = new Set<string>();
  const links = new Set<string>();
  const show = async (pattern: string, path: string) => {
    const { headers, body, statusCode } = await app.http.inject({
      url: path,
      headers: { accept: 'text/html', cookie: owner.cookie },
    });
    if (!String(headers['content-type']).startsWith('text/html')) return;
    if (statusCode !== 200) throw new Error(`${path} answers ${statusCode}, so it is no example of ${pattern}`);
    screens.add(path);
    for (const [, href = ''] of body.matchAll(/href="(\/admin[^"?#]*)"/g)) links.add(href);
  };
  const [withObject, alone] = [patterns.filter(hasObject), patterns.filter((pattern) => !hasObject(pattern))];
  for (const pattern of alone)
    for (const path of examples[pattern] ?? [addRowsTo(app, pattern)]) await show(pattern, path);
  for (const pattern of withObject) {
    const link = [...links].find((href) => toExpression(pattern).test(href) && !alone.includes(href));
    const paths = examples[pattern] ?? (link === undefined ? undefined : [link]);
    if (paths === undefined)
      throw new Error(
        `No screen links to one of ${pattern}: add an object for it to addExamples in tests/screens/screens.ts`,
      );
    for (const path of paths) await show(pattern, path);
  }
  const filtered = [...app.shop.adminLists.values()].map((list) => {
    const set = Object.entries(list.filters).flatMap(([name, filter]) =>
      filter.kind === 'record'
        ? []
        : createSampleUse(app.shop, filter)
            .slice(0, 1)
            .flatMap(({ written }) => written.map(([suffix, text]): [string, string] => [name + suffix, text])),
    );
    return `${list.path}?${new URLSearchParams(set)}`;
  });
  return [...screens, ...filtered];
}

const hasObject = (pattern: string) => pattern.includes(':');

const toExpression = (pattern: string) =>
  new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`);

/** Actions and pages of a list are about marked rows. */
function addRowsTo({ shop }: App, path: string): string {
  const isAboutRows = [...shop.adminLists.values()].some(
    (list) => path.startsWith(`${list.path}/-/actions/`) || list.pages.some((page) => page.path === path),
  );
  return isAboutRows ? `${path}?id=1&id=2` : path;
}
