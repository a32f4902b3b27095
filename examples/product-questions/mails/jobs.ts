import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { productPath } from '#features/catalog/index.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { adminQuestionPath } from '../contract.ts';
import { getQuestion } from '../read-questions.ts';
import { productQuestions } from '../tables.ts';
import { productQuestionTexts as texts } from '../texts.ts';

const schema = z.object({ question: z.int() });

/** Tells the shop about a question. */
export const questionMailJob = defineJob({
  name: 'product-questions:mail-question',
  schema,
  run: async (shop, { question: id }: z.infer<typeof schema>) => {
    const asked = await getQuestion(shop.db, id);
    if (!asked) return;
    const { t, choices } = shop;
    const subject = t(texts.askedSubject, { product: asked.product.name });
    const content = shop.renderMail({
      title: subject,
      preview: t(texts.askedPreview),
      blocks: [
        { kind: 'paragraph', text: asked.question },
        { kind: 'button', text: t(texts.answerIt), href: adminQuestionPath(id) },
      ],
    });
    await shop.mail.send({ id: `product-questions:${id}:question`, to: choices.email, subject, ...content });
  },
});

/** Mails the answer to who asked, and then forgets the address. */
export const answerMailJob = defineJob({
  name: 'product-questions:mail-answer',
  schema,
  run: async (shop, { question: id }: z.infer<typeof schema>) => {
    const asked = await getQuestion(shop.db, id);
    if (!asked || asked.email === null || asked.answer === null) return;
    const { t, choices } = shop;
    const subject = t(texts.answeredSubject, { product: asked.product.name });
    const content = shop.renderMail({
      title: subject,
      preview: t(texts.answeredPreview),
      blocks: [
        { kind: 'heading', text: t(texts.yourQuestion) },
        { kind: 'paragraph', text: asked.question },
        { kind: 'heading', text: t(texts.ourAnswer) },
        { kind: 'paragraph', text: asked.answer },
        { kind: 'button', text: t(texts.seeProduct), href: productPath(asked.product.slug) },
      ],
    });
    const to = { to: asked.email, replyTo: choices.email };
    await shop.mail.send({ id: `product-questions:${id}:answer`, ...to, subject, ...content });
    await shop.db.update(productQuestions).set({ email: null }).where(eq(productQuestions.id, id));
  },
});
