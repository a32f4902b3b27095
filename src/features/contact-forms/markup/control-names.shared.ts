/** Name of the input for other text of a field. */
export const getFreeTextName = (prefix: string, field: string) => `_${prefix}_free_text_${field}`;

/** Names of the hidden inputs that scripts fill from a reply (spec 3.1/27, 3.1/28). */
export const getQuizAnswerName = (prefix: string, field: string) => `_${prefix}_quiz_answer_${field}`;
export const getCaptchaChallengeName = (prefix: string, field: string) => `_${prefix}_captcha_challenge_${field}`;

/** Name of an input that nobody sees, so that people leave it empty. */
export const getHoneypotName = (prefix: string) => `_${prefix}_website`;
