export { findHiddenFields, type ShowCondition } from './rules/conditions.shared.ts';
export * from './rules/field-behaviour.shared.ts';
export { getFieldName, listEntries } from './rules/form-values.shared.ts';
export type { FieldErrors, FormSchema } from './rules/rule.shared.ts';
export { validateForm } from './rules/validate-form.shared.ts';

export const getFreeTextName = (prefix: string, field: string) => `_${prefix}_free_text_${field}`;

/** Names of the hidden inputs that scripts fill from a reply. */
export const getQuizAnswerName = (prefix: string, field: string) => `_${prefix}_quiz_answer_${field}`;
export const getCaptchaChallengeName = (prefix: string, field: string) => `_${prefix}_captcha_challenge_${field}`;

/** Name of the input with the answer of a check for robots, such as a service's token. */
export const getCheckResponseName = (prefix: string, captcha: string) => `_${prefix}_${captcha}_response`;

/** Nobody sees this input, so people leave it empty. */
export const getHoneypotName = (prefix: string) => `_${prefix}_website`;

/** Only pages that are not cached have this input. */
export const getPageMarkName = (prefix: string) => `_${prefix}_page`;
