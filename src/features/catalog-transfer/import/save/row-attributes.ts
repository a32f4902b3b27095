import type { AttributeInput } from '#features/catalog/index.ts';
import { toAttributeKey, toNameKey, toTermKey } from '#features/catalog/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import { slugify } from '#platform/texts/slugs.ts';
import type { ParsedAttribute, ParsedRow } from '../parse/parsed-row.ts';
import type { RowWarning } from './batch.ts';
import type { NamedIds } from './ensure-named-ids.ts';

interface Term {
  readonly id: number;
  readonly name: string;
}

interface UsedAttribute {
  readonly productId: number;
  readonly attributeId: number;
  readonly name: string;
  readonly acceptsAnyTerm: boolean;
  /** All terms of the product in the order of their positions. `usedTerms` are the terms that variations use. */
  readonly terms: readonly Term[];
  readonly usedTerms: readonly Term[];
}

const termsJsonSql = `json_build_object('id', t.id, 'name', t.name) order by pt.position, t.id`;

const queryUsedAttributes = sqlQuery<UsedAttribute>(
  'catalog-transfer.find-used-attributes',
  `select u.product_id as "productId", u.attribute_id as "attributeId", a.name, u.any_term as "acceptsAnyTerm", listed.terms, listed.used as "usedTerms"
  from (select product_id, attribute_id, bool_or(term_id is null) as any_term, array_agg(term_id) as ids from variation_terms
    where product_id = any($1::integer[]) group by product_id, attribute_id) u
  join attributes a on a.id = u.attribute_id
  join product_attributes pa on pa.product_id = u.product_id and pa.attribute_id = u.attribute_id
  cross join lateral (select coalesce(json_agg(${termsJsonSql}), '[]') as terms, coalesce(json_agg(${termsJsonSql}) filter (where t.id = any(u.ids)), '[]') as used
    from product_attribute_terms pt join attribute_terms t on t.id = pt.term_id
    where pt.product_id = u.product_id and pt.attribute_id = u.attribute_id) listed
  order by u.product_id, pa.position, a.id`,
);

export type UsedAttributes = ReadonlyMap<number, readonly UsedAttribute[]>;

export async function findUsedAttributes(db: Db, productIds: readonly number[]): Promise<UsedAttributes> {
  if (productIds.length === 0) return new Map();
  return Map.groupBy(await queryUsedAttributes(db, [productIds]), ({ productId }) => productId);
}

/**
 * Terms that a row removes although variations still use them. They are kept, because products are changed
 * before their variations.
 */
interface KeptTerms {
  readonly attributeId: number;
  readonly terms: readonly Term[];
  readonly name: string;
  /** The attribute in the file; null when the row doesn't name it. */
  readonly written: ParsedAttribute | null;
}

export interface RowAttributes {
  /** Undefined when the attributes are not changed. */
  readonly inputs: readonly AttributeInput[] | undefined;
  readonly keptTerms: readonly KeptTerms[];
}

export function resolveRowAttributes(
  row: ParsedRow,
  productId: number,
  namedIds: NamedIds,
  used: UsedAttributes,
): RowAttributes {
  if (row.attributes === undefined) return { inputs: undefined, keptTerms: [] };
  const given = row.attributes.map((written) => ({ written, input: toAttributeInput(written, productId, namedIds) }));
  const kept = (used.get(productId) ?? []).flatMap(({ attributeId, name, acceptsAnyTerm, ...has }): KeptTerms[] => {
    const match = given.find(({ input }) => input.attributeId === attributeId);
    if (!match) return [{ attributeId, name, written: null, terms: acceptsAnyTerm ? has.terms : has.usedTerms }];
    const terms = has.usedTerms.filter(({ id }) => !match.input.terms.includes(id));
    return terms.length === 0 ? [] : [{ attributeId, name, written: match.written, terms }];
  });
  const listKeptTerms = (id: number) =>
    kept.filter(({ attributeId }) => attributeId === id).flatMap(({ terms }) => terms);
  const inputs = given.map(({ input }) => ({
    ...input,
    terms: [...input.terms, ...listKeptTerms(input.attributeId).map(({ id }) => id)],
  }));
  const unnamed = kept.filter(({ written }) => written === null);
  const unnamedInputs = unnamed.map(({ attributeId, terms }) => ({ attributeId, terms: terms.map(({ id }) => id) }));
  return { inputs: [...inputs, ...unnamedInputs], keptTerms: kept };
}

/** Creates warnings about terms that were kept because a variation uses them. */
export function listKeptTermWarnings({ line }: ParsedRow, kept: readonly KeptTerms[]): RowWarning[] {
  return kept.map(({ name, terms, written }): RowWarning => {
    const values = terms.map((term) => `'${term.name}'`).join(', ');
    const what = written === null ? `the attribute ${name}` : `${values} of ${name}`;
    const field = written === null ? '' : `attributes.${written.index}.values`;
    return { line, field, code: 'VALUE_KEPT', message: `kept ${what} because a variation still uses it` };
  });
}

/** Compares the name of a term with a value of the file by name, or by slug as older exports write it. */
function isSameTerm(name: string, written: string): boolean {
  return toNameKey(name) === toNameKey(written) || slugify(name) === written;
}

function toAttributeInput(attribute: ParsedAttribute, productId: number, namedIds: NamedIds): AttributeInput {
  const ownerId = attribute.global ? null : productId;
  const attributeId = namedIds.attributes.get(toAttributeKey({ name: attribute.name, productId: ownerId })) ?? 0;
  const findTermId = (name: string) => namedIds.terms.get(toTermKey({ attributeId, name }));
  const { default: defaultName } = attribute;
  const name = attribute.values.find((value) => defaultName && isSameTerm(value, defaultName));
  const defaultTermId = name === undefined ? null : (findTermId(name) ?? null);
  return {
    attributeId,
    terms: [...new Set(attribute.values.flatMap((value) => findTermId(value) ?? []))],
    visible: attribute.visible,
    defaultTermId: defaultName === undefined ? undefined : defaultTermId,
    forVariations: name === undefined ? undefined : true,
  };
}

/** Creates warnings about values that differ only in case: they are treated as one value. */
export function listRepeatedValueWarnings({ line, attributes = [] }: ParsedRow): RowWarning[] {
  return attributes.flatMap(({ index, name, values }): RowWarning[] => {
    const repeated = values.filter((value, at) => {
      const first = values.find((each) => toNameKey(each) === toNameKey(value));
      return values.indexOf(value) === at && first !== value;
    });
    if (repeated.length === 0) return [];
    const list = repeated.map((value) => `'${value}'`).join(', ');
    const message = `${list} of ${name} differ from another value only in case, so they are the same value`;
    return [{ line, field: `attributes.${index}.values`, code: 'VALUE_TWICE', message }];
  });
}

export function listDefaultWarnings(row: ParsedRow): RowWarning[] {
  return (row.attributes ?? []).flatMap(({ index, name, values, default: defaultName }): RowWarning[] => {
    if (!defaultName || values.some((value) => isSameTerm(value, defaultName))) return [];
    const message = `'${defaultName}' is not a value of ${name}, so no default is set`;
    return [{ line: row.line, field: `attributes.${index}.default`, code: 'BAD_VALUE', message }];
  });
}
