import type { Shop } from '#platform/features/shop.ts';
import { JsonLd, type JsonLdNode } from './structured-data/json-ld.tsx';
import { type BreadcrumbStep, buildBreadcrumbNode, getOrganizationId } from './structured-data/site-nodes.ts';

interface BreadcrumbHeadProps {
  readonly shop: Shop;
  readonly steps: readonly BreadcrumbStep[];
}

/** Renders structured data for the head of a page that has nothing to state but its breadcrumbs. */
export function BreadcrumbHead({ shop, steps }: BreadcrumbHeadProps) {
  return <JsonLd nodes={[buildBreadcrumbNode(shop, steps)]} />;
}

/** Data of an article of the shop. Addresses are paths in the shop. */
export interface ArticleFacts {
  readonly title: string;
  readonly description: string;
  readonly path: string;
  readonly image: string | null;
  readonly publishedAt: Date;
  readonly changedAt: Date;
  readonly author: { readonly name: string; readonly path: string } | null;
  readonly comments: number;
}

/** Renders structured data and the tags from which other sites make link previews, for the head of an article. */
export function ArticleHead({ shop, steps, article }: BreadcrumbHeadProps & { readonly article: ArticleFacts }) {
  const { image } = article;
  return (
    <>
      <meta property="og:type" content="article" />
      <meta property="og:title" content={article.title} />
      {image !== null && <meta property="og:image" content={shop.config.publicUrl + image} />}
      <JsonLd nodes={[buildBreadcrumbNode(shop, steps), buildArticleNode(shop, article)]} />
    </>
  );
}

function buildArticleNode(shop: Shop, article: ArticleFacts): JsonLdNode {
  const { publicUrl } = shop.config;
  const { title, description, path, image, publishedAt, changedAt, author, comments } = article;
  return {
    '@type': 'BlogPosting',
    headline: title,
    description: description || undefined,
    url: publicUrl + path,
    mainEntityOfPage: publicUrl + path,
    image: image === null ? undefined : publicUrl + image,
    inLanguage: shop.choices.locale,
    datePublished: publishedAt.toISOString(),
    // Staff may choose a publication date that is later than the last change.
    dateModified: new Date(Math.max(publishedAt.getTime(), changedAt.getTime())).toISOString(),
    author: author ? { '@type': 'Person', name: author.name, url: publicUrl + author.path } : undefined,
    publisher: { '@id': getOrganizationId(shop) },
    commentCount: comments,
  };
}
