/** Imported by the browser. */

import { adminPath } from '#platform/admin/contract.ts';

/** Leads to the page of a product that shows the comment. */
export const commentPath = (id: number | ':id'): string => `/comments/${id}`;
export const reportPath = (id: number | ':id'): string => `${commentPath(id)}/report`;
/** Leads its author to the form that changes it. */
export const editPath = (id: number | ':id'): string => `${commentPath(id)}/edit`;
export const votePath = (id: number | ':id'): string => `${commentPath(id)}/vote`;
/** A photograph of an approved comment, or of one's own. */
export const photographPath = (id: string): string => `/comments/photographs/${id}`;

/** Id of the element with a comment, which addresses of scripts and search engines name. */
export const getCommentElementId = (id: number): string => `comment-${id}`;

export const adminCommentsPath = adminPath('comments');
export const adminCommentPath = (id: number | ':id'): string => `${adminCommentsPath}/${id}`;
export const adminPhotographPath = (id: string): string => `${adminCommentsPath}/photographs/${id}`;

/** Characters; the table has the same limits. */
export const maxTitle = 120;
export const maxBody = 5000;
export const maxAuthor = 60;
export const maxReason = 500;

/** Photographs of one comment; the table has room for ten. */
export const maxPhotographs = 4;

export const commentStates = ['held', 'approved', 'spam'] as const;
export type CommentState = (typeof commentStates)[number];
