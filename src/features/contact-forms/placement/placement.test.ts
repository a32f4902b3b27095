import { randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { demoContactForms, demoFormPages } from '#demo/contact-forms.ts';
import { ensureCategories } from '#features/catalog/index.ts';
import { definePages, type InitialEntry, initialContent } from '#features/content/index.ts';
import { findOrCreateCustomer, saveAddress, setCustomerName } from '#features/customers/index.ts';
import { contactForm } from '#features/form-definitions/index.ts';
import { productSummary } from '#features/product-form/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import { providePort } from '#platform/features/ports.ts';
import { fillSlot } from '#platform/features/slots.ts';
import { useDatabase } from '#tests/support/database.ts';
import { saveTestProduct } from '#tests/support/products.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { newShopper } from '#tests/support/shopper.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { pdf } from '#tests/support/uploads.ts';
import { messageCommands } from '../messages/message-commands.ts';
import { contactFormSources } from '../ports.ts';
import { defineContactForms } from '../sources/find-forms.ts';
import { storeForm } from '../sources/stored-forms.ts';
import { createFormPlacer } from './place-form.tsx';

const database = useDatabase();
const { pool } = database;
const email = 'ada@example.com';
const factsPath = '/api/platform/v1/form-customer';
let app: App;
const studio =
  '<h2>Write</h2><ul><li>One [contact-form id="1"] two</ul><p>[contact-form id="4"]</p><p>[other id="1"] [contact-form id="404"]</p><p>[contact-form id="1"]</p><!-- <p>[contact-form id="4"]</p> -->';

const home: InitialEntry = {
  ...{ kind: 'home', slug: 'home', title: 'Home page' },
  blocks: () => [
    {
      ...{ id: 'write', type: 'banner' },
      values: { title: 'Write', html: '<p>Before</p><p>[contact-form id="1"]</p><p>After</p>' },
    },
  ],
};

beforeAll(async () => {
  app = await testShop(database, {
    choices: {
      ...withTestSession,
      // Below the button of the product's form, within it.
      fills: fillSlot(productSummary, [
        async (shop, _, { product }) => (product.slug === 'plate' ? (await createFormPlacer(shop, 1)(1))?.node : null),
      ]),
      provides: [
        ...withTestSession.provides,
        ...providePort(contactFormSources, [defineContactForms(demoContactForms)]),
        ...providePort(initialContent, [definePages([{ slug: 'studio', title: 'Studio', html: studio }]), [home]]),
      ],
      settings: {
        storefront: {
          productNotes: [{ title: 'Care', html: '<p>By hand.</p><p>[contact-form id="1"]</p>' }],
        },
        'contact-forms': {
          ...{ contactForm: 1, productForm: 4, pages: demoFormPages, minSeconds: 0 },
          perHour: { visitor: 1000, network: 1000 },
        },
      },
    },
  });
  await saveTestProduct(app.shop, {
    status: 'published',
    name: 'Mug "Äbb"',
    slug: 'mug',
    master: { regularPrice: 100 },
    categories: [
      ...(await inTransaction(app.shop.db, (tx) => ensureCategories(app.shop, tx, [['Mugs']]))).values(),
    ].flat(),
    shortDescription: '<p>Short.</p><p>[contact-form id="1"]</p>',
    description: '<p>Long [other id="3"].</p><p>[contact-form id="4"]</p><p>Then [contact-form id="1"]</p>',
  });
  await saveTestProduct(app.shop, { status: 'draft', name: 'Secret', slug: 'secret', master: { regularPrice: 100 } });
  const customer = await findOrCreateCustomer(app.shop, app.shop.db, email);
  await setCustomerName(app.shop.db, customer.id, 'Ada L.');
  const address = {
    first_name: 'Ada',
    last_name: 'Byrne',
    company: '',
    address_1: '1 Quay Lane',
    address_2: '',
    city: 'Cork',
    state: '',
    postcode: '',
    country: 'IE',
  };
  await inTransaction(app.shop.db, (tx) =>
    saveAddress(tx, {
      ...{ customerId: customer.id, id: null, address, now: app.shop.clock.now() },
      ...{ isDefaultBilling: true, isDefaultShipping: true },
    }),
  );
});

async function signIn() {
  const shopper = newShopper(app);
  await shopper.submit('/test/sign-in', { email });
  return shopper;
}

/** The control with this name. */
const readControl = (html: string, name: string) =>
  new RegExp(`<(?:input|select|textarea)[^>]*name="${name}"[^>]*>`).exec(html)?.[0] ?? '';

describe('pages with forms', () => {
  it('are named by the settings, linked in the footer and in no way personal', async () => {
    const guest = newShopper(app);
    const { body, status } = await guest.visit('/contact/commissions');
    expect(status).toBe(200);
    expect(body).toContain('<h1>Commissions</h1>');
    expect(body).toMatch(/<a href="\/contact\/trade">Trade accounts<\/a>/);
    expect(body).not.toContain('href="/contact/every-field"');
    expect((await guest.visit('/contact/every-field')).status).toBe(200);
    for (const missing of ['/contact/nothing', '/contact-forms/999', '/contact-forms/x'])
      expect(await guest.visit(missing)).toMatchObject({ status: 404, body: expect.stringContaining('<html') });
    const sitemap = (await guest.visit('/sitemap-pages.xml')).body;
    expect(sitemap).toContain('/contact/trade</loc>');
    expect(sitemap).not.toContain('every-field');
    const { body: personal } = await (await signIn()).visit('/contact?subject=A%20piece&name=Mallory');
    for (const text of [email, 'Ada L.', 'Mallory']) expect(personal).not.toContain(text);
    expect(readControl(personal, 'your-email')).toMatch(/data-default-from="customer" data-default-key="email"/);
    expect(personal).not.toContain('selected=""');
  });

  it('of products link to the form that asks about them', async () => {
    const { body } = await newShopper(app).visit('/product/mug');
    expect(body).toMatch(/<a href="\/contact-forms\/4\?product=mug" data-lightbox="page" rel="nofollow">/);
  });
});

describe('a form is filled in', () => {
  it('from the query, where its definition allows it, without running anything', async () => {
    const guest = newShopper(app);
    const { body } = await guest.visit(
      `/contact-forms/1?subject=A+piece&your-message=unasked&your-name=Mallory&name=Mallory&email=mallory@example.com`,
    );
    expect(body).toContain('<option value="A piece" selected="">');
    expect(body).not.toMatch(/[Mm]allory|unasked/);
    const hostile = await guest.visit(`/contact-forms/5?campaign=${encodeURIComponent('"><script>alert(1)</script>')}`);
    expect(readControl(hostile.body, 'campaign')).toContain('value="&quot;&gt;&lt;script&gt;');
    const long = await guest.visit(`/contact-forms/5?campaign=${'x'.repeat(3000)}&campaign=y`);
    expect(readControl(long.body, 'campaign')).toContain('value=""');
    expect((await guest.visit('/contact-forms/1?subject=constructor&product[]=a')).status).toBe(200);
  });

  it('from the product that is asked about, unless nobody may see it', async () => {
    const guest = newShopper(app);
    const { body } = await guest.visit('/contact-forms/4?product=mug');
    expect(readControl(body, 'piece')).toContain('value="Mug &quot;Äbb&quot;"');
    expect(readControl(body, 'piece-page')).toContain('value="/product/mug"');
    expect(body).toMatch(/id="form-f4-p\d+-o1"/);
    for (const slug of ['secret', 'none', '__proto__', '%00', '%F0%9F'])
      expect(readControl((await guest.visit(`/contact-forms/4?product=${slug}`)).body, 'piece')).toContain('value=""');
  });

  it('from the customer who is signed in, on pages and in calls that nobody else gets', async () => {
    const customer = await signIn();
    const page = await customer.visit('/contact-forms/1');
    expect(readControl(page.body, 'your-name')).toContain('value="Ada L."');
    expect(readControl(page.body, 'your-email')).toContain(`value="${email}"`);
    const answer = await customer.visit(factsPath);
    const home = { first_name: 'Ada', last_name: 'Byrne', address_1: '1 Quay Lane', city: 'Cork', country: 'IE' };
    expect(answer.json()).toEqual({ facts: { ...home, name: 'Ada L.', email } });
    for (const { headers } of [page, answer]) expect(headers['cache-control']).toBe('private, no-store');
    expect((await newShopper(app).visit(factsPath)).json()).toEqual({ facts: {} });
    expect((await newShopper(app).visit('/contact-forms/1')).body).not.toContain(email);
  });
});

const listUnitTags = (html: string) =>
  [...html.matchAll(/name="_form_unit_tag" value="([\w-]+)"/g)].map(([, tag]) => tag);

describe('texts of the shop', () => {
  it('hold forms on the page of a product, each with a unit tag of its own, also beside the question about it [2.7/1]', async () => {
    const { statusCode, body, headers } = await app.http.inject('/product/mug');
    expect([statusCode, headers['cache-control']]).toEqual([200, expect.stringContaining('public')]);
    const id = /form-f1-p(\d+)-o2/.exec(body)?.[1];
    const ordinals = ['f1-p0-o2', 'f1-p0-o3', 'f4-p0-o4', 'f1-p0-o5'];
    expect(listUnitTags(body)).toEqual(ordinals.map((tag) => `form-${tag.replace('p0', `p${id}`)}`));
    expect(body).toContain(`name="_form_container_post" value="${id}"`);
    expect(body).toContain('Long [other id="3"].');
    expect(body).not.toContain('[contact-form');
    expect(listUnitTags((await newShopper(app).visit('/contact-forms/4?product=mug')).body)).toEqual([
      `form-f4-p${id}-o1`,
    ]);
    const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, each]) => each);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('hold forms on the home page and on that of a category', async () => {
    const home = await app.http.inject('/');
    expect(home.headers['cache-control']).toContain('public');
    expect(listUnitTags(home.body)).toEqual(['form-f1-o1']);
    expect(home.body).toMatch(/<p>Before<\/p>.*form-f1-o1.*<p>After<\/p>/s);
    await pool.query('update categories set description = $1', ['<p>All mugs.</p><p>[contact-form id="1"]</p>']);
    const { body } = await app.http.inject('/category/mugs');
    expect(listUnitTags(body)).toEqual(['form-f1-o1']);
    expect(body).toContain('<meta name="description" content="All mugs."/>');
  });

  it('are text alone in a quick view, for search engines and in feeds', async () => {
    const { rows } = await pool.query("select id from products where slug = 'mug'");
    const call = { action: 'theme_quickview', product: String(rows[0].id) };
    const { body } = await newShopper(app).submit('/ajax', call);
    expect(body).toContain('<p>Short.</p>');
    expect(body).not.toContain('contact-form');
    const page = (await app.http.inject('/product/mug')).body;
    expect(page).toContain('<meta name="description" content="Short."/>');
    expect(page).toContain('"description":"Long . Then"');
  });

  it('hold no form inside of the form that adds to the cart [2.7/7] [8.1/6]', async () => {
    await saveTestProduct(app.shop, { status: 'published', name: 'Plate', slug: 'plate', master: { regularPrice: 1 } });
    const { body } = await app.http.inject('/product/plate');
    const form = /<form class="buy__form".*?<\/form>/s.exec(body)?.[0] ?? '';
    expect(form).toContain('<p role="alert">Error: This contact form is placed in the wrong place.</p>');
    expect(form).not.toContain('_form_unit_tag');
  });

  it('belong to pages that are rendered again when the form changes', async () => {
    const form = { id: 91, title: 'Later', layout: [{ kind: 'text' as const, name: 'later' }] };
    await saveTestProduct(app.shop, {
      status: 'published',
      name: 'Jug',
      description: '<p>[contact-form id="91"]</p>',
      master: { regularPrice: 1 },
    });
    expect((await app.http.inject('/product/jug')).body).not.toContain('name="later"');
    await inTransaction(app.shop.db, (tx) => storeForm(app.shop, tx, contactForm.parse(form)));
    await app.shop.pages.awaitInvalidations();
    expect((await app.http.inject('/product/jug')).body).toContain('name="later"');
  });
});

