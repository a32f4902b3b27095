import type { FastifyRequest } from 'fastify';
import type { Shop } from '#platform/features/shop.ts';
import { getStoreRoot } from '../contract.ts';
import { getTotalHeaders } from '../protocol/cross-origin.ts';
import { toFields } from '../protocol/input.ts';
import { type ProductListInput, productListInput } from './product-query.ts';

/** Creates the headers of a list of products: totals, and links to the previous and the next page. */
export function createPageHeaders(
  shop: Shop,
  request: Pick<FastifyRequest, 'query'>,
  input: ProductListInput,
  total: number,
): Readonly<Record<string, string>> {
  const pages = Math.ceil(total / input.per_page);
  return { ...createTotalHeaders(shop, total, pages), ...createLinkHeader(shop, request, input, pages) };
}

export function createTotalHeaders(shop: Shop, total: number, pages: number): Readonly<Record<string, string>> {
  const names = getTotalHeaders(shop);
  return { [names.total]: String(total), [names.pages]: String(pages) };
}

/** Adds no links when the request has an offset, because the page number then has no effect. */
function createLinkHeader(
  { config, wire }: Shop,
  request: Pick<FastifyRequest, 'query'>,
  { page, offset }: ProductListInput,
  pages: number,
): Readonly<Record<string, string>> {
  if (offset !== undefined) return {};
  const toLink = (target: number, relation: string) =>
    `<${config.publicUrl}${getStoreRoot(wire)}/products?${repeatQuery(request, target)}>; rel="${relation}"`;
  const links = [
    ...(page > 1 && page <= pages + 1 ? [toLink(page - 1, 'prev')] : []),
    ...(page < pages ? [toLink(page + 1, 'next')] : []),
  ];
  return links.length > 0 ? { link: links.join(', ') } : {};
}

/** Repeats the known parameters of a list, encoded for a header. Others, such as tokens, are left out. */
function repeatQuery({ query }: Pick<FastifyRequest, 'query'>, page: number): string {
  const repeated = Object.entries(toFields(query)).flatMap(([name, value]) => {
    const [parameter = ''] = name.split('[', 1);
    const isKnown = parameter !== 'page' && Object.hasOwn(productListInput.shape, parameter);
    return isKnown ? [value].flat().map((each) => [name, String(each)]) : [];
  });
  return new URLSearchParams([...repeated, ['page', String(page)]]).toString();
}
