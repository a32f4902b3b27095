import { inArray } from 'drizzle-orm';
import type { Tx } from '#platform/database/database.ts';
import { attributes, attributeTerms } from '../tables.ts';

export interface NewAttribute {
  readonly slug: string;
  readonly name: string;
  readonly kind: 'select' | 'swatch';
  readonly terms: readonly {
    readonly slug: string;
    readonly name: string;
    readonly description: string;
    /** `#rrggbb` */
    readonly swatch: string | null;
  }[];
}

interface AttributeIds {
  /** Attribute ids by slug. */
  readonly attributes: ReadonlyMap<string, number>;
  /** Term ids by `<attribute id> <term slug>`. */
  readonly terms: ReadonlyMap<string, number>;
}

export async function createAttributes(tx: Tx, newAttributes: readonly NewAttribute[]): Promise<AttributeIds> {
  if (newAttributes.length === 0) return { attributes: new Map(), terms: new Map() };
  const rows = newAttributes.map(({ slug, name, kind }, position) => ({ slug, name, kind, position }));
  const created = await tx.insert(attributes).values(rows).returning({ id: attributes.id, slug: attributes.slug });
  const attributeIds = new Map(created.map(({ id, slug }) => [slug, id]));
  const termRows = newAttributes.flatMap(({ slug, terms }) =>
    terms.map((term, position) => ({ ...term, attributeId: attributeIds.get(slug) ?? 0, position })),
  );
  if (termRows.length > 0) await tx.insert(attributeTerms).values(termRows);
  const terms = await tx
    .select()
    .from(attributeTerms)
    .where(inArray(attributeTerms.attributeId, [...attributeIds.values()]));
  return {
    attributes: attributeIds,
    terms: new Map(terms.map((term) => [`${term.attributeId} ${term.slug}`, term.id])),
  };
}
