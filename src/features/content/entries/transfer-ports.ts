import type { z } from 'zod';
import type { Db, Tx } from '#platform/database/database.ts';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RecordPicker } from '#platform/forms/kinds.ts';

/** How content files name the ids in fields of one picker, so that other shops can resolve them. */
export interface ContentReference {
  /** Picker of the fields. `media`: fields of pictures. */
  readonly picker: RecordPicker | 'media';
  /** Name of a reference in messages: `picture`. */
  readonly name: string;
  readonly toNames: (shop: Shop, db: Db, ids: readonly number[]) => Promise<ReadonlyMap<number, string>>;
  readonly toIds: (shop: Shop, db: Db, names: readonly string[]) => Promise<ReadonlyMap<string, number>>;
}

/**
 * How content files name the records that blocks refer to. All fields with the picker of a reference are translated.
 */
export const contentReferences = definePort<ContentReference>('content.references');

export type PartOutcome = 'created' | 'updated' | 'unchanged';

/** Content of files besides entries, such as the categories of posts. It is imported before the entries. */
export interface ContentPart<Item = unknown> {
  /** Permanent, since files contain it. */
  readonly name: string;
  readonly schema: z.ZodType<Item>;
  /** Returns the address of an item, for reports. */
  readonly toLabel: (item: Item) => string;
  readonly list: (shop: Shop, db: Db) => Promise<readonly Item[]>;
  /** @returns a message that says what is wrong with the item */
  readonly save: (shop: Shop, tx: Tx, item: Item) => Promise<PartOutcome | { readonly problem: string }>;
}

/** Content of files besides entries, imported in this order. */
export const contentParts = definePort<ContentPart>('content.parts');

export const defineContentPart = <Item>(part: ContentPart<Item>): ContentPart => part as unknown as ContentPart;
