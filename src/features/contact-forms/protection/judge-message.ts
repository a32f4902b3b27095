import { createHash } from 'node:crypto';
import { listFields } from '#features/form-definitions/index.ts';
import { awaitAll } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { foldCase } from '#platform/input/fold-text.ts';
import {
  type ContactSubmission,
  type SpamReason,
  type SubmissionAnswer,
  spamChecks,
  submissionChecks,
} from '../ports.ts';
import { contactFormSettings } from '../settings.ts';
import { findBotCheckReasons, wasBotCheckAsked } from './bot-check.ts';
import type { FormOpenings } from './form-openings.ts';
import { createUse, hourSeconds, listAttemptUses, listRateUses } from './rates.ts';
import { countWords, findLearnedReasons } from './word-list.ts';

const daySeconds = 24 * hourSeconds;
/** Shorter texts are often the same by chance. */
const minRepeatedText = 40;

export interface MessageFacts {
  readonly submission: ContactSubmission;
  /** The value of the field that nobody sees. */
  readonly honeypot: string;
  /** When the form was opened in this browser; null when it is not known. */
  readonly openings: FormOpenings | null;
  readonly isChallenged: boolean;
  readonly fileReasons: readonly SpamReason[];
  /** Whether it was counted as an attempt of its network. */
  readonly isCounted: boolean;
}

interface Verdict {
  readonly isSpam: boolean;
  /** Nothing speaks against it but that a check was not possible: the sender is told that it is kept. */
  readonly isHeld: boolean;
  /** Codes of all reasons, also of those that are not enough. */
  readonly reasons: readonly string[];
  /** What a feature answers instead of the shop; null for spam. */
  readonly answer: SubmissionAnswer | null;
}

interface MessageJudge {
  /** @param opening of the form that the message uses; null when it has none that no other message has used */
  judge(opening: number | null): Promise<Verdict>;
  /** Undoes what it counted for besides the attempt. */
  giveBack(): Promise<void>;
}

const isEnough = (reasons: readonly SpamReason[]) => reasons.reduce((sum, { weight }) => sum + weight, 0) >= 2;

const unopenedReasons = ['not-opened', 'reused'];
const checkFailed = 'check-failed';
const heldReasons = ['bot-check-missing', 'bot-check-unavailable', checkFailed, ...unopenedReasons];

/**
 * Counts a valid message and judges it. Reasons of a weight of 2 together are enough.
 * @returns null for an attempt too many
 */
export async function judgeMessage(shop: Shop, facts: MessageFacts): Promise<MessageJudge | null> {
  const { submission, fileReasons } = facts;
  const wordCounts = await countWords(shop, submission.fields);
  const counted = await countMessage(shop, facts);
  if (!counted) return null;
  const { isAsked, reasons, giveBack } = counted;
  const others: readonly SpamReason[] = [
    ...findTextReasons(shop, submission),
    ...reasons,
    ...findLearnedReasons(wordCounts),
    ...fileReasons,
    ...(await askSpamChecks(shop, submission)),
  ];
  // A right answer counts once, and the message may be judged again for another opening.
  let answer: Promise<SpamReason[]> | undefined;
  const checkAnswer = () => {
    answer ??= findBotCheckReasons(shop, submission, facts.isChallenged);
    return answer;
  };
  const judge = async (opening: number | null): Promise<Verdict> => {
    const ofForm = findFormReasons(shop, facts, opening);
    // Last, because a service may be asked. A passed check stands for the opening of the form.
    const isUnopened = ofForm.some(({ code }) => unopenedReasons.includes(code));
    const isChecked = isAsked && !isEnough(isUnopened ? others : [...ofForm, ...others]);
    const checked = isChecked ? await checkAnswer() : [];
    const hasPassed = isChecked && checked.length === 0;
    const hints = ofForm.map((reason) => (isUnopened && hasPassed ? ({ ...reason, weight: 1 } as const) : reason));
    const found: SpamReason[] = [...hints, ...others, ...checked];
    const isSpam = isEnough(found);
    const reasons = [...new Set(found.map(({ code }) => code))];
    if (!isSpam) return askSubmissionChecks(shop, submission, reasons);
    return { isSpam, isHeld: found.every(({ code }) => heldReasons.includes(code)), reasons, answer: null };
  };
  return { judge, giveBack };
}

/** When a feature fails, the message waits in quarantine, as its answer is not known. */
async function askSubmissionChecks(
  shop: Shop,
  submission: ContactSubmission,
  reasons: readonly string[],
): Promise<Verdict> {
  try {
    for (const check of shop.implementations(submissionChecks)) {
      const answer = await check(shop, submission);
      if (answer) return { isSpam: false, isHeld: false, reasons, answer };
    }
    return { isSpam: false, isHeld: false, reasons, answer: null };
  } catch (error) {
    shop.log.error({ err: error, form: submission.form.id }, 'a check of a contact message failed');
    return { isSpam: true, isHeld: true, reasons: [...reasons, checkFailed], answer: null };
  }
}

async function askSpamChecks(shop: Shop, submission: ContactSubmission): Promise<SpamReason[]> {
  const reasons: SpamReason[] = [];
  for (const check of shop.implementations(spamChecks)) {
    try {
      reasons.push(...(await check(shop, submission)));
    } catch (error) {
      shop.log.error({ err: error, form: submission.form.id }, 'a check of a contact message for spam failed');
      reasons.push({ code: checkFailed, weight: 2 });
    }
  }
  return reasons;
}

