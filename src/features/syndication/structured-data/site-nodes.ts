import type { ProductCard } from '#features/catalog/index.ts';
import { productPath } from '#features/catalog/index.ts';
import { searchPath } from '#features/search/index.ts';
import { shopDetails } from '#platform/config/shop-details.ts';
import type { Shop } from '#platform/features/shop.ts';
import { toLogo } from '#platform/media/logo.ts';
import type { JsonLdNode } from './json-ld.tsx';
import { buildReturnsNode } from './policy-nodes.ts';

export const getOrganizationId = (shop: Pick<Shop, 'config'>): string => `${shop.config.publicUrl}/#organization`;

export function buildSiteNodes(shop: Pick<Shop, 'config' | 'choices' | 'settings'>): JsonLdNode[] {
  const { publicUrl } = shop.config;
  const { name, tagline, email, address, locale } = shop.choices;
  const organization = getOrganizationId(shop);
  return [
    {
      '@type': 'OnlineStore',
      '@id': organization,
      name,
      description: tagline,
      url: `${publicUrl}/`,
      logo: `${publicUrl}${toLogo(shop.settings(shopDetails).logo)?.src ?? '/favicon.svg'}`,
      email,
      address: address.length > 0 ? address.join(', ') : undefined,
      hasMerchantReturnPolicy: buildReturnsNode(shop) ?? undefined,
    },
    {
      '@type': 'WebSite',
      '@id': `${publicUrl}/#website`,
      name,
      url: `${publicUrl}/`,
      inLanguage: locale,
      publisher: { '@id': organization },
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${publicUrl}${searchPath}?q={search_term_string}` },
        'query-input': 'required name=search_term_string',
      },
    },
  ];
}

export interface BreadcrumbStep {
  readonly name: string;
  /** Path in the shop. The last breadcrumb may have none. */
  readonly href?: string | undefined;
}

export function buildBreadcrumbNode({ config }: Pick<Shop, 'config'>, steps: readonly BreadcrumbStep[]): JsonLdNode {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, href }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: href === undefined ? undefined : config.publicUrl + href,
    })),
  };
}

export function buildListNode(
  { config }: Pick<Shop, 'config'>,
  cards: readonly Pick<ProductCard, 'slug' | 'name'>[],
): JsonLdNode {
  return {
    '@type': 'ItemList',
    itemListElement: cards.map(({ slug, name }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      url: config.publicUrl + productPath(slug),
    })),
  };
}
