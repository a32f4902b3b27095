/** Path of the page with a choice for each purpose. The forms of the page and of the banner post to this path. */
export const consentPath = '/cookie-settings';

export const consentCallPath = (rest: string) => `${rest}/consent`;

/** Cookie with the answers of a shopper: `attribution_1.reviews_0`. Scripts can read the cookie. */
export const consentCookie = 'vt_consent';

/** Event dispatched on `document` after the shopper has made a choice. */
export const consentChangedEvent = 'vt:consent-changed';

export const choiceField = 'choice';
export const purposeField = 'purpose';

export interface ConsentQuestion {
  readonly id: string;
  /** Whether the purpose is allowed until the shopper refuses it. */
  readonly isAllowedByDefault: boolean;
}

/** Answers by id of the purpose. Purposes without an answer are missing. */
export type ConsentAnswers = Readonly<Record<string, boolean>>;

/** @param value value of the cookie */
export function parseAnswers(value: string | null): ConsentAnswers {
  const answers = [...(value ?? '').matchAll(/(?:^|\.)([a-z-]{1,60})_([01])(?=\.|$)/g)];
  return Object.fromEntries(answers.map(([, id, answer]) => [id, answer === '1']));
}

export function formatAnswers(answers: ConsentAnswers): string {
  return Object.entries(answers)
    .map(([id, isAllowed]) => `${id}_${isAllowed ? 1 : 0}`)
    .join('.');
}

/** @param hasPrivacySignal whether the browser sends Global Privacy Control, which refuses every purpose */
export function isAllowed(
  { id, isAllowedByDefault }: ConsentQuestion,
  answers: ConsentAnswers,
  hasPrivacySignal: boolean,
): boolean {
  if (hasPrivacySignal) return false;
  return Object.hasOwn(answers, id) ? answers[id] === true : isAllowedByDefault;
}

/** Whether the shopper allows the purpose at the moment. For scripts only. */
export function isAllowedInBrowser(question: ConsentQuestion): boolean {
  const cookie = document.cookie.split('; ').find((pair) => pair.startsWith(`${consentCookie}=`));
  const answers = parseAnswers(cookie?.slice(consentCookie.length + 1) ?? null);
  return isAllowed(question, answers, 'globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true);
}
