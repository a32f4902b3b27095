import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '#tests/chance.ts';
import { type Answer, type Shopper, submit, visit } from '#tests/shopper.ts';
import type { Attempt, Diary } from './diary.ts';

interface Confirming {
  readonly url: string;
  readonly chance: Chance;
  readonly diary: Diary;
  /** The same request until somebody answers. */
  insist(request: () => Promise<Answer>): Promise<Answer>;
}

/** Looks into the mailbox so often; the mail may never come, when the shop has cancelled the order or got it paid before. */
const looks = 40;

/** Opens the mail about the order, follows its link and presses the button, sometimes twice. */
export async function confirm(
  { url, chance, diary, insist }: Confirming,
  shopper: Shopper,
  attempt: Attempt,
): Promise<void> {
  const [token = ''] = attempt.tokens;
  const link = await findLink(url, shopper, token, insist);
  if (link === null) return;
  const [page = '', code = ''] = link.split('?code=');
  const asked = await insist(() => visit(shopper, link));
  if (asked.status !== 200 && asked.status !== 303 && asked.status !== 410)
    diary.surprises.push(`the link of a mail answered ${asked.status}`);
  const press = () => insist(() => submit(shopper, page, { code }));
  const answers = await Promise.all([press(), ...(chance.happens(0.3) ? [press()] : [])]);
  for (const { status, location } of answers) {
    if (status === 303 && location === `/order/${token}`) attempt.confirmed = true;
    else if (status !== 410) diary.surprises.push(`confirming answered ${status} ${location}`);
  }
}

async function findLink(
  url: string,
  shopper: Shopper,
  token: string,
  insist: Confirming['insist'],
): Promise<string | null> {
  const { body } = await insist(() => visit(shopper, `${url}/order/${token}`));
  const number = /<title>\D*(\d{4,})/.exec(body)?.[1] ?? '';
  for (let look = 0; look < looks; look += 1) {
    const mail = await insist(() => visit(shopper, `${url}/outbox/order:${number}:confirm-request/html`));
    const link = /href="([^"]+\/confirm\?code=[\w-]+)"/.exec(mail.body)?.[1];
    if (mail.status === 200 && link) return link;
    await sleep(250);
  }
  return null;
}
