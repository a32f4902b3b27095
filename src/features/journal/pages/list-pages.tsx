import { imagesCacheTag } from '#features/catalog/index.ts';
import { contentPostsCacheTag } from '#features/content/index.ts';
import { BreadcrumbHead } from '#features/syndication/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Page, PageResult } from '#platform/pages/page.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { authorPath, categoryFeedPath, feedPath, getListPage, journalPath, type TermKind, termPath } from '../paths.ts';
import { findPosts, type PostScope } from '../posts/find-posts.ts';
import { findAuthorBySlug, findTermBySlug } from '../posts/terms.ts';
import { journalSettings } from '../settings.ts';
import { journalTexts as texts } from '../texts.ts';
import { ListPages, PostList, toListHref } from './post-list.tsx';

interface ShownList {
  readonly path: string;
  readonly scope: PostScope;
  readonly heading: string;
  readonly title: string;
  readonly lead: string;
  /** Null for a list without a feed. */
  readonly feed: string | null;
}

/** Reads the number of a page; null when it is invalid. */
export const readPage = (text = '1'): number | null => (/^[1-9]\d{0,4}$/.test(text) ? Number(text) : null);

async function renderList(shop: Shop, context: RenderContext, list: ShownList): Promise<PageResult> {
  const { t } = shop;
  const { perPage } = shop.settings(journalSettings);
  const page = readPage(context.query.page);
  if (page === null) return { kind: 'missing' };
  const { total, posts } = await findPosts(shop, list.scope, { page, perPage });
  const { path, heading, lead, feed } = list;
  // The journal exists without posts, because a menu may link to it before the first post is published.
  const isEmpty = posts.length === 0;
  if (isEmpty && (path !== journalPath || page > 1)) return { kind: 'missing' };
  const title = page === 1 ? list.title : t(texts.pageTitle, { title: list.title, page });
  const steps = [
    { name: t(texts.home), href: '/' },
    { name: t(texts.journal), href: journalPath },
    ...(path === journalPath ? [] : [{ name: heading, href: path }]),
  ];
  return {
    kind: 'page',
    title,
    description: lead || title,
    canonical: getListPage(path, page),
    ...(isEmpty && { robots: 'noindex' as const }),
    styles: 'src/features/journal/pages/journal.page.css',
    tags: [contentPostsCacheTag, imagesCacheTag],
    head: (
      <>
        {feed && <link rel="alternate" type="application/rss+xml" title={list.title} href={feed} />}
        <BreadcrumbHead shop={shop} steps={steps} />
      </>
    ),
    body: (
      <div className="wrap">
        <header className="page-head">
          {path !== journalPath && (
            <Breadcrumbs
              label={t(texts.trail)}
              crumbs={steps.map(({ name, href }, index) => (index === steps.length - 1 ? { name } : { name, href }))}
            />
          )}
          <h1>{heading}</h1>
          {lead !== '' && <p className="lead">{lead}</p>}
        </header>
        {isEmpty ? <p>{t(texts.noPosts)}</p> : <PostList shop={shop} posts={posts} />}
        <ListPages
          {...{ shop, page, label: t(texts.pages) }}
          last={Math.ceil(total / perPage)}
          href={toListHref(path)}
        />
        {feed && (
          <p className="posts__feed">
            <a href={feed}>{t(texts.feed)}</a>
          </p>
        )}
      </div>
    ),
  };
}

const query = ['page'];

const journalPage: Page = {
  ...{ name: 'journal', path: journalPath, query },
  load: (shop, context) => {
    const [title, lead] = [shop.t(texts.journal), shop.t(texts.lead)];
    return renderList(shop, context, { path: journalPath, scope: 'all', heading: title, title, lead, feed: feedPath });
  },
};

const defineTermPage = (kind: TermKind): Page => ({
  ...{ name: `journal-${kind}`, path: termPath(kind, ':slug'), query },
  async load(shop, context, { slug = '' }) {
    const term = await findTermBySlug(shop.db, { locale: context.locale, kind, slug });
    if (!term) return { kind: 'missing' };
    return renderList(shop, context, {
      ...{ path: termPath(kind, term.slug), scope: { term: term.id }, heading: term.name, lead: term.description },
      ...{
        title: shop.t(texts.postsIn, { name: term.name }),
        feed: kind === 'category' ? categoryFeedPath(term.slug) : null,
      },
    });
  },
});

const authorPage: Page = {
  ...{ name: 'journal-author', path: authorPath(':slug'), query },
  async load(shop, context, { slug = '' }) {
    const author = await findAuthorBySlug(shop.db, { slug });
    if (!author) return { kind: 'missing' };
    return renderList(shop, context, {
      ...{ path: authorPath(author.slug), scope: { author: author.id }, heading: author.name, lead: author.bio },
      ...{ title: shop.t(texts.postsBy, { name: author.name }), feed: null },
    });
  },
};

export const listPages: readonly Page[] = [journalPage, defineTermPage('category'), defineTermPage('tag'), authorPage];
