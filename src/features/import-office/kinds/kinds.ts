import type { ImportKind } from './kind.ts';
import { productKinds } from './product-kinds.ts';
import { rowKinds } from './row-kinds.ts';

export const importKinds: readonly ImportKind[] = [...productKinds, ...rowKinds];

export const findKind = (id: string): ImportKind | undefined => importKinds.find((kind) => kind.id === id);

/** Guesses the kind of a file from its heads. Staff may choose another kind. */
export function guessKind(heads: readonly string[]): ImportKind | undefined {
  const written = heads.map((head) => head.trim().toLowerCase()).filter((head) => head !== '');
  const score = (kind: ImportKind) => written.filter((head) => kind.isHead(head)).length / Math.max(1, written.length);
  // A stock or price list is a product file with few columns: it has SKUs, but neither names nor types of products.
  const [best] = importKinds.toSorted((first, second) => score(second) - score(first));
  if (!best || score(best) === 0) return undefined;
  if (best.id !== 'products' && best.id !== 'stock' && best.id !== 'prices') return best;
  const isList = written.includes('sku') && !written.some((head) => ['name', 'type', 'id'].includes(head));
  const hasPrice = written.some((head) => findKind('prices')?.isHead(head) && head !== 'sku');
  const hasStock = written.some((head) => findKind('stock')?.isHead(head) && head !== 'sku');
  if (!isList || hasPrice === hasStock) return findKind('products');
  return findKind(hasPrice ? 'prices' : 'stock');
}
