import type { ReactNode } from 'react';
import {
  categoryPath,
  getCategory,
  type Listing,
  type ListingSort,
  listingSorts,
  listProducts,
  menuTag,
  productGrid,
  catalogTexts as texts,
} from '#features/catalog/index.ts';
import { ListingHead } from '#features/syndication/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/context.ts';
import { keyOf } from '#platform/pages/key.ts';
import type { Page, PageResult } from '#platform/pages/page.ts';
import { Breadcrumbs, type Crumb } from '#ui/breadcrumbs.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Select } from '#ui/controls.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { Prose } from '#ui/prose.tsx';
import { plainText } from '../plain-text.ts';

const query = ['orderby', 'page'] as const;
/** Photographs in the first rows, which are seen before anybody scrolls. */
const seenFirst = 3;

const sortTexts = {
  default: texts.sortDefault,
  newest: texts.sortNewest,
  'price-asc': texts.sortPriceUp,
  'price-desc': texts.sortPriceDown,
  name: texts.sortName,
} satisfies Record<ListingSort, unknown>;

const shopPage: Page = {
  name: 'shop',
  path: '/shop',
  query,
  load: async (shop, context) => {
    const asked = readQuery(context);
    if (!asked) return { kind: 'missing' };
    const listing = await listProducts(shop.db, { ...asked, now: context.now });
    const title = context.t(texts.shop);
    return listingView(shop, context, {
      title,
      crumbs: [{ name: title }],
      lead: null,
      description: shop.choices.tagline,
      chips: [],
      listing,
      sort: asked.sort,
      tags: [],
    });
  },
};

const categoryPage: Page = {
  name: 'category',
  path: '/category/:slug',
  query,
  load: async (shop, context, { slug = '' }) => {
    const asked = readQuery(context);
    const category = asked && (await getCategory(shop.db, slug));
    if (!category) return { kind: 'missing' };
    const listing = await listProducts(shop.db, { ...asked, category: category.id, now: context.now });
    const crumbs = category.path.map((step, index) => ({
      name: step.name,
      href: index === category.path.length - 1 ? undefined : categoryPath(step.slug),
    }));
    return listingView(shop, context, {
      title: category.name,
      crumbs: [{ name: context.t(texts.shop), href: '/shop' }, ...crumbs],
      description: plainText(category.description) || category.name,
      lead: category.description === '' ? null : <Prose html={category.description} className="lead" />,
      chips: category.children.map(({ name, slug: child }) => ({ name, href: categoryPath(child) })),
      listing,
      sort: asked.sort,
      tags: [menuTag],
    });
  },
};

export const listingPages: readonly Page[] = [shopPage, categoryPage];

function readQuery({ query: { orderby, page = '1' } }: RenderContext): { sort: ListingSort; page: number } | null {
  const sort = listingSorts.find((known) => known === orderby) ?? 'default';
  return /^[1-9]\d{0,4}$/.test(page) ? { sort, page: Number(page) } : null;
}

interface ListingInput {
  readonly title: string;
  readonly crumbs: readonly Crumb[];
  readonly lead: ReactNode;
  readonly description: string;
  readonly chips: readonly { readonly name: string; readonly href: string }[];
  readonly listing: Listing;
  readonly sort: ListingSort;
  readonly tags: readonly string[];
}

async function listingView(shop: Shop, context: RenderContext, input: ListingInput): Promise<PageResult> {
  const { title, crumbs, lead, description, chips, listing, sort, tags } = input;
  const { t } = context;
  if (listing.page > listing.pages) return { kind: 'missing' };
  const grid = await productGrid(shop, context, { cards: listing.cards, heading: 'h2', eager: seenFirst });
  return {
    kind: 'page',
    title: listing.page === 1 ? title : t(texts.pageOf, { title, number: listing.page }),
    description: description.slice(0, 160),
    canonical: pageHref(context, listing.page, 'default'),
    tags: [menuTag, ...tags, ...listing.tags],
    until: listing.until,
    head: <ListingHead shop={shop} cards={listing.cards} steps={crumbs} />,
    body: (
      <div className="wrap">
        <header className="page-head">
          {crumbs.length > 1 && <Breadcrumbs label={t(texts.breadcrumbs)} crumbs={crumbs} />}
          <h1>{title}</h1>
          {lead}
        </header>
        {chips.length > 0 && <Chips label={t(texts.categories)} chips={chips} />}
        {listing.total === 0 ? (
          <EmptyState title={t(texts.emptyTitle)} text={t(texts.emptyText)}>
            <ButtonLink href="/shop">{t(texts.toEverything)}</ButtonLink>
          </EmptyState>
        ) : (
          <>
            <ListingBar context={context} total={listing.total} sort={sort} />
            {grid}
            <Pages context={context} listing={listing} sort={sort} />
          </>
        )}
      </div>
    ),
  };
}

function Chips({ label, chips }: { readonly label: string; readonly chips: ListingInput['chips'] }) {
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

function ListingBar({
  context: { t, path },
  total,
  sort,
}: {
  readonly context: RenderContext;
  readonly total: number;
  readonly sort: ListingSort;
}) {
  return (
    <div className="listing-bar">
      <p className="listing-bar__count">{t(texts.pieces, { count: total })}</p>
      <form className="listing-bar__sort" method="get" action={path}>
        <label htmlFor="orderby">{t(texts.sortBy)}</label>
        <Select
          id="orderby"
          name="orderby"
          defaultValue={sort}
          options={listingSorts.map((value) => ({ value, label: t(sortTexts[value]) }))}
        />
        <Button look="quiet">{t(texts.apply)}</Button>
      </form>
    </div>
  );
}

function pageHref({ path }: RenderContext, page: number, sort: ListingSort): string {
  return keyOf(path, {
    ...(sort === 'default' ? {} : { orderby: sort }),
    ...(page === 1 ? {} : { page: String(page) }),
  });
}

function Pages({
  context,
  listing: { page, pages },
  sort,
}: {
  readonly context: RenderContext;
  readonly listing: Listing;
  readonly sort: ListingSort;
}) {
  const { t } = context;
  const near = [1, page - 1, page, page + 1, pages].filter((number) => number >= 1 && number <= pages);
  const numbers = [...new Set(near)].sort((first, second) => first - second);
  const link = (number: number) => pageHref(context, number, sort);
  return (
    <Pagination
      label={t(texts.pages)}
      current={page}
      pages={numbers.map((number) => ({ number, label: t(texts.pageNumber, { number }), href: link(number) }))}
      previous={page > 1 ? { name: t(texts.previous), href: link(page - 1) } : undefined}
      next={page < pages ? { name: t(texts.next), href: link(page + 1) } : undefined}
    />
  );
}
