import { contentPostsCacheTag } from '#features/content/index.ts';
import { renderElement } from '#features/syndication/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { escapeHtml } from '#platform/pages/html-template.ts';
import type { Page, RawView } from '#platform/pages/page.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { categoryFeedPath, feedPath, journalPath, postPath, termPath } from '../paths.ts';
import { findPosts, type PostCard, type PostScope } from '../posts/find-posts.ts';
import { findTermBySlug } from '../posts/terms.ts';
import { journalSettings } from '../settings.ts';
import { journalTexts as texts } from '../texts.ts';

interface Channel {
  readonly title: string;
  readonly lead: string;
  readonly path: string;
  readonly feed: string;
  readonly scope: PostScope;
}

/** Renders a feed in RSS 2.0, with its own address, as the W3C feed validator recommends. All texts are escaped. */
async function renderFeed(shop: Shop, { absolute }: RenderContext, channel: Channel): Promise<RawView> {
  const { feedPosts } = shop.settings(journalSettings);
  const { posts } = await findPosts(shop, channel.scope, { page: 1, perPage: feedPosts });
  const self = absolute(channel.feed).replace(/&/g, '&amp;');
  const newest = posts[0]?.datedAt;
  const body = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">',
    '<channel>',
    renderElement('title', channel.title),
    renderElement('link', absolute(channel.path)),
    renderElement('description', channel.lead || channel.title),
    renderElement('language', shop.choices.locale),
    renderElement('lastBuildDate', newest?.toUTCString()),
    `<atom:link href="${self}" rel="self" type="application/rss+xml"/>`,
    ...posts.map((post) => renderItem(post, absolute)),
    '</channel>',
    '</rss>\n',
  ];
  return {
    kind: 'raw',
    type: 'application/rss+xml; charset=utf-8',
    body: body.filter((line) => line !== '').join('\n'),
    tags: [contentPostsCacheTag],
  };
}

function renderItem(
  { title, slug, excerpt, datedAt, author, categories }: PostCard,
  absolute: (path: string) => string,
) {
  const address = absolute(postPath(slug));
  return [
    '<item>',
    renderElement('title', title),
    renderElement('link', address),
    // This guid is a permalink: when the slug changes, feed readers show the post again.
    renderElement('guid', address),
    renderElement('pubDate', datedAt.toUTCString()),
    renderElement('dc:creator', author?.name),
    ...categories.map(({ name }) => renderElement('category', name)),
    // Feed readers parse the description as HTML, so escape it twice. All other elements are plain text.
    excerpt === '' ? '' : renderElement('description', escapeHtml(excerpt)),
    '</item>',
  ].join('');
}

const journalFeed: Page = {
  ...{ name: 'journal-feed', path: feedPath },
  load: (shop, context) =>
    renderFeed(shop, context, {
      ...{ title: `${shop.t(texts.journal)} · ${shop.choices.name}`, lead: shop.t(texts.lead) },
      ...{ path: journalPath, feed: feedPath, scope: 'all' },
    }),
};

const categoryFeed: Page = {
  ...{ name: 'journal-category-feed', path: categoryFeedPath(':slug') },
  async load(shop, context, { slug = '' }) {
    const term = await findTermBySlug(shop.db, { locale: context.locale, kind: 'category', slug });
    if (!term) return { kind: 'missing' };
    return renderFeed(shop, context, {
      ...{ title: `${term.name} · ${shop.choices.name}`, lead: term.description, scope: { term: term.id } },
      ...{ path: termPath('category', term.slug), feed: categoryFeedPath(term.slug) },
    });
  },
};

export const feeds: readonly Page[] = [journalFeed, categoryFeed];
