import {
  cardColumnsSql,
  type LocalSlug,
  type ProductCard,
  type ProductCardRow,
  toProductCard,
} from '#features/catalog/index.ts';
import { type PriceDisplay, pricesAsEntered } from '#features/pricing/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';

/** Maximum number of products in a slider, so that one button can add all of them. */
const maxShown = 8;

/** More candidates than the slider shows, since some may be sold out. */
const maxCandidates = 2 * maxShown;

/**
 * Selects companions by the number of orders, then cross-sells by how often the products name them. With
 * `includesOwn` the given products come first.
 * @param ownSql a statement with the ids of the products, with parameters $2 and $3
 */
const buildCompanionsSql = (ownSql: string, includesOwn: boolean) => `with own as materialized (${ownSql}),
  bought as (
    select c.companion_id as id, sum(c.orders) as times from own join product_companions c on c.product_id = own.id group by 1
  ), named as (
    select l.linked_id as id, count(*) as times, min(l.position) as position from own join product_links l on l.product_id = own.id and l.kind = 'cross-sell' group by 1
  ), candidates as materialized (
    select s.product_id as id, row_number() over (order by b.times desc nulls last, n.times desc, n.position, s.product_id) as nth
    from bought b full join named n on n.id = b.id join product_listing s on s.product_id = coalesce(b.id, n.id) and s.in_lists
    where not exists (select from own where own.id = s.product_id) order by nth limit ${maxCandidates}
  ), wanted as (
    select id, nth from candidates${includesOwn ? ' union all select id, 0 from own' : ''}
  )
  select ${cardColumnsSql('$1::timestamptz')}, wanted.nth = 0 as "isOwn" from wanted join published_products p on p.id = wanted.id order by wanted.nth`;

type CompanionRow = ProductCardRow & { isOwn: boolean };

const findOfProduct = sqlQuery<CompanionRow>(
  'bought-together.find-companions-of-product',
  buildCompanionsSql('select id from published_products where locale = $3 and slug = $2', true),
);

// The subquery hides the array's length, so that PostgreSQL plans once.
const findOfProducts = sqlQuery<CompanionRow>(
  'bought-together.find-companions-of-products',
  buildCompanionsSql('select distinct id from unnest(array(select unnest($2::integer[]))) as id', false),
);

export interface Companions {
  /** The product of the page; null for several products. */
  readonly own: ProductCard | null;
  /** At most eight products in stock, by descending number of orders. */
  readonly shown: readonly ProductCard[];
  /** Also includes products that are sold out, which are shown once they are back in stock. */
  readonly candidates: readonly ProductCard[];
}

interface CompanionOptions {
  readonly now: Date;
  /** How prices are shown. Default: as entered. */
  readonly display?: PriceDisplay;
}

/**
 * Finds the products that were bought together with a product in paid orders, then its cross-sells. Returns listed
 * products only. Runs one query.
 * @param products the slug of a product, or the ids of several
 */
export async function findCompanions(
  db: Db,
  products: LocalSlug | readonly number[],
  { now, display = pricesAsEntered }: CompanionOptions,
): Promise<Companions> {
  if ('length' in products && products.length === 0) return { own: null, shown: [], candidates: [] };
  const rows = await ('slug' in products
    ? findOfProduct(db, [now, products.slug, products.locale])
    : findOfProducts(db, [now, products]));
  const toCard = ({ isOwn: _, ...row }: CompanionRow) => toProductCard(row, display);
  const own = rows.find(({ isOwn }) => isOwn);
  const candidates = rows.filter(({ isOwn }) => !isOwn).map(toCard);
  return {
    own: own ? toCard(own) : null,
    shown: candidates.filter(({ inStock }) => inStock).slice(0, maxShown),
    candidates,
  };
}
