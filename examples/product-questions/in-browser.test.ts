import { describe, expect, it } from 'vitest';
import { isHydrated } from '#e2e/support/test.ts';
import { productPath } from '#features/catalog/index.ts';
import { productTabs } from '#features/product-form/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import { fillSlot } from '#platform/features/slots.ts';
import { checkScreens, setSessionCookie } from '#tests/support/browser/office.ts';
import { checkAxe, useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { answerQuestion, askQuestion } from './change-questions.ts';
import { adminQuestionPath, adminQuestionsPath, questionsPath } from './contract.ts';
import { productQuestions, questionsOfProduct } from './index.ts';

const database = useDatabase();
const shop = useOpenShop(database, {
  choices: {
    ...withTestSession,
    features: [...withTestSession.features, productQuestions],
    fills: fillSlot(productTabs, [questionsOfProduct]),
  },
});

/** Adds a product. @returns its slug, and the stored questions and answers about it */
async function createProduct() {
  const id = await addProduct(shop.app.shop);
  const { rows } = await database.pool.query('select slug from products where id = $1', [id]);
  const readQuestions = async () =>
    (await database.pool.query('select id, question, email from product_questions where product_id = $1', [id])).rows;
  return { id, slug: String(rows[0].slug), readQuestions };
}

describe('a question in a browser', () => {
  it('is sent by a call: a refusal keeps what was typed, and the page stays', async () => {
    const { slug, readQuestions } = await createProduct();
    const { page, watch } = await shop.sharedShopper();
    await page.goto(productPath(slug));
    await page.getByText('Ask a question').click();
    const behaviour = page.locator('vt-behaviour[name="product-questions/ask-form"]');
    await expect.poll(() => isHydrated(behaviour)).toBe(true);
    await page.getByLabel('Your question').fill('Is it blue?');
    await page.locator('#question_email').fill('ada@example');
    watch.allow('response 422', 'status of 422', '422 QUESTION_INVALID');
    await page.getByRole('button', { name: 'Send question' }).click();
    await page.getByText('Enter a valid email address, e.g. name@example.com').waitFor();
    expect(await page.getByLabel('Your question').inputValue()).toBe('Is it blue?');
    await page.locator('#question_email').fill('ada@example.com');
    await page.getByRole('button', { name: 'Send question' }).click();
    const thanks = page.getByText('Thank you. We will answer by email.');
    await thanks.waitFor();
    expect(new URL(page.url()).pathname).toBe(productPath(slug));
    expect(await page.getByLabel('Your question').isVisible()).toBe(false);
    await checkAxe(page);
    expect(await readQuestions()).toMatchObject([{ question: 'Is it blue?', email: 'ada@example.com' }]);
    expect(watch.problems()).toEqual([]);
  });

  it('is sent without script', async () => {
    const { slug, readQuestions } = await createProduct();
    const { page, watch } = await shop.sharedShopper({ hasScript: false });
    await page.goto(productPath(slug));
    await page.getByText('Ask a question').click();
    await page.getByLabel('Your question').fill('Is it blue?');
    await page.locator('#question_email').fill('ada@example.com');
    await page.getByRole('button', { name: 'Send question' }).click();
    await page.getByText('Thank you. We will answer by email.').filter({ visible: true }).waitFor();
    expect(await readQuestions()).toHaveLength(1);
    expect(watch.problems()).toEqual([]);
  });
});

describe('the pages of product questions', () => {
  it('are accessible and fit every screen, light and dark', async () => {
    const { id, slug, readQuestions } = await createProduct();
    const ask = async (question: string) => {
      await inTransaction(shop.app.shop.db, (tx) =>
        askQuestion(shop.app.shop, tx, { productId: id, question, email: 'ada@example.com' }),
      );
      return Number((await readQuestions()).at(-1)?.id);
    };
    const answered = await ask('Is it safe in the dishwasher, also when the water is hard and the programme is long?');
    await inTransaction(shop.app.shop.db, (tx) => answerQuestion(shop.app.shop, tx, answered, 'Yes.'));
    const waiting = await ask('HowHeavyIsItWhenItIsFilledWithWaterUpToTheRimAndNotADropMore?');
    const { page, watch } = await shop.sharedShopper();
    await setSessionCookie(page, createStaffCookie('Dora', 'admin.open', 'product-questions.write'));
    for (const path of [productPath(slug), questionsPath(slug), adminQuestionsPath, adminQuestionPath(waiting)]) {
      await page.goto(path);
      await checkScreens(page);
    }
    expect(watch.problems()).toEqual([]);
  });
});
