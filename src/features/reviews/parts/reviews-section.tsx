import type { ReactNode } from 'react';
import { type CommentsPage, CommentThreads, commentSettings, commentSorts, Stars } from '#features/comments/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { formPath, reviewsId } from '../contract.ts';
import { reviewTexts as texts } from '../texts.ts';
import { getReviewsPath, type ReviewsView } from '../view.ts';
import { ReviewForm } from './review-form.tsx';

interface ReviewedProduct {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly reviewsAllowed: boolean;
}

export interface ShownReview {
  readonly author: string;
  readonly stars: number;
  readonly title: string;
  readonly body: string;
  readonly writtenAt: Date;
}

interface RenderedReviews {
  /** Null when there are no reviews and none can be written. */
  readonly section: ReactNode;
  /** Average rating, linked to the section; null when no review has stars. */
  readonly summary: ReactNode;
  readonly shown: readonly ShownReview[];
  readonly rating: { readonly sum: number; readonly count: number };
}

interface Input {
  readonly shop: Pick<Shop, 't' | 'settings' | 'wire'>;
  readonly product: ReviewedProduct;
  readonly found: CommentsPage;
  readonly view: ReviewsView;
}

interface Rating {
  readonly sum: number;
  readonly count: number;
  readonly average: number;
}

function sumStars({ byStars }: CommentsPage): Rating {
  const count = byStars.reduce((sum, each) => sum + each, 0);
  const sum = byStars.reduce((all, each, index) => all + each * (index + 1), 0);
  return { sum, count, average: count === 0 ? 0 : sum / count };
}

/** Renders the reviews of a product page, which are the same for all shoppers. */
export function renderReviews(input: Input): RenderedReviews {
  const { shop, product, found } = input;
  const rating = sumStars(found);
  const isOpen = shop.settings(commentSettings).isOpen && product.reviewsAllowed;
  const isEmpty = rating.count + found.unrated === 0;
  return {
    section: isEmpty && !isOpen ? null : <Section {...input} {...{ rating, isOpen, isEmpty }} />,
    summary: rating.count > 0 && (
      <p className="buy__rating">
        <a href={`#${reviewsId}`}>
          <Stars t={shop.t} value={rating.average} /> <span>{shop.t(texts.reviewCount, { count: rating.count })}</span>
        </a>
      </p>
    ),
    shown: found.threads.flatMap(({ author, stars, title, body, createdAt }) =>
      stars === null || author === '' ? [] : [{ author, stars, title, body, writtenAt: createdAt }],
    ),
    rating: { sum: rating.sum, count: rating.count },
  };
}

/** Tells shoppers which reviews the shop checks for a purchase, according to its settings. */
const checkedTexts = { all: texts.checkedAll, first: texts.checkedFirst, none: texts.checkedNone } as const;

interface SectionProps extends Input {
  readonly rating: Rating;
  readonly isOpen: boolean;
  readonly isEmpty: boolean;
}

function Section(props: SectionProps) {
  const { shop, product, found, view, rating, isOpen, isEmpty } = props;
  const { t, wire, settings } = shop;
  const { threads, answers } = found;
  return (
    <Behaviour of="reviews/reviews" when={view.isAsked ? 'load' : 'visible'}>
      <section className="section wrap reviews" id="tab-reviews" data-product={product.id} data-rest={wire.rest}>
        <div className="section__head" id={reviewsId}>
          <h2>{t(texts.heading)}</h2>
        </div>
        <div className="reviews__columns">
          <div className="reviews__summary stack">
            {rating.count > 0 && <Summary {...props} />}
            <details className="accordion">
              <summary className="accordion__title">{t(texts.howChecked)}</summary>
              <div className="accordion__body prose">
                <p>{t(texts.checkedPurchase)}</p>
                <p>{t(checkedTexts[settings(commentSettings).hold])}</p>
              </div>
            </details>
          </div>
          <div className="reviews__list" id="comments">
            {isEmpty && <p>{t(texts.none)}</p>}
            {rating.count > 1 && <Sorting {...props} />}
            {!isEmpty && threads.length === 0 && <p>{t(texts.noneMatch)}</p>}
            <CommentThreads
              {...{ shop, threads, answers }}
              getReplyPath={isOpen ? (id) => `${formPath(product.slug)}?replytocom=${id}` : null}
            />
            <Pages {...props} />
            {isOpen && (
              <details className="accordion" id="respond">
                <summary className="accordion__title">{t(texts.write)}</summary>
                <div className="accordion__body">
                  <ReviewForm shop={shop} product={product} />
                </div>
              </details>
            )}
          </div>
        </div>
      </section>
    </Behaviour>
  );
}

