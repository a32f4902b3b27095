import { renderToStaticMarkup } from 'react-dom/server';
import { hasBotCheck, prepareBotCheck, verifyBotCheck } from '#features/bot-check/index.ts';
import type { ContactForm } from '#features/form-definitions/index.ts';
import { getCheckResponseName, listFields } from '#features/form-definitions/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { LimitUse } from '#platform/limits/limits.ts';
import type { ContactSubmission, SpamReason } from '../ports.ts';
import { contactFormSettings } from '../settings.ts';
import { listRateUses, type Sender } from './rates.ts';

/** Also the action that services with a score record. */
const purpose = 'contactform';

/** Anybody may answer, because a cached page knows nobody; each answer passes once, for one form. */
const getSubject = ({ id }: ContactForm) => ({ purpose, key: `form ${id}` });

const getMode = (shop: Shop, { settings }: ContactForm) =>
  settings.botCheck ?? shop.settings(contactFormSettings).botCheck;

/** Whether the page of the form has a field for an answer. */
export const mayAskBotCheck = (shop: Shop, form: ContactForm): boolean =>
  getMode(shop, form) !== 'never' && hasBotCheck(shop);

/** A check is asked always, or when much of a limit is used up. */
export async function isBotCheckAsked(shop: Shop, form: ContactForm, sender: Sender): Promise<boolean> {
  if (!mayAskBotCheck(shop, form)) return false;
  if (getMode(shop, form) === 'always') return true;
  const uses = listRateUses(shop, form.id, sender);
  return isMuchUsed(shop, uses, await shop.limits.read(uses));
}

/**
 * Answers for a message that has been counted.
 * @param counts what the limits of its sender count, this message included
 */
export function wasBotCheckAsked(
  shop: Shop,
  { form, ...sender }: ContactSubmission,
  counts: readonly number[],
): boolean {
  if (!mayAskBotCheck(shop, form)) return false;
  const before = counts.map((count) => count - 1);
  return getMode(shop, form) === 'always' || isMuchUsed(shop, listRateUses(shop, form.id, sender), before);
}

function isMuchUsed(shop: Shop, uses: readonly LimitUse[], counts: readonly number[]): boolean {
  const { botCheckPercent } = shop.settings(contactFormSettings);
  return uses.some(({ limit }, index) => (counts[index] ?? 0) * 100 >= limit.max * botCheckPercent);
}

/** @returns '' when no check is asked */
export async function renderFormCheck(shop: Shop, form: ContactForm, sender: Sender): Promise<string> {
  if (!(await isBotCheckAsked(shop, form, sender))) return '';
  const { formPrefix, captcha } = shop.wire;
  const check = await prepareBotCheck(shop, getSubject(form), getCheckResponseName(formPrefix, captcha));
  return renderToStaticMarkup(check);
}

/**
 * Whether a quiz or captcha is asked: a valid message has a right answer then.
 * @param hidden fields that are not shown
 */
export const hasChallenge = ({ layout }: ContactForm, hidden: ReadonlySet<string>): boolean =>
  listFields(layout).some(({ kind, name }) => (kind === 'quiz' || kind === 'captcha') && !hidden.has(name));

/**
 * Judges the answer of a check that was asked. One that is not passed is enough for quarantine. Without script there is no answer:
 * a quiz or captcha, which was right by now, leaves only a hint.
 * @param isChallenged whether it has the right answer of a quiz or captcha
 */
export async function findBotCheckReasons(
  shop: Shop,
  submission: ContactSubmission,
  isChallenged: boolean,
): Promise<SpamReason[]> {
  const { form, body } = submission;
  const { formPrefix, captcha } = shop.wire;
  // A page may have the field of the cached HTML and that of the check.
  const sent = [body[getCheckResponseName(formPrefix, captcha)] ?? ''].flat();
  const answer = sent.find((text) => text !== '') ?? '';
  if (answer === '') {
    return [{ code: 'bot-check-missing', weight: isChallenged ? 1 : 2 }];
  }
  const verdict = await verifyBotCheck(shop, getSubject(form), { answer });
  return verdict === 'passed' ? [] : [{ code: `bot-check-${verdict}`, weight: 2 }];
}
