import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { productPath } from '#features/catalog/index.ts';
import { productTabs } from '#features/product-form/index.ts';
import { adminPath } from '#platform/admin/contract.ts';
import { inTransaction } from '#platform/database/database.ts';
import { fillSlot } from '#platform/features/slots.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { shopConfig } from '#shop.config';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { newShopper } from '#tests/support/shopper.ts';
import { findTableDifferences } from '#tests/support/tables-match.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { answerQuestion, askQuestion } from './change-questions.ts';
import { adminQuestionPath, adminQuestionsPath, askCallPath, deleteQuestionPath, questionsPath } from './contract.ts';
import { productQuestions, questionsOfProduct } from './index.ts';
import { answerMailJob, questionMailJob } from './mails/jobs.ts';
import * as tables from './tables.ts';

const database = useDatabase();
let app: App;

beforeAll(async () => {
  app = await testShop(database, {
    choices: {
      ...withTestSession,
      features: [...withTestSession.features, productQuestions],
      fills: fillSlot(productTabs, [questionsOfProduct]),
    },
  });
});

const staff = createStaffCookie('Dora', 'admin.open', 'product-questions.write');

interface TestProduct {
  readonly id: number;
  readonly slug: string;
}

async function createProduct(): Promise<TestProduct> {
  const id = await addProduct(app.shop);
  const { rows } = await database.pool.query('select slug from products where id = $1', [id]);
  return { id, slug: rows[0].slug };
}

const asked = { question_text: 'Is it safe in the oven?\r\nMine is hot.', question_email: 'ada@example.com' };

const readQuestions = async ({ id }: TestProduct) =>
  (await database.pool.query('select * from product_questions where product_id = $1 order by id', [id])).rows;

/** Stores a question, and publishes its answer if there is one. @returns its id */
async function createQuestion(product: TestProduct, question: string, answer?: string): Promise<number> {
  const { shop } = app;
  await inTransaction(shop.db, (tx) =>
    askQuestion(shop, tx, { productId: product.id, question, email: 'ada@example.com' }),
  );
  const { id } = (await readQuestions(product)).at(-1);
  if (answer !== undefined) await inTransaction(shop.db, (tx) => answerQuestion(shop, tx, Number(id), answer));
  return Number(id);
}

async function readMails(id: number) {
  const { failed } = await runJobsNow(app.shop, [questionMailJob, answerMailJob]);
  expect(failed).toEqual([]);
  const { rows } = await database.pool.query(
    'select id, recipient, subject, plain from platform.mail where id like $1 order by sent_at',
    [`product-questions:${id}:%`],
  );
  return rows;
}

const readBody = async (path: string) => (await app.http.inject(path)).body;

async function changeSetting(key: string, value: unknown): Promise<void> {
  const change = { key: `product-questions.${key}`, value, version: null };
  expect(await changeSettings(app.shop, [change], 'shop')).toMatchObject({ ok: true });
}

const callTo = ({ slug }: TestProduct, payload: object = asked, remoteAddress = '127.0.0.1') =>
  app.http.inject({ method: 'POST', url: askCallPath(app.shop.wire.rest, slug), payload, remoteAddress });

