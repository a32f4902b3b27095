import { z } from 'zod';
import type { Shop } from '#platform/features/shop.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { cardTexts as texts } from '../texts.ts';

const hour = 60 * 60 * 1000;
/** Milliseconds before the email is sent, in which refusals are collected. */
const collectionPeriod = 5 * 60 * 1000;
const refused = { name: 'card-tests-refused', seconds: hour / 1000 };

/** Counts a refused payment. The first refusal of an hour schedules one email about all refusals of that hour. */
export async function warnOfCardTests(shop: Shop): Promise<void> {
  const count = await shop.limits.count(refused);
  shop.log.warn({ count }, 'a payment by card was refused: its network seems to test cards');
  if (count > 1) return;
  const now = shop.clock.now().getTime();
  const since = new Date(Math.floor(now / hour) * hour).toISOString();
  const key = `cards:warn-of-tests:${since}`;
  // A job of the same hour stays unchanged, even while it runs.
  const options = { key, keyMode: 'unsafe_dedupe', runAt: new Date(now + collectionPeriod) } as const;
  await shop.jobs.add(shop.db, warnOfCardTestsJob, { since }, options);
}

/** Composes the email when it is sent. Its id contains the hour. */
export const warnOfCardTestsJob = defineJob({
  name: 'cards:warn-of-tests',
  schema: z.object({ since: z.iso.datetime() }),
  async run(shop, { since }) {
    const { t, choices } = shop;
    const count = await shop.limits.countAt(refused, new Date(since));
    const subject = t(texts.testsSubject, { shop: choices.name });
    const content = {
      title: subject,
      blocks: [
        { kind: 'paragraph', text: t(texts.testsLead, { count, since: new Date(since) }) },
        { kind: 'paragraph', text: t(texts.testsToDo) },
      ],
    } as const;
    const id = `card-tests:${since.slice(0, 13)}`;
    await shop.mail.send({ id, to: choices.email, subject, ...shop.renderMail(content) });
  },
});
