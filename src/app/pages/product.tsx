import { Fragment, type ReactNode } from 'react';
import { findCompanions, renderBoughtTogether } from '#features/bought-together/index.ts';
import { addToCartPath, ExpressSection, getMaxQuantity } from '#features/cart/index.ts';
import {
  categoriesCacheTag,
  categoryPath,
  EventDates,
  findEarliestDate,
  getProductPreview,
  getProductView,
  openTermParameter,
  ProductFacts,
  ProductSafetyFacts,
  type ProductView,
  productPath,
  shopPath,
  catalogTexts as texts,
  UnitPriceNote,
  variationParameter,
} from '#features/catalog/index.ts';
import { AskAboutProduct, getFormIds } from '#features/contact-forms/index.ts';
import { type ContentRenderer, createContentRenderer, listPublishedPages } from '#features/content/index.ts';
import { findNextDateChange } from '#features/delivery-dates/index.ts';
import { getRelatedProducts, maxLinkedProducts, renderLinkedProducts } from '#features/listing/index.ts';
import { getPriceDisplay } from '#features/pricing/index.ts';
import {
  firstPhotographLink,
  getFormId,
  incompleteSetParameter,
  isSoldOut,
  productExpress,
  productSoldOut,
  productSummary,
  productTabs,
  readPreselected,
  renderGallery,
  renderProductForm,
  setChoiceParameter,
} from '#features/product-form/index.ts';
import {
  findReviews,
  type ReviewsView,
  readReviewsView,
  renderReviews,
  reviewParameters,
  reviewsPageRoute,
} from '#features/reviews/index.ts';
import { ProductHead } from '#features/syndication/index.ts';
import { awaitAll, readTogether } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { renderOutputs } from '#platform/features/slots.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import type { Page, PageResult } from '#platform/pages/page.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { Breadcrumbs, type Crumb } from '#ui/breadcrumbs.tsx';
import { toMetaDescription } from '../meta-description.ts';
import { storefrontSettings } from '../settings.ts';
import { DeliveryLine } from './delivery-line.tsx';
import { createArrivalFormat } from './product-arrival.ts';

/** Some related products may be shown as bought together instead, so more products are loaded. */
const relatedCount = 2 * maxLinkedProducts;

const selection = {
  query: [variationParameter, openTermParameter, setChoiceParameter, incompleteSetParameter, ...reviewParameters],
  lists: [openTermParameter, setChoiceParameter],
};

/** The page of a product of any type. A link may preselect a variation or the choices of a set. */
export const productPage: Page = {
  name: 'product',
  path: '/product/:slug',
  ...selection,
  stored: (query) => Object.keys(query).length === 0,
  load: (shop, context, { slug = '' }) => loadProduct(shop, context, slug, readReviewsView(context.query)),
};

/** The page of a product with further reviews. A product may have hundreds of such pages, so they are not cached. */
export const productReviewsPage: Page = {
  name: 'product-reviews',
  path: reviewsPageRoute,
  ...selection,
  stored: () => false,
  load: (shop, context, { slug = '', page = '' }) =>
    loadProduct(shop, context, slug, readReviewsView(context.query, page)),
};

/**
 * Renders the page of a product in any state for staff, without parts of its published page such as related products.
 */
export const previewProduct = (shop: Shop, context: RenderContext, id: number): Promise<PageResult> =>
  loadProduct(shop, context, '', readReviewsView({}), id);

