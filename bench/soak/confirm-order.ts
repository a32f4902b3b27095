import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '#tests/support/chance.ts';
import type { Answer, Shopper } from '#tests/support/shopper.ts';
import type { Attempt, Diary } from './attempts.ts';

interface ConfirmContext {
  readonly chance: Chance;
  readonly diary: Diary;
  /** Repeats a request until it is answered. */
  repeat(request: () => Promise<Answer>): Promise<Answer>;
}

/** Attempts to find the mail. It is never sent if the order was cancelled or paid before. */
const mailAttempts = 40;

/** Follows the link in the mail about an order that has to be confirmed, and submits its form, sometimes twice. */
export async function confirmOrder(
  { chance, diary, repeat }: ConfirmContext,
  shopper: Shopper,
  attempt: Attempt,
): Promise<void> {
  const [token = ''] = attempt.tokens;
  const link = await findConfirmLink(shopper, token, repeat);
  if (link === null) return;
  const [page = '', code = ''] = link.split('?code=');
  const asked = await repeat(() => shopper.visit(link));
  if (asked.status !== 200 && asked.status !== 303 && asked.status !== 410)
    diary.unexpectedAnswers.push(`the link of a mail answered ${asked.status}`);
  const press = () => repeat(() => shopper.submit(page, { code }));
  const answers = await Promise.all([press(), ...(chance.happens(0.3) ? [press()] : [])]);
  for (const { status, location } of answers) {
    if (status === 303 && location === `/order/${token}`) attempt.isConfirmed = true;
    else if (status !== 410) diary.unexpectedAnswers.push(`confirming answered ${status} ${location}`);
  }
}

async function findConfirmLink(
  shopper: Shopper,
  token: string,
  insist: ConfirmContext['repeat'],
): Promise<string | null> {
  const { body } = await insist(() => shopper.visit(`/order/${token}`));
  if (!body.includes('Please confirm your order')) return null;
  const number = readOrderNumber(body) ?? '';
  for (let look = 0; look < mailAttempts; look += 1) {
    const mail = await insist(() => shopper.visit(`/outbox/order:${number}:confirm-request/html`));
    const link = /href="([^"]+\/confirm\?code=[\w-]+)"/.exec(mail.body)?.[1];
    if (mail.status === 200 && link) return link;
    await sleep(250);
  }
  return null;
}

/** The number in the title of an order's page. */
const readOrderNumber = (page: string): string | undefined => /<title>\D*(\d{4,})/.exec(page)?.[1];
