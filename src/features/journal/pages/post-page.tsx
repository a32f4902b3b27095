import { imagesCacheTag } from '#features/catalog/index.ts';
import { commentSettings, findEntryComments } from '#features/comments/index.ts';
import {
  contentCacheTag,
  contentPostsCacheTag,
  describeContent,
  type EntryContent,
  findPublished,
  findRedirectedSlug,
  renderBlocks,
} from '#features/content/index.ts';
import { ArticleHead } from '#features/syndication/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { findMediaByIds } from '#platform/media/records.ts';
import type { Page, PageView } from '#platform/pages/page.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { Picture } from '#ui/picture.tsx';
import { isOpenFor, type ShownComments } from '../comments/open-comments.ts';
import { PostComments } from '../comments/post-comments.tsx';
import { authorPath, commentPageParameter, feedPath, journalPath, postPath, termPath } from '../paths.ts';
import { findPostFacts, type PostFacts } from '../posts/find-posts.ts';
import { journalTexts as texts } from '../texts.ts';
import { readPage } from './list-pages.tsx';
import { Byline, TermName } from './post-list.tsx';

interface ShownPost extends EntryContent {
  readonly id: number;
  readonly slug: string;
}

/**
 * Renders a post for readers.
 * @param shown null in a preview, which has no comments
 */
export async function renderPost(
  shop: Shop,
  context: RenderContext,
  post: ShownPost,
  facts: PostFacts,
  shown: ShownComments | null,
): Promise<PageView> {
  const { t } = shop;
  const { title, lead, isListed, tree, imageId } = post;
  const [rendered, pictures] = await Promise.all([
    renderBlocks(shop, context, tree.blocks),
    imageId === null ? [] : findMediaByIds(shop.db, [imageId]),
  ]);
  const [row] = pictures;
  const picture = row && shop.media.picture(row);
  const categories = facts.terms.filter(({ kind }) => kind === 'category');
  const category = categories.find(({ hasPage }) => hasPage);
  const steps = [
    { name: t(texts.home), href: '/' },
    { name: t(texts.journal), href: journalPath },
    ...(category ? [{ name: category.name, href: termPath('category', category.slug) }] : []),
    { name: title, href: postPath(post.slug) },
  ];
  const description = describeContent(shop, post);
  const article = {
    ...{ title, description, path: postPath(post.slug), publishedAt: facts.datedAt, changedAt: facts.changedAt },
    ...{ author: facts.author && { name: facts.author.name, path: authorPath(facts.author.slug) } },
    ...{ image: picture?.src ?? null, comments: shown?.found.count ?? 0 },
  };
  const hasOwnHead = ['hero', 'banner'].includes(tree.blocks[0]?.type ?? '');
  return {
    kind: 'page',
    title,
    description,
    ...(shown !== null &&
      shown.page > 1 && { canonical: `${postPath(post.slug)}?${commentPageParameter}=${shown.page}` }),
    ...(!isListed && { robots: 'noindex' as const }),
    tags: [contentCacheTag(post.id), contentPostsCacheTag, imagesCacheTag, ...rendered.tags],
    until: rendered.until,
    styles: ['src/features/journal/pages/post.page.css', ...rendered.styles],
    head: (
      <>
        <link rel="alternate" type="application/rss+xml" title={t(texts.journal)} href={feedPath} />
        <ArticleHead shop={shop} steps={steps} article={article} />
      </>
    ),
    body: (
      <article className="post">
        <header className="page-head wrap wrap--text">
          <Breadcrumbs
            label={t(texts.trail)}
            crumbs={steps.map(({ name, href }, index) => (index === steps.length - 1 ? { name } : { name, href }))}
          />
          {!hasOwnHead && <h1>{title}</h1>}
          {!hasOwnHead && lead !== '' && <p className="lead">{lead}</p>}
          <Byline shop={shop} datedAt={facts.datedAt} author={facts.author} categories={categories} />
        </header>
        {picture && (
          <div className="wrap post__picture">
            <Picture
              picture={picture}
              sizes="(min-width: 1200px) 1100px, 94vw"
              loading={hasOwnHead ? 'lazy' : 'eager'}
              {...(hasOwnHead ? {} : { fetchPriority: 'high' })}
            />
          </div>
        )}
        {rendered.node}
        <PostEnd shop={shop} facts={facts} />
        {shown && <PostComments {...{ shop, post, shown }} isOpen={isOpenFor(shop, facts)} />}
      </article>
    ),
  };
}

function PostEnd({ shop: { t }, facts: { author, terms, previous, next } }: { shop: Shop; facts: PostFacts }) {
  const tags = terms.filter(({ kind }) => kind === 'tag');
  return (
    <footer className="wrap wrap--text post__end stack">
      {tags.length > 0 && (
        <ul className="post__tags" role="list" aria-label={t(texts.tagged)}>
          {tags.map((tag) => (
            <li key={tag.slug}>
              <TermName {...tag} />
            </li>
          ))}
        </ul>
      )}
      {author && author.bio !== '' && (
        <section className="post__author">
          <h2 className="post__subtitle">{t(texts.aboutAuthor, { name: author.name })}</h2>
          <p>{author.bio}</p>
        </section>
      )}
      {(previous || next) && (
        <nav className="post__neighbours" aria-label={t(texts.neighbours)}>
          {previous && (
            <a href={postPath(previous.slug)} rel="prev">
              {t(texts.olderPost, { title: previous.name })}
            </a>
          )}
          {next && (
            <a href={postPath(next.slug)} rel="next">
              {t(texts.newerPost, { title: next.name })}
            </a>
          )}
        </nav>
      )}
    </footer>
  );
}

export const postPage: Page = {
  name: 'journal-post',
  path: `${journalPath}/:slug`,
  query: [commentPageParameter],
  async load(shop, context, { slug = '' }) {
    const page = readPage(context.query[commentPageParameter]);
    const found = page === null ? null : await findPublished(shop.db, 'post', { locale: context.locale, slug });
    if (page === null || !found) {
      const target = await findRedirectedSlug(shop.db, context.locale, slug, 'post');
      return target === null ? { kind: 'missing' } : { kind: 'redirect', to: postPath(target), status: 301 };
    }
    // Links to a comment use the same page size to find the page of the comment.
    const { perPage } = shop.settings(commentSettings);
    const [facts, comments] = await Promise.all([
      findPostFacts(shop.db, found.id),
      findEntryComments(shop.db, found.id, { page, perPage }),
    ]);
    if (!facts || (page > 1 && comments.threads.length === 0)) return { kind: 'missing' };
    return renderPost(shop, context, { ...found, slug }, facts, { found: comments, page });
  },
};
