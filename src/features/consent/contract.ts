/** The page with the choice of each purpose. Its form, and that of the banner, post to it. */
export const consentPath = '/cookie-settings';

/** Path of the call that saves a choice. */
export const consentCallPath = (rest: string) => `${rest}/consent`;

/** The answers of a shopper: `attribution_1.reviews_0`. Readable by scripts. */
export const consentCookie = 'vt_consent';

/** Dispatched on `document` after the shopper chose. */
export const consentChangedEvent = 'vt:consent-changed';

/** Fields of the forms. */
export const choiceField = 'choice';
export const purposeField = 'purpose';

/** A purpose as the browser knows it. */
export interface ConsentQuestion {
  readonly id: string;
  /** Whether it is allowed until the shopper refuses. */
  readonly isAllowedByDefault: boolean;
}

/** Answers by purpose. A purpose without an answer is missing. */
export type ConsentAnswers = Readonly<Record<string, boolean>>;

/** @param value of the cookie */
export function parseAnswers(value: string | null): ConsentAnswers {
  const answers = [...(value ?? '').matchAll(/(?:^|\.)([a-z-]{1,60})_([01])(?=\.|$)/g)];
  return Object.fromEntries(answers.map(([, id, answer]) => [id, answer === '1']));
}

export function formatAnswers(answers: ConsentAnswers): string {
  return Object.entries(answers)
    .map(([id, isAllowed]) => `${id}_${isAllowed ? 1 : 0}`)
    .join('.');
}

/** @param hasPrivacySignal whether the browser sends Global Privacy Control: it refuses every purpose */
export function isAllowed(
  { id, isAllowedByDefault }: ConsentQuestion,
  answers: ConsentAnswers,
  hasPrivacySignal: boolean,
): boolean {
  if (hasPrivacySignal) return false;
  return Object.hasOwn(answers, id) ? answers[id] === true : isAllowedByDefault;
}

/** For scripts: whether the shopper allows this purpose now. */
export function isAllowedInBrowser(question: ConsentQuestion): boolean {
  const cookie = document.cookie.split('; ').find((pair) => pair.startsWith(`${consentCookie}=`));
  const answers = parseAnswers(cookie?.slice(consentCookie.length + 1) ?? null);
  return isAllowed(question, answers, 'globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true);
}
