import type { ProductCard } from '#features/catalog/index.ts';
import { productPath } from '#features/catalog/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Node } from './json-ld.tsx';
import { returnsNode } from './policy-nodes.ts';

export const organizationId = (shop: Pick<Shop, 'config'>): string => `${shop.config.publicUrl}/#organization`;

/** Who keeps the shop, and the site with its search. */
export function siteNodes(shop: Pick<Shop, 'config' | 'choices' | 'settings'>): Node[] {
  const { publicUrl } = shop.config;
  const { name, tagline, email, address, locale } = shop.choices;
  const organization = organizationId(shop);
  return [
    {
      '@type': 'OnlineStore',
      '@id': organization,
      name,
      description: tagline,
      url: `${publicUrl}/`,
      logo: `${publicUrl}/favicon.svg`,
      email,
      address: address.length > 0 ? address.join(', ') : undefined,
      hasMerchantReturnPolicy: returnsNode(shop) ?? undefined,
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
        target: { '@type': 'EntryPoint', urlTemplate: `${publicUrl}/search?q={search_term_string}` },
        'query-input': 'required name=search_term_string',
      },
    },
  ];
}

export interface Step {
  readonly name: string;
  /** Path; the last one may have none. */
  readonly href?: string | undefined;
}

/** Where a page stands, as its breadcrumbs show it. */
export function breadcrumbNode({ config }: Pick<Shop, 'config'>, steps: readonly Step[]): Node {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, href }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: href === undefined ? undefined : config.publicUrl + href,
    })),
  };
}

/** What a page of a list shows. */
export function listNode({ config }: Pick<Shop, 'config'>, cards: readonly Pick<ProductCard, 'slug' | 'name'>[]): Node {
  return {
    '@type': 'ItemList',
    itemListElement: cards.map(({ slug, name }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      url: config.publicUrl + productPath(slug),
    })),
  };
}
