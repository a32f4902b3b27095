import { normaliseCode } from '#platform/input/normalise-text.ts';
import { readNumber } from '#platform/input/read-number.ts';
import { splitList } from './cell-values.ts';
import type { Columns } from './columns.ts';

/** A column of an unknown name that seems to hold what decides what its rows are. */
export interface UnreadColumn {
  readonly head: string;
  /** Head of the format. */
  readonly expected: string;
}

/** Looks at the cells of columns whose names mean nothing. */
export interface UnknownColumnWatcher {
  add(cells: readonly string[]): void;
  /** Columns without which rows would become something else: other products, or products without a price. */
  listUnread(): UnreadColumn[];
}

interface Counts {
  filled: number;
  kinds: number;
  amounts: number;
  /** Without spaces, as SKUs mostly are. */
  words: number;
  readonly different: Set<string>;
  isRepeated: boolean;
}

/** Names of kinds are the same in exports of every language. */
const kinds: readonly string[] = ['simple', 'variable', 'grouped', 'external', 'variation'];
/** Cells of a column that are looked at, so that large files stay quick. */
const maxWatched = 5_000;
const maxSkuLength = 100;

export function watchUnknownColumns({ fields, attributes, unknown }: Columns): UnknownColumnWatcher {
  const typeIndex = fields.get('type');
  const counts = unknown.map(() => createCounts());
  let variations = 0;
  return {
    add(cells) {
      if (typeIndex !== undefined && /\bvariation\b/i.test(cells[typeIndex] ?? '')) variations += 1;
      for (const [nth, { index }] of unknown.entries()) {
        const [count, cell] = [counts[nth], (cells[index] ?? '').trim()];
        if (count !== undefined && cell !== '' && count.filled < maxWatched) countCell(count, cell);
      }
    },
    listUnread() {
      let hasSku = fields.has('sku');
      const isMostly = (count: Counts, part: number) => count.filled > 0 && part * 2 >= count.filled;
      return unknown.flatMap(({ head }, nth): UnreadColumn[] => {
        const count = counts[nth] ?? createCounts();
        const isKind = !fields.has('type') && isMostly(count, count.kinds);
        const isPrice = !fields.has('regularPrice') && isMostly(count, count.amounts);
        const isSku = !hasSku && !count.isRepeated && isMostly(count, count.words);
        // Without their attributes variations would have any value.
        const isAttribute = attributes.length === 0 && variations > 0 && count.filled > 0 && /\d/.test(head);
        if (isKind) return [{ head, expected: 'Type' }];
        if (isAttribute) return [{ head, expected: 'Attribute 1 name' }];
        if (isPrice) return [{ head, expected: 'Regular price' }];
        if (!isSku) return [];
        // The first one, because exports have it before other texts.
        hasSku = true;
        return [{ head, expected: 'SKU' }];
      });
    },
  };
}

const createCounts = (): Counts => ({
  ...{ filled: 0, kinds: 0, amounts: 0, words: 0 },
  ...{ different: new Set<string>(), isRepeated: false },
});

function countCell(count: Counts, cell: string): void {
  count.filled += 1;
  if (splitList(cell.toLowerCase()).some((word) => kinds.includes(word))) count.kinds += 1;
  const number = readNumber(normaliseCode(cell.slice(0, maxSkuLength)).replace(/\p{Sc}/gu, ''));
  // A column of ones and zeros answers yes and no.
  const isFlag = number.ok && ['0', '1', '-1'].includes(number.value);
  if (number.ok ? !isFlag : number.isAmbiguous) count.amounts += 1;
  if (cell.length <= maxSkuLength && !/\s|<|:\/\//.test(cell)) count.words += 1;
  const start = cell.slice(0, maxSkuLength);
  if (count.different.has(start)) count.isRepeated = true;
  count.different.add(start);
}