/** Requests of staff, or of somebody else, in the back office. */
const ask = (cookie: string, url: string, form?: Readonly<Record<string, string>>) =>
  app.http.inject({
    method: form ? 'POST' : 'GET',
    url,
    headers: { cookie, accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    ...(form ? { payload: new URLSearchParams(form).toString() } : {}),
  });

describe('a question about a product', () => {
  it('is asked without script on the page of the product, and the next page says that it arrived', async () => {
    const product = await createProduct();
    const shopper = newShopper(app);
    const { body } = await shopper.visit(productPath(product.slug));
    expect(body).toContain(`action="${questionsPath(product.slug)}"`);
    const sent = await shopper.submit(questionsPath(product.slug), asked);
    expect([sent.status, sent.location]).toEqual([303, `${questionsPath(product.slug)}?sent=1`]);
    expect((await shopper.visit(sent.location)).body).toContain('Thank you. We will answer by email.');
    expect(await readQuestions(product)).toMatchObject([
      { question: 'Is it safe in the oven?\nMine is hot.', email: 'ada@example.com', answer: null },
    ]);
  });

  it('is asked by a call', async () => {
    const product = await createProduct();
    const reply = await callTo(product);
    expect([reply.statusCode, reply.json()]).toEqual([200, { message: 'Thank you. We will answer by email.' }]);
    expect(await readQuestions(product)).toHaveLength(1);
  });

  it('that is not valid is shown again with what was typed and each problem', async () => {
    const product = await createProduct();
    const form = { question_text: `<b>${'x'.repeat(1000)}`, question_email: 'ada@' };
    const page = await newShopper(app).submit(questionsPath(product.slug), form);
    expect(page.status).toBe(422);
    expect(page.body).toContain('“Your question” can have at most 1,000 characters.');
    expect(page.body).toContain('value="ada@"');
    expect(page.body).toContain('&lt;b&gt;xxx');
    const call = await callTo(product, {});
    expect(call.json()).toMatchObject({ code: 'QUESTION_INVALID', message: expect.stringContaining('Your question') });
    expect(await readQuestions(product)).toEqual([]);
  });

  it('about a product that does not exist is answered like a page that does not exist', async () => {
    expect((await newShopper(app).submit(questionsPath('nothing'), asked)).status).toBe(404);
    expect((await newShopper(app).visit(questionsPath('nothing'))).status).toBe(404);
  });

  it('is limited for one network; those that were refused for another reason do not count', async () => {
    await changeSetting('askedPerHour.network', 2);
    const product = await createProduct();
    const send = async (fields: object, address = '203.0.113.7') => (await callTo(product, fields, address)).statusCode;
    expect(await send({})).toBe(422);
    expect([await send(asked), await send(asked), await send(asked)]).toEqual([200, 200, 429]);
    expect(await send(asked, '203.0.113.8')).toBe(200);
    const form = await app.http.inject({
      ...{ method: 'POST', url: questionsPath(product.slug), remoteAddress: '203.0.113.7' },
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
      payload: new URLSearchParams(asked).toString(),
    });
    expect(form.statusCode).toBe(429);
    expect(form.body).toContain('Too many questions were sent in the last hour.');
    expect(form.body).toContain('value="ada@example.com"');
  });

  it('is mailed to the shop once, and not at all when it was not stored', async () => {
    const product = await createProduct();
    const id = await createQuestion(product, 'How heavy is it?');
    const mails = await readMails(id);
    expect(mails).toMatchObject([{ recipient: shopConfig.email, subject: 'Question about Tide bowl' }]);
    expect(mails[0].plain).toContain('How heavy is it?');
    expect(mails[0].plain).toContain(adminQuestionPath(id));
    await inTransaction(app.shop.db, (tx) => app.shop.jobs.add(tx, questionMailJob, { question: id }));
    expect(await readMails(id)).toHaveLength(1);
    const lost = inTransaction(app.shop.db, async (tx) => {
      await askQuestion(app.shop, tx, { productId: product.id, question: 'Lost', email: 'ada@example.com' });
      throw new Error('rolled back');
    });
    await expect(lost).rejects.toThrow('rolled back');
    expect((await runJobsNow(app.shop, [questionMailJob, answerMailJob])).done).toEqual([]);
    expect(await readQuestions(product)).toHaveLength(1);
  });
});

describe('an answer', () => {
  it('drops the kept pages of the product, and appears on both', async () => {
    const product = await createProduct();
    const id = await createQuestion(product, 'Is it blue?');
    const paths = [productPath(product.slug), questionsPath(product.slug)];
    for (const path of paths) expect(await readBody(path)).not.toContain('Is it blue?');
    const { statistics } = app.shop.pages;
    const { hits } = statistics;
    for (const path of paths) await readBody(path);
    expect(statistics.hits - hits).toBe(2);
    await ask(staff, adminQuestionPath(id), { answer: 'Yes.\r\n\r\nAs the sea.' });
    for (const path of paths) {
      expect(await readBody(path)).toContain('Is it blue?');
      expect(await readBody(path)).toContain('<p>As the sea.</p>');
    }
    await ask(staff, deleteQuestionPath(id), {});
    for (const path of paths) expect(await readBody(path)).not.toContain('Is it blue?');
  });

  it('is mailed once to who asked, whose address is then deleted', async () => {
    const product = await createProduct();
    const id = await createQuestion(product, 'Is it blue?', 'Yes.');
    const [toShop, toShopper, ...others] = await readMails(id);
    expect(others).toEqual([]);
    expect(toShop?.recipient).toBe(shopConfig.email);
    expect(toShopper).toMatchObject({ recipient: 'ada@example.com', subject: 'Our answer about Tide bowl' });
    expect(toShopper?.plain).toContain('Yes.');
    expect(await readQuestions(product)).toMatchObject([{ email: null }]);
    await ask(staff, adminQuestionPath(id), { answer: 'Yes, blue.' });
    expect(await readMails(id)).toHaveLength(2);
    expect(await readBody(questionsPath(product.slug))).toContain('Yes, blue.');
  });
});

describe('the settings', () => {
  it('limit the answers on the page of a product, which then links to all', async () => {
    const product = await createProduct();
    for (const name of ['first', 'second', 'third']) await createQuestion(product, `The ${name}?`, 'Yes.');
    expect(await readBody(productPath(product.slug))).toContain('The first?');
    await changeSetting('shownOnProduct', 2);
    const body = await readBody(productPath(product.slug));
    expect(body).not.toContain('The first?');
    expect(body).toContain('All 3 answered questions');
    expect(await readBody(questionsPath(product.slug))).toContain('The first?');
  });

  it('close the form, also for a page that was open before', async () => {
    const product = await createProduct();
    expect(await readBody(productPath(product.slug))).toContain('question_text');
    await changeSetting('isOpen', false);
    expect(await readBody(productPath(product.slug))).not.toContain('question_text');
    const reply = await newShopper(app).submit(questionsPath(product.slug), asked);
    expect(reply.status).toBe(409);
    expect(reply.body).toContain('We are not taking questions here at the moment. Please email us instead.');
    expect((await callTo(product)).json()).toMatchObject({ code: 'QUESTIONS_CLOSED' });
    await changeSetting('isOpen', true);
    expect(await readQuestions(product)).toEqual([]);
  });
});

describe('the pages of the back office', () => {
  it('list what waits first, are in the navigation, and answer', async () => {
    const product = await createProduct();
    await createQuestion(product, 'An answered one?', 'Yes.');
    const id = await createQuestion(product, 'A waiting one?');
    const { body } = await ask(staff, adminQuestionsPath);
    expect(body.indexOf('A waiting one?')).toBeLessThan(body.indexOf('An answered one?'));
    expect((await ask(staff, adminPath())).body).toContain(`href="${adminQuestionsPath}"`);
    expect((await ask(staff, adminQuestionPath(id))).body).toContain('A waiting one?');
    const refused = await ask(staff, adminQuestionPath(id), { answer: ' ' });
    expect([refused.statusCode, refused.body.includes('id="problems"')]).toEqual([422, true]);
    const answered = await ask(staff, adminQuestionPath(id), { answer: 'Yes.' });
    expect([answered.statusCode, answered.headers.location]).toEqual([303, adminQuestionsPath]);
    expect((await ask(staff, adminQuestionPath(0))).statusCode).toBe(404);
    expect((await ask(staff, adminQuestionPath(0), { answer: 'Yes.' })).statusCode).toBe(404);
    expect((await ask(staff, deleteQuestionPath(0), {})).statusCode).toBe(404);
  });

  it('need their permission: nothing is shown or changed without it', async () => {
    const product = await createProduct();
    const id = await createQuestion(product, 'A secret?');
    const other = createStaffCookie('Bea', 'admin.open');
    expect((await ask(other, adminPath())).body).not.toContain(adminQuestionsPath);
    for (const path of [adminQuestionsPath, adminQuestionPath(id)]) {
      const { statusCode, body } = await ask(other, path);
      expect([statusCode, body.includes('A secret?')]).toEqual([403, false]);
    }
    expect((await ask(other, adminQuestionPath(id), { answer: 'No.' })).statusCode).toBe(403);
    expect((await ask(other, deleteQuestionPath(id), {})).statusCode).toBe(403);
    expect(await readQuestions(product)).toMatchObject([{ answer: null }]);
  });
});

describe('the external feature', () => {
  it('declares its table as its migration creates it', async () => {
    expect(await findTableDifferences(Object.values(tables), database)).toEqual([]);
  });
});
