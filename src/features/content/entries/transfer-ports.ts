import type { z } from 'zod';
import type { Db, Tx } from '#platform/database/database.ts';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RecordPicker } from '#platform/forms/kinds.ts';

/** How ids that blocks have in fields of one picker are named in files, which other shops read. */
export interface ContentReference {
  /** `media`: fields of pictures. */
  readonly picker: RecordPicker | 'media';
  /** What people call one in messages: `picture`. */
  readonly name: string;
  readonly toNames: (shop: Shop, db: Db, ids: readonly number[]) => Promise<ReadonlyMap<number, string>>;
  readonly toIds: (shop: Shop, db: Db, names: readonly string[]) => Promise<ReadonlyMap<string, number>>;
}

/** How content files name what blocks refer to. Fields with the picker of one are translated wherever they stand. */
export const contentReferences = definePort<ContentReference>('content.references');

export type PartOutcome = 'created' | 'updated' | 'unchanged';

/** What content files have besides entries, such as the categories of posts. It is imported before them. */
export interface ContentPart<Item = unknown> {
  /** Permanent: files name it. */
  readonly name: string;
  readonly schema: z.ZodType<Item>;
  /** Address of an item, for reports. */
  readonly toLabel: (item: Item) => string;
  readonly list: (shop: Shop, db: Db) => Promise<readonly Item[]>;
  /** @returns a text that says what is wrong with it */
  readonly save: (shop: Shop, tx: Tx, item: Item) => Promise<PartOutcome | { readonly problem: string }>;
}

/** What content files have besides entries, imported in this order. */
export const contentParts = definePort<ContentPart>('content.parts');

export const defineContentPart = <Item>(part: ContentPart<Item>): ContentPart => part as unknown as ContentPart;
