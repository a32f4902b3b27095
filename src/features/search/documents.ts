import { type Db, sqlQuery } from '#platform/database/database.ts';
import { removePlaceholders } from '#platform/texts/placeholders.ts';
import { stripHtml } from '#platform/texts/plain-text.ts';
import type { SearchDocument } from './engine.ts';

/** Number of days in which orders count as recent sales. */
export const salesDays = 90;
const maxTextLength = 20_000;

interface DocumentRow {
  productId: number;
  name: string;
  codes: string[];
  categoryIds: number[];
  labels: string[];
  terms: string[];
  html: string;
  inStock: boolean;
  sold: number;
}

const findDocuments = sqlQuery<DocumentRow>(
  'search.read-documents',
  `select p.id as "productId", p.name,
    array(select code from variations v cross join lateral (values (v.sku), (v.gtin)) c (code)
      where v.product_id = p.id and v.enabled and code is not null order by v.id) as codes,
    array(select category_id from product_categories where product_id = p.id) as "categoryIds",
    array(select b.name from product_brands pb join brands b on b.id = pb.brand_id where pb.product_id = p.id
      union all select t.name from product_tags pt join tags t on t.id = pt.tag_id where pt.product_id = p.id
      union all select t.name from product_attribute_terms pt join attribute_terms t on t.id = pt.term_id where pt.product_id = p.id) as labels,
    array(select a.slug || ':' || t.slug from product_attribute_terms pt join attribute_terms t on t.id = pt.term_id join attributes a on a.id = t.attribute_id
      where pt.product_id = p.id) as terms,
    p.short_description || ' ' || p.description as html,
    coalesce((select in_stock from product_listing l where l.product_id = p.id), false) as "inStock",
    coalesce((select sum(l.quantity) from order_lines l join orders o on o.id = l.order_id
      where l.product_id = p.id and o.created_at > now() - make_interval(days => ${salesDays})
        and o.status in ('on-hold', 'processing', 'completed')), 0)::integer as sold
  from published_products p where p.id = any($1::integer[]) and p.in_search order by p.id`,
);

const findCategories = sqlQuery<{ id: number; parentId: number | null; name: string }>(
  'search.list-categories',
  'select id, parent_id as "parentId", name from categories',
);

/** Reads the documents of products; those that are not searchable have none. Two queries. */
export async function readDocuments(db: Db, productIds: readonly number[]): Promise<SearchDocument[]> {
  const byId = new Map((await findCategories(db, [])).map((category) => [category.id, category]));
  const listPathNames = (id: number): string[] => {
    const category = byId.get(id);
    return category ? [category.name, ...(category.parentId === null ? [] : listPathNames(category.parentId))] : [];
  };
  const rows = await findDocuments(db, [productIds]);
  return rows.map(({ categoryIds, labels, html, ...row }) => ({
    ...row,
    labels: [...new Set([...categoryIds.flatMap(listPathNames), ...labels])],
    text: stripHtml(removePlaceholders(html.slice(0, maxTextLength))),
  }));
}
