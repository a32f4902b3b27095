import { productCacheTag, productPath } from '#features/catalog/index.ts';
import { defineBlock } from '#features/content/index.ts';
import { sqlQuery } from '#platform/database/database.ts';
import { line, number } from '#platform/forms/kinds.ts';
import { texts } from '../texts.ts';

interface Testimonial {
  readonly id: number;
  readonly productId: number;
  readonly slug: string;
  readonly product: string;
  readonly stars: number;
  readonly title: string;
  readonly body: string;
  readonly author: string;
}

const maxReviews = 12;
/** Milliseconds after which new reviews are shown. Removed reviews disappear at once. */
const freshFor = 60 * 60 * 1000;

// Reads reviews by descending id and stops at the limit: a shop may have many good reviews.
const findBest = sqlQuery<Testimonial>(
  'app.find-testimonials',
  `select c.id::float8 as id, p.id as "productId", p.slug, p.name as product, c.stars::float8 as stars, c.title, left(c.body, 600) as body, c.author
  from comments c join published_products p on p.id = c.product_id
  where c.state = 'approved' and c.stars >= 4 and c.parent_id is null and p.locale = $1 order by c.id desc limit $2`,
);

export const testimonialsBlock = defineBlock({
  name: 'testimonials',
  text: texts.testimonials,
  fields: ({ t }) => ({
    title: line({ label: t(texts.blockTitle), max: 200 }),
    count: number({ label: t(texts.blockCount), required: true, min: 1, max: maxReviews }),
  }),
  initial: { title: '', count: 3 },
  width: 'wide',
  styles: 'src/app/blocks/testimonials.page.css',
  async load({ shop, context: { now, locale } }, blocks) {
    const most = Math.max(...blocks.map(({ count }) => count ?? 0));
    const found = await findBest(shop.db, [locale, most]);
    return {
      data: blocks.map(({ count }) => found.slice(0, count ?? 0)),
      tags: found.map(({ productId }) => productCacheTag(productId)),
      until: new Date(now.getTime() + freshFor),
    };
  },
  render({ context: { t }, values: { title }, data: reviews }) {
    if (reviews.length === 0) return null;
    return (
      <section className="section wrap">
        {title !== '' && <h2>{title}</h2>}
        <ul className="testimonials" role="list">
          {reviews.map((review) => (
            <li key={review.id}>
              <figure className="testimonial">
                <p>
                  <span aria-hidden="true">{'★'.repeat(review.stars)}</span>
                  <span className="visually-hidden">{t(texts.testimonialStars, { stars: review.stars })}</span>
                </p>
                <blockquote>
                  {review.title !== '' && <p className="testimonial__title">{review.title}</p>}
                  <p>{review.body}</p>
                </blockquote>
                <figcaption>
                  {review.author !== '' && `${review.author} · `}
                  <a href={productPath(review.slug)}>{review.product}</a>
                </figcaption>
              </figure>
            </li>
          ))}
        </ul>
      </section>
    );
  },
  toSummary: ({ title }) => title,
});
