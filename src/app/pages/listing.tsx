import type { ReactNode } from 'react';
import {
  categoriesCacheTag,
  categoryPath,
  findBrandBySlug,
  findCategoryBySlug,
  findEarliestDate,
  findTagBySlug,
  shopPath,
  catalogTexts as texts,
} from '#features/catalog/index.ts';
import { type ContentRenderer, createContentRenderer } from '#features/content/index.ts';
import {
  isCacheableListing,
  type LoadedListing,
  listingListParameters,
  listingParameters,
  listingTexts,
  loadListing,
  renderListing,
} from '#features/listing/index.ts';
import { ListingHead } from '#features/syndication/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Page, PageResult } from '#platform/pages/page.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { truncateText } from '#platform/texts/plain-text.ts';
import { Breadcrumbs, type Crumb } from '#ui/breadcrumbs.tsx';
import { maxDescriptionLength, toMetaDescription } from '../meta-description.ts';

const listingOptions = { query: listingParameters, lists: listingListParameters, stored: isCacheableListing } as const;

const shopPage: Page = {
  ...listingOptions,
  name: 'shop',
  path: shopPath,
  load: async (shop, context) => {
    const loaded = await loadListing(shop, context, {});
    if (!loaded) return { kind: 'missing' };
    const title = context.t(texts.shopAll);
    const crumbs = [{ name: title }];
    return renderListingPage(shop, context, { title, crumbs, description: shop.choices.tagline, loaded });
  },
};

const categoryPage: Page = {
  ...listingOptions,
  name: 'category',
  path: '/category/:slug',
  load: async (shop, context, { slug = '' }) => {
    const category = await findCategoryBySlug(shop.db, { locale: context.locale, slug });
    const loaded = category && (await loadListing(shop, context, { category: category.id }));
    if (!loaded) return { kind: 'missing' };
    const content = createContentRenderer(shop);
    const crumbs = category.path.map((step, index) => ({
      name: step.name,
      href: index === category.path.length - 1 ? undefined : categoryPath(step.slug),
    }));
    return renderListingPage(shop, context, {
      title: category.name,
      crumbs: [{ name: context.t(texts.shopAll), href: shopPath }, ...crumbs],
      ...(category.seoTitle !== '' && { headTitle: category.seoTitle }),
      description: category.seoDescription || toMetaDescription(category.description) || category.name,
      lead: category.description === '' ? null : await content.render(category.description, 'lead'),
      content,
      chips: category.children.map(({ name, slug: child }) => ({ name, href: categoryPath(child) })),
      loaded,
    });
  },
};

function createLabelPage(name: 'tag' | 'brand', findBySlug: typeof findTagBySlug): Page {
  return {
    ...listingOptions,
    name,
    path: `/${name}/:slug`,
    load: async (shop, context, { slug = '' }) => {
      const label = await findBySlug(shop.db, slug);
      const loaded = label && (await loadListing(shop, context, { [name]: label.id }));
      if (!loaded) return { kind: 'missing' };
      const title = label.name;
      const crumbs = [{ name: context.t(texts.shopAll), href: shopPath }, { name: title }];
      const description = toMetaDescription(label.description) || title;
      if (label.description === '') return renderListingPage(shop, context, { title, crumbs, description, loaded });
      const content = createContentRenderer(shop);
      const lead = await content.render(label.description, 'lead');
      return renderListingPage(shop, context, { title, crumbs, description, lead, content, loaded });
    },
  };
}

export const listingPages: readonly Page[] = [
  shopPage,
  categoryPage,
  createLabelPage('tag', findTagBySlug),
  createLabelPage('brand', findBrandBySlug),
];

interface ListingPageInput {
  readonly title: string;
  /** Title of the browser window and for search engines. Default: `title`. */
  readonly headTitle?: string;
  readonly crumbs: readonly Crumb[];
  readonly description: string;
  readonly lead?: ReactNode;
  readonly content?: ContentRenderer;
  /** Subcategories. */
  readonly chips?: readonly { readonly name: string; readonly href: string }[];
  readonly loaded: LoadedListing;
}

async function renderListingPage(shop: Shop, context: RenderContext, input: ListingPageInput): Promise<PageResult> {
  const { title, headTitle = title, crumbs, lead, content, description, chips = [], loaded } = input;
  const { listing, isFiltered, canonical } = loaded;
  const { t } = context;
  return {
    kind: 'page',
    title: listing.page === 1 ? headTitle : t(listingTexts.pageOf, { title: headTitle, number: listing.page }),
    description: truncateText(description, maxDescriptionLength),
    canonical,
    ...(isFiltered ? { robots: 'noindex' } : {}),
    tags: [categoriesCacheTag, ...listing.tags, ...(content?.tags ?? [])],
    until: findEarliestDate([listing.until, content?.until ?? null]),
    styles: ['src/app/pages/listing.page.css', ...(content?.styles ?? [])],
    head: <ListingHead shop={shop} cards={listing.cards} steps={crumbs} />,
    body: (
      <div className="wrap">
        <header className="page-head page-head--listing">
          {crumbs.length > 1 && <Breadcrumbs label={t(texts.breadcrumb)} crumbs={crumbs} />}
          <h1>{title}</h1>
          {lead}
        </header>
        {chips.length > 0 && <Chips label={t(listingTexts.categories)} chips={chips} />}
        {await renderListing(shop, context, loaded)}
      </div>
    ),
  };
}

function Chips({ label, chips }: { readonly label: string; readonly chips: NonNullable<ListingPageInput['chips']> }) {
  return (
    <nav className="chips" aria-label={label}>
      {chips.map(({ name, href }) => (
        <a className="chip" href={href} key={href}>
          {name}
        </a>
      ))}
    </nav>
  );
}