async function loadProduct(
  shop: Shop,
  context: RenderContext,
  slug: string,
  reviewsView: ReviewsView,
  previewed?: number,
): Promise<PageResult> {
  const display = await getPriceDisplay(shop, context);
  const { now, locale } = context;
  const address = { locale, slug };
  const [product, related, companions, foundReviews] = await readTogether(shop.db, (db) =>
    awaitAll([
      previewed === undefined
        ? getProductView(db, address, now, display)
        : getProductPreview(db, previewed, now, display),
      getRelatedProducts(db, address, { limit: relatedCount, now, display }),
      findCompanions(db, address, { now, display }),
      findReviews(shop, db, address, reviewsView),
    ]),
  );
  if (!product) return { kind: 'missing' };
  const preselected = readPreselected(context.query);
  const soldOut = isSoldOut(product);
  const shown = new Set(companions.shown.map(({ id }) => id));
  const [photographs, summary, express, notices, tabs, linked, together, pages] = await Promise.all([
    renderGallery(shop, context, product, preselected),
    shop.fill(productSummary, context, { product }),
    soldOut ? [] : shop.fill(productExpress, context, { product, formId: getFormId(product.id) }),
    shop.fill(productSoldOut, context, { product }),
    shop.fill(productTabs, context, { product }),
    renderLinkedProducts(shop, context, product, { related, isSoldOut: soldOut, shown }),
    renderBoughtTogether(shop, context, companions),
    listPublishedPages(shop),
  ]);
  const {
    price,
    form,
    bar,
    isSoldOut: isFormFirst,
  } = await renderProductForm(shop, context, {
    product,
    action: addToCartPath,
    maxQuantity: getMaxQuantity(shop),
    formatArrival: createArrivalFormat(shop, context, product),
    preselected,
    set: {
      choice: context.query[setChoiceParameter] ?? '',
      isIncomplete: context.query[incompleteSetParameter] !== undefined,
    },
    express: express.length > 0 && <ExpressSection context={context}>{renderOutputs(express)}</ExpressSection>,
    extra: summary.length > 0 ? renderOutputs(summary) : null,
    isProductPage: true,
  });
  const crumbs = createCrumbs(context, product);
  const reviews = renderReviews({ shop, product, found: foundReviews, view: reviewsView });
  const content = createContentRenderer(shop, product.id);
  const short = product.shortDescription && (await content.render(product.shortDescription, 'buy__short'));
  const notes = isShipped(product) ? await renderNotes(shop, content) : null;
  const story = await renderStory(context, content, product);
  const formIds = await getFormIds(shop);
  return {
    kind: 'page',
    title: product.seoTitle || product.name,
    description: product.seoDescription || toMetaDescription(product.shortDescription || product.description),
    canonical: productPath(product.slug),
    ...(product.isPublic ? {} : { robots: 'noindex' }),
    tags: [...new Set([categoriesCacheTag, ...product.cacheTags, ...linked.tags, ...together.tags, ...content.tags])],
    until: findEarliestDate([
      linked.until,
      together.until,
      content.until,
      isShipped(product) ? findNextDateChange(shop, now) : null,
    ]),
    styles: ['src/app/pages/product.page.css', ...content.styles],
    printStyles: 'src/app/pages/product.print.css',
    head: (
      <>
        {product.images.length > 0 && firstPhotographLink}
        <ProductHead
          {...{ shop, context, display }}
          product={{ ...product, rating: reviews.rating }}
          steps={crumbs}
          reviews={reviews.shown}
        />
      </>
    ),
    body: (
      <>
        <div className="wrap">
          <Breadcrumbs label={context.t(texts.breadcrumb)} crumbs={crumbs} />
        </div>
        {/* The printed page names the address of the product. */}
        <article className="product wrap" data-address={context.absolute(productPath(product.slug))}>
          {photographs}
          <Behaviour of="ui/tall-column">
            <div className="product__buy buy">
              <h1 className="buy__name">{product.name}</h1>
              {reviews.summary}
              {price}
              <UnitPriceNote context={context} product={product} />
              {isFormFirst && form}
              {short}
              <EventDates context={context} product={product} />
              {!isFormFirst && form}
              {renderOutputs(notices)}
              {linked.alternatives}
              {isShipped(product) && !soldOut && <DeliveryLine {...{ shop, context, product, display, pages }} />}
              <AskAboutProduct shop={shop} slug={product.slug} formIds={formIds} />
              {notes}
              <ProductMeta context={context} product={product} />
            </div>
          </Behaviour>
        </article>
        {bar}
        {story}
        {renderOutputs(tabs)}
        {reviews.section}
        {together.section}
        {linked.section}
      </>
    ),
  };
}

interface ProductProps {
  readonly context: RenderContext;
  readonly product: ProductView;
}

function createCrumbs({ t }: RenderContext, { name, breadcrumb }: ProductView): Crumb[] {
  const steps = breadcrumb.map((step) => ({ name: step.name, href: categoryPath(step.slug) }));
  return [{ name: t(texts.shopAll), href: shopPath }, ...steps, { name }];
}

/** The shop ships no external products and no products of which all variations are virtual. */
const isShipped = ({ type, master, variations }: ProductView) =>
  type !== 'external' && !(type === 'variable' ? variations : [master]).every(({ virtual }) => virtual);

async function renderNotes(shop: Shop, content: ContentRenderer) {
  const { productNotes } = shop.settings(storefrontSettings);
  if (productNotes.length === 0) return null;
  const notes: ReactNode[] = [];
  // Rendered one after the other: forms are numbered in the order of the page.
  for (const { title, html } of productNotes)
    notes.push(
      <details className="accordion" key={title}>
        <summary className="accordion__title">{title}</summary>
        {await content.render(html, 'accordion__body')}
      </details>,
    );
  return <div className="accordions">{notes}</div>;
}

function ProductMeta({ context: { t }, product }: ProductProps) {
  const { master, categories } = product;
  if (!master.sku && categories.length === 0) return null;
  return (
    <p className="buy__meta">
      {master.sku && <span>{t(texts.sku, { sku: master.sku })}</span>}{' '}
      {categories.length > 0 && (
        <span>
          {t(texts.categoriesOf, { count: categories.length })}{' '}
          {categories.map(({ name, slug }, index) => (
            <Fragment key={slug}>
              {index > 0 && ', '}
              <a href={categoryPath(slug)}>{name}</a>
            </Fragment>
          ))}
        </span>
      )}
    </p>
  );
}

async function renderStory(context: RenderContext, content: ContentRenderer, product: ProductView) {
  const { manufacturer = null, responsible = null } = product.safety;
  const hasSafety = manufacturer !== null || responsible !== null;
  if (product.description === '' && product.master.weightGrams === null && !hasSafety) return null;
  return (
    <section className="section product-story wrap">
      <h2>{context.t(texts.description)}</h2>
      {await content.render(product.description)}
      <ProductFacts context={context} product={product} />
      {hasSafety && <h3>{context.t(texts.productSafety)}</h3>}
      <ProductSafetyFacts context={context} product={product} />
    </section>
  );
}
