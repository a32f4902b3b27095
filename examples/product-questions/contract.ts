/** Imported by the browser. */

import { adminPath } from '#platform/admin/contract.ts';

/** Answered questions about a product, and where its form is sent to. */
export const questionsPath = (slug: string): string => `/product/${encodeURIComponent(slug)}/questions`;

/** The same as a pattern of routes. */
export const questionsRoute = '/product/:slug/questions';

/** The call that asks a question, below the shop's {rest}. */
export const askCallPath = (rest: string, slug: string): string => `${rest}${questionsPath(slug)}`;

/** Questions in the back office. */
export const adminQuestionsPath = adminPath('product-questions');

export const adminQuestionPath = (id: number | ':id'): string => `${adminQuestionsPath}/${id}`;

export const deleteQuestionPath = (id: number | ':id'): string => `${adminQuestionPath(id)}/delete`;

/** Characters; the table has the same limits. */
export const maxQuestionLength = 1000;
export const maxAnswerLength = 4000;
