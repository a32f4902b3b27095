import type { Shop } from '#platform/features/shop.ts';
import { twoFactorTexts as texts } from './texts.ts';

const noticeTexts = {
  on: { subject: texts.onSubject, text: texts.onMail },
  off: { subject: texts.offSubject, text: texts.offMail },
  guessed: { subject: texts.guessedSubject, text: texts.guessedMail },
  used: { subject: texts.usedSubject, text: texts.usedMail },
};

/** Creates subject and text of a mail about a change, for `enqueueNotice`. */
export function createNotice({ t, choices }: Shop, change: keyof typeof noticeTexts) {
  const { subject, text } = noticeTexts[change];
  return { subject: t(subject, { shop: choices.name }), text: t(text, { email: choices.email }) };
}