describe('an information page', () => {
  it('holds several forms where its text names them, each with a unit tag of its own [2.7/1]', async () => {
    const { statusCode, body, headers } = await app.http.inject('/pages/studio');
    expect([statusCode, headers['cache-control']]).toEqual([200, expect.stringContaining('public')]);
    const tags = [...body.matchAll(/name="_form_unit_tag" value="([\w-]+)"/g)].map(([, tag]) => tag);
    expect(tags).toEqual(['form-f1-o1', 'form-f4-o2', 'form-f1-o4']);
    expect(body).toContain('<ul><li>One </li></ul></div><div>');
    expect(body).toContain('[other id="1"]');
    expect(body).not.toContain('[contact-form');
    expect(body).toContain('<meta name="description" content="Write');
  });
});

function fillIn(files: readonly File[], fields: Readonly<Record<string, string>> = {}): FormData {
  const form = new FormData();
  const values = { piece: 'Tiles', idea: `A hearth, two metres wide. ${randomUUID()}`, 'your-name': 'Ada' };
  for (const [name, value] of Object.entries({
    ...values,
    'your-email': email,
    _form_unit_tag: 'form-f2-o1',
    ...fields,
  }))
    form.append(name, value);
  for (const file of files) form.append('sketches[]', file);
  return form;
}