const createBar = (share: number) =>
  `linear-gradient(to right, var(--ochre) ${share * 100}%, var(--sunk) ${share * 100}%)`;

/** Average rating, and the number of reviews for each number of stars: each bar is a link to these reviews. */
function Summary({
  shop: { t },
  product: { slug },
  found: { byStars },
  view,
  rating: { average, count },
}: SectionProps) {
  return (
    <div className="stack">
      <p className="comment__head">
        <Stars t={t} value={average} /> <strong>{t(texts.average, { average: Math.round(average * 10) / 10 })}</strong>{' '}
        <span>{t(texts.reviewCount, { count })}</span>
      </p>
      <ul className="reviews__bars" aria-label={t(texts.filterLabel)}>
        {[5, 4, 3, 2, 1].map((stars) => {
          const own = byStars[stars - 1] ?? 0;
          return (
            <li key={stars}>
              <a
                className="reviews__bar"
                href={getReviewsPath(slug, { ...view, page: 1, stars })}
                rel="nofollow"
                aria-current={view.stars === stars ? 'true' : undefined}
              >
                <span>{t(texts.starsShort, { stars })}</span>
                <span style={{ blockSize: '0.5rem', background: createBar(own / count) }} />
                <span>
                  <span aria-hidden="true">{own}</span>
                  <VisuallyHidden>{t(texts.reviewCount, { count: own })}</VisuallyHidden>
                </span>
              </a>
            </li>
          );
        })}
      </ul>
      {view.stars !== null && (
        <p>
          <a href={getReviewsPath(slug, { ...view, page: 1, stars: null })}>{t(texts.showAll)}</a>
        </p>
      )}
    </div>
  );
}

function Sorting({ shop: { t }, product: { slug }, view }: SectionProps) {
  return (
    <nav className="comment__head" aria-label={t(texts.sortLabel)}>
      {commentSorts.map((sort) => (
        <a
          key={sort}
          href={getReviewsPath(slug, { ...view, page: 1, sort })}
          rel="nofollow"
          aria-current={view.sort === sort ? 'true' : undefined}
        >
          {t(texts[sort])}
        </a>
      ))}
    </nav>
  );
}

function Pages({ shop: { t, settings }, product: { slug }, found, view }: SectionProps) {
  const total =
    view.stars === null
      ? found.byStars.reduce((sum, own) => sum + own, found.unrated)
      : (found.byStars[view.stars - 1] ?? 0);
  const last = Math.ceil(total / settings(commentSettings).perPage);
  const numbers = [1, view.page - 1, view.page, view.page + 1, last].filter((page) => page >= 1 && page <= last);
  const href = (page: number) => getReviewsPath(slug, { ...view, page });
  return (
    <Pagination
      label={t(texts.pages)}
      current={view.page}
      pages={[...new Set(numbers)]
        .sort((a, b) => a - b)
        .map((number) => ({ number, label: t(texts.page, { page: number }), href: href(number) }))}
      previous={view.page > 1 ? { name: t(texts.previous), href: href(view.page - 1) } : undefined}
      next={view.page < last ? { name: t(texts.next), href: href(view.page + 1) } : undefined}
    />
  );
}
