import { postPath } from '#features/content/index.ts';
import { adminPath } from '#platform/admin/contract.ts';

export { postPath };
export const journalPath = '/journal';
export const feedPath = `${journalPath}/feed.xml`;

export const termKinds = ['category', 'tag'] as const;
export type TermKind = (typeof termKinds)[number];

const encode = (slug: string) => (slug.startsWith(':') ? slug : encodeURIComponent(slug));
export const termPath = (kind: TermKind, slug: string): string => `${journalPath}/${kind}/${encode(slug)}`;
export const categoryFeedPath = (slug: string): string => `${termPath('category', slug)}/feed.xml`;
export const authorPath = (slug: string): string => `${journalPath}/author/${encode(slug)}`;

/** Path of the page with the comment form, for answers without scripts and for refused comments. */
export const commentFormPath = (slug: string): string => `/comments/post/${encode(slug)}`;

/** Query parameter with the page of comments, for comments on products and on posts. */
export const commentPageParameter = 'cpage';

export const getListPage = (path: string, page: number): string => (page === 1 ? path : `${path}?page=${page}`);

export const adminPostsPath = adminPath('posts');
export const adminTermsPath = adminPath('journal-terms');
export const adminAuthorsPath = adminPath('journal-authors');
