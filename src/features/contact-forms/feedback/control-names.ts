import type { WireNames } from '#platform/config/wire-names.ts';

/** Names of the hidden inputs of a form (spec 2.7/2-2.7/6, 3.1/26-3.1/28). */
export const createControlNames = ({ formPrefix }: Pick<WireNames, 'formPrefix'>) =>
  ({
    containerPost: `_${formPrefix}_container_post`,
    unitTag: `_${formPrefix}_unit_tag`,
    /** Nobody sees it, so people leave it empty. */
    honeypot: `_${formPrefix}_website`,
    quizAnswer: (field: string) => `_${formPrefix}_quiz_answer_${field}`,
    captchaChallenge: (field: string) => `_${formPrefix}_captcha_challenge_${field}`,
    freeText: (field: string) => `_${formPrefix}_free_text_${field}`,
  }) as const;

/**
 * Reads a unit tag: `{prefix}-f12-p34-o1`, without `p` outside of pages.
 * @returns null when it is malformed or of another form
 */
export function readUnitTag({ formPrefix }: Pick<WireNames, 'formPrefix'>, formId: number, tag: string): string | null {
  const start = `${formPrefix}-f${formId}-`;
  return tag.startsWith(start) && /^(?:p\d{1,10}-)?o\d{1,6}$/.test(tag.slice(start.length)) ? tag : null;
}
