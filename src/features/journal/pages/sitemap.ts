import { contentPostsCacheTag } from '#features/content/index.ts';
import type { SitemapSource } from '#features/syndication/index.ts';
import { journalPath, postPath, termPath } from '../paths.ts';
import { listPostAddresses, listTermAddresses } from '../posts/find-posts.ts';

export const journalSitemap: SitemapSource = {
  tags: [contentPostsCacheTag],
  async list({ choices: { locale } }, db) {
    const posts = await listPostAddresses(db, locale);
    if (posts.length === 0) return [];
    const terms = await listTermAddresses(db, locale);
    return [
      { path: journalPath, changedAt: null },
      ...posts.map(({ path, changedAt }) => ({ path: postPath(path), changedAt })),
      ...terms.map(({ kind, slug }) => ({ path: termPath(kind, slug), changedAt: null })),
    ];
  },
};
