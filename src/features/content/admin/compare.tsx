import { diffWordsWithSpace } from 'diff';
import type { Shop } from '#platform/features/shop.ts';
import { type Field, listFields } from '#platform/forms/field.ts';
import type { Block } from '../blocks/block.ts';
import { getBlockTypes } from '../blocks/block-types.ts';
import { listBlocks } from '../blocks/tree.ts';
import { findEntryDetails, readDetails } from '../entries/entry-details.ts';
import type { Content } from '../entries/find-published.ts';
import { formatBlock, nameBlock } from './block-names.ts';
import { contentTexts as texts } from './texts.ts';

export interface Difference {
  readonly id: string;
  readonly title: string;
  readonly before: string;
  readonly after: string;
}

/** Longer texts are shown side by side, because comparing their words would take seconds. */
const maxCompared = 20_000;

/** Finds the differences of two revisions block by block. Blocks are matched by id, wherever they stand. */
export function findDifferences(shop: Shop, before: Content, after: Content, kind = 'page'): Difference[] {
  const { t } = shop;
  const toChoice = ({ place, isListed, imageId }: Content) => ({
    place: t({ help: texts.placeHelp, legal: texts.placeLegal, none: texts.placeNone }[place]),
    isListed: t(isListed ? texts.yes : texts.no),
    imageId: imageId === null ? '' : `#${imageId}`,
  });
  const [oldChoice, newChoice] = [toChoice(before), toChoice(after)];
  const choices = (['place', 'isListed', 'imageId'] as const).map((key) => ({
    ...{ id: key, title: t({ place: texts.place, isListed: texts.isListed, imageId: texts.shareImage }[key]) },
    ...{ before: oldChoice[key], after: newChoice[key] },
  }));
  const facts = (['title', 'lead', 'description'] as const).map((key) => ({
    ...{ id: key, title: t({ title: texts.entryTitle, lead: texts.entryLead, description: texts.description }[key]) },
    ...{ before: before[key], after: after[key] },
  }));
  const ofBlocks = findBlockDifferences(shop, before.tree.blocks, after.tree.blocks);
  return [
    ...[...facts, ...choices, ...findDetails(shop, kind, before, after)].filter((fact) => fact.before !== fact.after),
    ...ofBlocks,
  ];
}

export function findBlockDifferences(shop: Shop, before: readonly Block[], after: readonly Block[]): Difference[] {
  const { t } = shop;
  const context = { t, locale: shop.choices.locale };
  const format = (block: Block, isPlain = true) => formatBlock({ shop }, block, context, isPlain);
  const [old, now] = [before, after].map((blocks) => new Map(listBlocks(blocks).map((each) => [each.id, each])));
  const places = [before, after].map((blocks) => listPlaces(blocks));
  const ids = [...new Set([...(now?.keys() ?? []), ...(old?.keys() ?? [])])];
  return ids.flatMap((id): Difference[] => {
    const [was, is] = [old?.get(id), now?.get(id)];
    const named = is ?? was;
    if (!named) return [];
    const name = nameBlock({ shop }, named);
    const both = { id, before: was ? format(was) : '', after: is ? format(is) : '' };
    if (!was) return [{ ...both, title: t(texts.added, { block: name }) }];
    if (!is) return [{ ...both, title: t(texts.removed, { block: name }) }];
    if (!getBlockTypes(shop).has(is.type) && JSON.stringify(was.values) === JSON.stringify(is.values)) return [];
    if (both.before !== both.after) return [{ ...both, title: name }];
    // Only the markup of a text differs, such as bold words.
    const [before, after] = [format(was, false), format(is, false)];
    if (before !== after) return [{ id, before, after, title: name }];
    return places[0]?.get(id) === places[1]?.get(id) ? [] : [{ ...both, title: t(texts.moved, { block: name }) }];
  });
}

/** Compares the additional fields of entries of the kind. */
function findDetails(shop: Shop, kind: string, before: Content, after: Content): Difference[] {
  const { t, choices } = shop;
  const definition = findEntryDetails(shop, kind);
  const [was, is] = [before, after].map(({ details }) => readDetails(shop, kind, details));
  const format = (field: Field, value: unknown) => field.kind.toText(value, field, { t, locale: choices.locale });
  return listFields(definition?.fields(shop) ?? {}).map(({ key, field }) => ({
    ...{ id: key, title: field.label, before: format(field, was?.[key]), after: format(field, is?.[key]) },
  }));
}

/** Maps each block to its place: its parent and the block before it. */
function listPlaces(blocks: readonly Block[], parent = ''): Map<string, string> {
  return new Map(
    blocks.flatMap((block, index) => [
      [block.id, `${parent}/${blocks[index - 1]?.id ?? ''}`] as const,
      ...listPlaces(block.children ?? [], block.id),
    ]),
  );
}

export function Differences({ shop, differences }: { shop: Shop; differences: readonly Difference[] }) {
  if (differences.length === 0) return <p>{shop.t(texts.sameText)}</p>;
  return (
    <div className="page-part">
      {differences.map(({ id, title, before, after }) => (
        <section className="compare" key={id}>
          <h3 className="compare__title">{title}</h3>
          <p className="compare__text">
            <Words before={before} after={after} />
          </p>
        </section>
      ))}
    </div>
  );
}

function Words({ before, after }: { readonly before: string; readonly after: string }) {
  const parts =
    before.length + after.length > maxCompared
      ? [
          { value: before, removed: true, added: false },
          { value: after, removed: false, added: true },
        ]
      : diffWordsWithSpace(before, after);
  return parts.map(({ value, added, removed }, index) => {
    const key = `${index}`;
    if (added) return <ins key={key}>{value}</ins>;
    return removed ? <del key={key}>{value}</del> : <span key={key}>{value}</span>;
  });
}
