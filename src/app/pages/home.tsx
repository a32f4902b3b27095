import { createElement, Fragment, type ReactNode } from 'react';
import {
  categoriesCacheTag,
  findEarliestDate,
  getCategoryTiles,
  imagesCacheTag,
  noFilters,
  shopPath,
} from '#features/catalog/index.ts';
import { findRedirect, redirectParameters } from '#features/catalog-transfer/index.ts';
import { CategoryTiles, type ContentRenderer, createContentRenderer, renderHome } from '#features/content/index.ts';
import { listProducts, renderProductGrid } from '#features/listing/index.ts';
import { getPriceDisplay } from '#features/pricing/index.ts';
import { SiteHead } from '#features/syndication/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { MediaRow } from '#platform/media/media.ts';
import { findMediaByName } from '#platform/media/records.ts';
import type { Page } from '#platform/pages/page.ts';
import { createPageKey } from '#platform/pages/page-key.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Picture } from '#ui/picture.tsx';
import { storefrontSettings } from '../settings.ts';
import { texts } from '../texts.ts';

/** One large card and two rows of two. */
const featuredCount = 5;
/** One row. */
const newestCount = 4;

/** Hero, featured products, categories, editorial, new products. Without products that are sold out. */
export const homePage: Page = {
  name: 'home',
  path: '/',
  // A previous shop may have addressed its pages by query parameters of the home page.
  query: redirectParameters,
  stored: (query) => Object.keys(query).length === 0,
  async load(shop, context) {
    const { t, now, path, query } = context;
    const redirectPath = Object.keys(query).length === 0 ? null : await findRedirect(shop, createPageKey(path, query));
    if (redirectPath !== null) return { kind: 'redirect', to: redirectPath, status: 301 };
    const own = await renderHome(shop, context);
    if (own)
      return {
        ...own,
        description: own.description || shop.choices.tagline,
        head: (
          <>
            {own.head}
            <SiteHead shop={shop} />
          </>
        ),
      };
    const { hero, editorial } = shop.settings(storefrontSettings);
    const pictureNames = [hero?.picture, editorial?.picture].filter((name) => name !== undefined);
    const display = await getPriceDisplay(shop, context);
    // Nobody needs the number of products, so none is counted.
    const available = { filters: { ...noFilters, inStock: true }, total: 0, now, display };
    const [pictures, featured, newest, categories] = await Promise.all([
      findMediaByName(shop.db, pictureNames),
      listProducts(shop.db, { ...available, featured: true, perPage: featuredCount }),
      listProducts(shop.db, { ...available, sort: 'newest', perPage: newestCount }),
      getCategoryTiles(shop.db),
    ]);
    const hasLead = featured.cards.length === featuredCount;
    const [featuredGrid, newestGrid] = await Promise.all([
      renderProductGrid(shop, context, { cards: featured.cards, heading: 'h3', hasLead }),
      renderProductGrid(shop, context, { cards: newest.cards, heading: 'h3', columns: 4 }),
    ]);
    const content = createContentRenderer(shop);
    const paragraphs = await renderParagraphs(content, editorial?.paragraphs ?? []);
    const photograph = pictures.get(hero?.picture ?? '') ?? newest.cards[0]?.images[0];
    return {
      kind: 'page',
      title: shop.choices.name,
      description: shop.choices.tagline,
      tags: [categoriesCacheTag, imagesCacheTag, ...featured.tags, ...newest.tags, ...content.tags],
      until: findEarliestDate([featured.until, newest.until, content.until]),
      styles: ['src/app/pages/home.page.css', ...content.styles],
      head: <SiteHead shop={shop} />,
      body: (
        <>
          <Hero shop={shop} context={context} photograph={photograph} />
          {featured.cards.length > 0 && <ProductRow title={t(texts.featured)}>{featuredGrid}</ProductRow>}
          {categories.length > 0 && (
            <section className="section wrap">
              <h2>{t(texts.shopByCategory)}</h2>
              <CategoryTiles shop={shop} tiles={categories} />
            </section>
          )}
          <Editorial shop={shop} photograph={pictures.get(editorial?.picture ?? '')} paragraphs={paragraphs} />
          {newest.cards.length > 0 && (
            <ProductRow title={t(texts.newArrivals)} linkText={t(texts.viewAll)}>
              {newestGrid}
            </ProductRow>
          )}
        </>
      ),
    };
  },
};

/** Plain text, but for paragraphs that are a placeholder. */
async function renderParagraphs(content: ContentRenderer, paragraphs: readonly string[]): Promise<ReactNode[]> {
  const nodes: ReactNode[] = [];
  for (const paragraph of paragraphs)
    nodes.push(
      /^\[[a-z-]+ id="\d+"\]$/.test(paragraph) ? (
        <Fragment key={nodes.length}>{await content.render(`<p>${paragraph}</p>`)}</Fragment>
      ) : (
        <p key={paragraph}>{paragraph}</p>
      ),
    );
  return nodes;
}

interface PhotographProps {
  readonly shop: Shop;
  readonly photograph: MediaRow | undefined;
}

const heroSizes = '(min-width: 850px) 50vw, 100vw';

function Hero({ shop, context: { t }, photograph }: PhotographProps & { readonly context: RenderContext }) {
  const { hero } = shop.settings(storefrontSettings);
  return (
    <section className="hero">
      {photograph && (
        <div className="hero__photo">
          <Picture picture={shop.media.picture(photograph)} sizes={heroSizes} loading="eager" fetchPriority="high" />
        </div>
      )}
      <div className="hero__text wrap">
        <h1 className="hero__line">
          <Emphasis text={hero?.line ?? shop.choices.tagline} />
        </h1>
        {hero && <p className="hero__lead">{hero.text}</p>}
        <ButtonLink href={hero?.button.href ?? shopPath}>{hero?.button.label ?? t(texts.browseAll)}</ButtonLink>
      </div>
    </section>
  );
}

interface ProductRowProps {
  readonly title: string;
  /** Of a link to all products. */
  readonly linkText?: string;
  readonly children: ReactNode;
}

function ProductRow({ title, linkText, children }: ProductRowProps) {
  return (
    <section className="section wrap">
      <div className="section__head">
        <h2>{title}</h2>
        {linkText && (
          <a className="more" href={shopPath}>
            {linkText}
          </a>
        )}
      </div>
      {children}
    </section>
  );
}

const editorialSizes = '(min-width: 850px) 56vw, 100vw';

function Editorial({ shop, photograph, paragraphs }: PhotographProps & { readonly paragraphs: readonly ReactNode[] }) {
  const { editorial } = shop.settings(storefrontSettings);
  if (!editorial) return null;
  return (
    <section className={photograph ? 'section editorial' : 'section wrap wrap--text'}>
      {photograph && (
        <div className="editorial__photo">
          <Picture picture={shop.media.picture(photograph)} sizes={editorialSizes} loading="lazy" />
        </div>
      )}
      <div className="editorial__text prose">
        <h2>
          <Emphasis text={editorial.title} />
        </h2>
        {paragraphs}
      </div>
    </section>
  );
}

/** Emphasises words between asterisks: 'made of *mud*'. */
function Emphasis({ text }: { readonly text: string }) {
  const parts = text.split('*').map((part, index) => (index % 2 === 0 ? part : createElement('em', null, part)));
  return createElement(Fragment, null, ...parts);
}
