import type { ReactNode } from 'react';
import type { Shop } from '#platform/features/shop.ts';
import type { FieldRecord, ValuesOf } from '#platform/forms/field.ts';
import type { PageSheet } from '#platform/pages/page.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import type { Text } from '#platform/texts/texts.ts';
import type { ContentRenderer } from '../pages/placed-content.tsx';

/** A stored block. The definition of its type reads its values, and may have changed since they were stored. */
export interface Block {
  /** Unique in its tree and permanent: revisions are compared by it. */
  readonly id: string;
  readonly type: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** Child blocks. Absent when the type has none. */
  readonly children?: readonly Block[];
}

/** A rendered child block. */
export interface RenderedChild {
  readonly id: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly node: ReactNode;
}

export interface BlockProps<Values, Data> {
  readonly shop: Shop;
  readonly context: RenderContext;
  /** Id of the block's element, unique on the page. */
  readonly id: string;
  readonly values: Values;
  readonly data: Data;
  readonly children: readonly RenderedChild[];
  /** Whether the block comes first on the page. It then has the main heading, and its picture loads eagerly. */
  readonly isFirst: boolean;
  /** Renders HTML that staff wrote. Call it in the order of the page. */
  readonly content: ContentRenderer;
}

/** Data for the blocks of one type: an item for each block, in the order of the blocks. */
export interface LoadedBlocks<Data> {
  readonly data: readonly Data[];
  /** Cache tags of the page. */
  readonly tags: readonly string[];
  /** The next moment at which the data changes by itself. Null or absent: never. */
  readonly until?: Date | null;
}

/**
 * Children that a container takes: any blocks, only groups, the parts of a menu, links and blocks of a dropdown, or
 * only columns of a dropdown.
 */
export type BlockContainer = 'blocks' | 'groups' | 'menu' | 'menu-items' | 'menu-columns';

/**
 * Where a block may stand: only on pages, on the top level of a menu, anywhere in a menu, in its dropdowns, or as a
 * column of a wide dropdown.
 */
export type BlockPlace = 'page' | 'menu' | 'menu-item' | 'menu-part' | 'menu-column';

/** Definition of a block type. */
export interface BlockDefinition<Own extends FieldRecord = FieldRecord, Data = unknown> {
  /** Permanent, since stored pages contain it. Lower-case letters and `-`. */
  readonly name: string;
  /** Name for staff. */
  readonly text: Text;
  /** Fields of a block. The editor, the server and imports validate the values with them. */
  readonly fields: (shop: Shop) => Own;
  /** Values of a new block, and of fields that an older block does not have. */
  readonly initial: ValuesOf<Own>;
  /** Blocks that it may contain. Absent: none. */
  readonly takes?: BlockContainer;
  /** Where it may stand. Absent: on pages, and in the dropdowns of menus. */
  readonly stands?: BlockPlace;
  /** Width on the page: that of text (the default), of other content, or of the window. */
  readonly width?: 'text' | 'wide' | 'full';
  /** Loads data in one call for all blocks of the type on a page, however many there are. */
  readonly load?: (
    call: { readonly shop: Shop; readonly context: RenderContext },
    blocks: readonly ValuesOf<Own>[],
  ) => Promise<LoadedBlocks<Data>>;
  /** Renders plain HTML. Null shows nothing. Called in the order of the page. */
  readonly render: (props: BlockProps<ValuesOf<Own>, Data>) => ReactNode | Promise<ReactNode>;
  /** Style sheets that only pages with such a block link. */
  readonly styles?: PageSheet | readonly PageSheet[];
  /** Returns the text of a block without markup, for the search and for descriptions. */
  readonly toText?: (values: ValuesOf<Own>) => string;
  /** Returns what the outline of the editor shows beside the name of the block. */
  readonly toSummary?: (values: ValuesOf<Own>) => string;
}

/** Defines a block type. Provide it with the port `contentBlocks`. */
export function defineBlock<const Own extends FieldRecord, Data = undefined>(
  definition: BlockDefinition<Own, Data>,
): BlockDefinition {
  if (!/^[a-z][a-z0-9-]{0,59}$/.test(definition.name))
    throw new TypeError(`The block '${definition.name}' is not valid: expected lower-case letters, digits and -`);
  // This cast is safe: a definition passes the values of its fields and the data of `load` to its own functions only.
  return definition as unknown as BlockDefinition;
}