/** `not-opened`: nobody opened the form in this browser. `reused`: other messages have used all openings. */
function findFormReasons(
  shop: Shop,
  { openings, honeypot, isChallenged }: MessageFacts,
  opening: number | null,
): SpamReason[] {
  if (honeypot !== '') return [{ code: 'honeypot', weight: 2 }];
  const { minSeconds } = shop.settings(contactFormSettings);
  if (opening === null) {
    const weight = minSeconds === 0 || isChallenged ? 1 : 2;
    return [{ code: openings?.times.length ? 'reused' : 'not-opened', weight }];
  }
  return isOpenLongEnough(shop, opening) ? [] : [{ code: 'too-fast', weight: 2 }];
}

const isOpenLongEnough = ({ clock, settings }: Shop, openedAt: number): boolean =>
  clock.now().getTime() - openedAt >= settings(contactFormSettings).minSeconds * 1000;

/** Whether the form was opened, and not just now. Without the time trap it need not be. */
export const isOpenedInTime = (shop: Shop, openings: FormOpenings | null): boolean =>
  shop.settings(contactFormSettings).minSeconds === 0 ||
  (openings?.times ?? []).some((time) => isOpenLongEnough(shop, time));

/** Whether a text has a word or phrase of spam, in any case (`contact-forms.disallowedWords`). */
export function hasDisallowedWord({ settings }: Pick<Shop, 'settings'>, text: string): boolean {
  const folded = foldCase(text);
  return settings(contactFormSettings).disallowedWords.some((word) => folded.includes(foldCase(word)));
}

/** Beginnings of links, and bare domains of the endings that spam uses most, but not those of email addresses. */
const linkPattern =
  /\b(?:https?:\/\/|www\.)|\[url[\]=]|<a\s|(?<!:)\/\/(?=[\w-]+\.)|(?<![@\w./-])(?:[\w-]+\.)+(?:biz|click|club|cn|com|info|link|net|online|org|ru|shop|site|store|tk|top|xyz)\b/gi;

function findTextReasons(shop: Shop, { fields, sender }: ContactSubmission): SpamReason[] {
  const settings = shop.settings(contactFormSettings);
  const text = fields.flatMap(({ values }) => values).join('\n');
  const domain = sender?.slice(sender.lastIndexOf('@') + 1).toLowerCase() ?? '';
  const isDisallowed = settings.disallowedDomains.some((each) => domain === each || domain.endsWith(`.${each}`));
  const links = text.match(linkPattern)?.length ?? 0;
  return [
    ...(hasDisallowedWord(shop, text) ? [{ code: 'word', weight: 2 } as const] : []),
    ...(isDisallowed ? [{ code: 'domain', weight: 2 } as const] : []),
    ...(links > settings.maxLinks ? [{ code: 'links', weight: 2 } as const] : []),
  ];
}

/**
 * Counts a message, with its attempt if that was not counted: one statement for both.
 * @returns what its limits say, and whether a check was asked before it counted; null for an attempt too many
 */
async function countMessage(shop: Shop, { submission, isCounted }: MessageFacts) {
  const { maxRepeats } = shop.settings(contactFormSettings);
  const texts = listWrittenTexts(submission).filter((text) => text.length >= minRepeatedText);
  const repeats = [...new Set(texts.map(hashText))].flatMap((key) => createUse('text', key, maxRepeats, daySeconds));
  const rates = listRateUses(shop, submission.form.id, submission);
  const attempts = isCounted ? [] : listAttemptUses(shop, submission.ip);
  const [attempt, rate, repeat] = await shop.limits.consumeEach([attempts, rates, repeats]);
  const giveBack = async () => void (await awaitAll([rate?.ok && rate.giveBack(), repeat?.ok && repeat.giveBack()]));
  if (attempt?.ok === false) {
    await giveBack();
    return null;
  }
  const reasons: SpamReason[] = [
    ...(rate?.ok ? [] : [{ code: 'rate', weight: 2 } as const]),
    ...(repeat?.ok ? [] : [{ code: 'repeated', weight: 2 } as const]),
  ];
  // Above a limit there is enough against it without a check.
  return { isAsked: rate?.ok === true && wasBotCheckAsked(shop, submission, rate.counts), reasons, giveBack };
}

/** What the sender wrote: neither a choice nor what the page may have filled in, which are alike for many people. */
function listWrittenTexts({ form, fields }: ContactSubmission): string[] {
  return listFields(form.layout).flatMap((field) => {
    if ((field.kind !== 'text' && field.kind !== 'textarea') || field.defaultFrom !== undefined) return [];
    const values = fields.find(({ name }) => name === field.name)?.values ?? [];
    return values.filter((text) => foldCase(text) !== foldCase(field.defaultValue ?? ''));
  });
}

const hashText = (text: string) => createHash('sha256').update(foldCase(text)).digest('hex');

/** @returns false for one attempt too many */
export const isWithinAttempts = async (shop: Shop, ip: string): Promise<boolean> =>
  (await shop.limits.consume(listAttemptUses(shop, ip))).ok;
