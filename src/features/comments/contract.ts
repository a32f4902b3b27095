/** Browser code imports this file. */

import { adminPath } from '#platform/admin/contract.ts';

/** Path that redirects to the page of the product or post, at the comment. */
export const commentPath = (id: number | ':id'): string => `/comments/${id}`;
export const reportPath = (id: number | ':id'): string => `${commentPath(id)}/report`;
export const editPath = (id: number | ':id'): string => `${commentPath(id)}/edit`;
export const votePath = (id: number | ':id'): string => `${commentPath(id)}/vote`;
/** Path of a photograph of an approved comment, or of the visitor's own comment. */
export const photographPath = (id: string): string => `/comments/photographs/${id}`;

/** Id of the comment's element, to which links of scripts and search engines refer. */
export const getCommentElementId = (id: number): string => `comment-${id}`;

export const adminCommentsPath = adminPath('comments');
export const adminCommentPath = (id: number | ':id'): string => `${adminCommentsPath}/${id}`;
export const adminPhotographPath = (id: string): string => `${adminCommentsPath}/photographs/${id}`;

/** Maximum lengths in characters; the table has equal limits. */
export const maxTitle = 120;
export const maxBody = 5000;
export const maxAuthor = 60;
export const maxReason = 500;

/** Maximum number of photographs per comment; the table allows ten. */
export const maxPhotographs = 4;

export const commentStates = ['held', 'approved', 'spam'] as const;
export type CommentState = (typeof commentStates)[number];