it('a form with files that was posted without script names those to choose again', async () => {
  const form = fillIn([new File([pdf], 'plan.pdf')], { 'your-email': 'no address' });
  const { body } = await newShopper(app).submitFiles('/contact-forms/2', form);
  expect(body).toContain('Files can’t be kept. Please choose them again: plan.pdf');
  expect(body).toContain('A hearth, two metres wide.');
  const sent = await newShopper(app).submitFiles('/contact-forms/2', fillIn([new File([pdf], 'plan.pdf')]));
  expect(sent.body).toContain('Thank you');
  expect(sent.body).not.toContain('Files can’t be kept. Please choose them again: plan');
});

describe('a file of a message', () => {
  async function sendFile(content: Buffer, name: string) {
    const form = fillIn([new File([new Uint8Array(content)], name)]);
    expect((await newShopper(app).submitFiles('/contact-forms/2', form)).body).toContain('Thank you');
    const { rows } = await database.pool.query('select id from contact_messages order by id desc limit 1');
    const { data } = await runCommand(app.shop, messageCommands, 'messages show', [String(rows[0].id)], {});
    const [file] = (data as { files: { download: string; preview: string | null }[] }).files;
    const toPath = (url: string | null | undefined) => (url ? new URL(url).pathname : '');
    return { download: toPath(file?.download), preview: toPath(file?.preview) };
  }
  const visitAs = (permissions: readonly string[], url: string) => {
    const staff = newShopper(app);
    const [name = '', value = ''] = createStaffCookie('Bea', ...permissions).split('=');
    staff.cookies.set(name, value);
    return staff.visit(url);
  };
  const reader = ['admin.open', 'messages.read'];
  const makePicture = () =>
    sharp({
      create: {
        width: 2000,
        height: 20,
        channels: 3,
        noise: { type: 'gaussian', mean: 128, sigma: 30 },
        background: '#fff',
      },
    })
      .withExif({ IFD0: { Copyright: 'a place' } })
      .jpeg()
      .toBuffer();

  it('is a download for staff, and a picture has a preview of its pixels alone', async () => {
    const trailer = Buffer.from('<script>alert(1)</script>');
    const { download, preview } = await sendFile(Buffer.concat([await makePicture(), trailer]), 'Größe "1".jpg');
    const file = await visitAs(reader, download);
    expect([file.status, file.headers]).toMatchObject([
      200,
      {
        'content-type': 'image/jpeg',
        'content-disposition': expect.stringMatching(/^attachment; /),
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'private, no-store',
      },
    ]);
    const shown = await app.http.inject({ url: preview, headers: { cookie: createStaffCookie('Bea', ...reader) } });
    expect([shown.statusCode, shown.headers['content-type'], shown.headers['content-disposition']]).toEqual([
      ...[200, 'image/webp', 'inline'],
    ]);
    expect(shown.headers['cache-control']).toBe('private, no-store');
    const { width, exif } = await sharp(shown.rawPayload).metadata();
    expect([width, exif, shown.rawPayload.includes('script')]).toEqual([1280, undefined, false]);
  });

  it('may be a photograph of a phone that nothing here decodes: it is kept whole, with its name, and has no preview', async () => {
    // The first box of HEIC: brand `heic`, compatible with `mif1` and `heic`.
    const start = Buffer.from('00000018667479706865696300000000' + '6d69663168656963', 'hex');
    const photo = Buffer.concat([start, Buffer.from(Array.from({ length: 70_000 }, (_, index) => index % 251))]);
    const { download, preview } = await sendFile(photo, 'IMG_0042.HEIC');
    expect(preview).toBe('');
    const file = await app.http.inject({ url: download, headers: { cookie: createStaffCookie('Bea', ...reader) } });
    expect([file.statusCode, file.headers['content-type'], file.headers['content-disposition']]).toEqual([
      ...[200, 'image/heic', expect.stringMatching(/^attachment; .*IMG_0042\.HEIC/)],
    ]);
    expect(file.rawPayload.equals(photo)).toBe(true);
    expect((await visitAs(reader, `${download}/preview`)).status).toBe(404);
    const shown = await runCommand(app.shop, messageCommands, 'messages list', [], {});
    expect(JSON.stringify(shown)).toContain('IMG_0042.HEIC');
  });

  it('is for nobody else', async () => {
    const { download, preview } = await sendFile(await makePicture(), 'a.jpg');
    for (const url of [download, preview]) {
      expect((await newShopper(app).visit(url)).status).toBe(303);
      expect((await (await signIn()).visit(url)).status).not.toBe(200);
      expect((await visitAs(['admin.open'], url)).status).toBe(403);
    }
    for (const id of ['00000000-0000-4000-8000-000000000000', '..%2f..%2fsecret', "'", '%00'])
      expect((await visitAs(reader, `/admin/messages/files/${id}`)).status).toBe(404);
  });

  it('has no preview when it is no picture, or has too many pixels', async () => {
    expect((await sendFile(pdf, 'plan.pdf')).preview).toBe('');
    const { download } = await sendFile(pdf, 'plan.pdf');
    expect((await visitAs(reader, `${download}/preview`)).status).toBe(404);
    const png = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    // The dimensions in the first chunk, with its checksum.
    png.writeUInt32BE(60_000, 16);
    png.writeUInt32BE(60_000, 20);
    png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
    expect((await visitAs(reader, (await sendFile(png, 'bomb.png')).preview)).status).toBe(404);
  });
});
