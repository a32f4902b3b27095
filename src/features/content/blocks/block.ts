import type { ReactNode } from 'react';
import type { Shop } from '#platform/features/shop.ts';
import type { FieldRecord, ValuesOf } from '#platform/forms/field.ts';
import type { PageSheet } from '#platform/pages/page.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import type { Text } from '#platform/texts/texts.ts';
import type { ContentRenderer } from '../pages/placed-content.tsx';

/** A block as it is stored. Its values are read by the definition of its type, which may have changed since. */
export interface Block {
  /** Unique in its tree and permanent: revisions are compared by it. */
  readonly id: string;
  readonly type: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** Blocks in it, when its type takes blocks. */
  readonly children?: readonly Block[];
}

/** A block that stands in another one, rendered. */
export interface RenderedChild {
  readonly id: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly node: ReactNode;
}

export interface BlockProps<Values, Data> {
  readonly shop: Shop;
  readonly context: RenderContext;
  /** Id of its element, once on the page. */
  readonly id: string;
  readonly values: Values;
  readonly data: Data;
  readonly children: readonly RenderedChild[];
  /** Whether the page begins with it: it has the main heading, and its picture loads at once. */
  readonly isFirst: boolean;
  /** Renders HTML of the shop. Call it in the order of the page. */
  readonly content: ContentRenderer;
}

/** What the blocks of one type need, one for each of them in their order. */
export interface LoadedBlocks<Data> {
  readonly data: readonly Data[];
  /** Cache tags of the page. */
  readonly tags: readonly string[];
  /** When it changes by itself next. */
  readonly until?: Date | null;
}

/** What takes blocks: any blocks, only groups, a whole menu, a dropdown with links and blocks, or only columns of one. */
export type BlockContainer = 'blocks' | 'groups' | 'menu' | 'menu-items' | 'menu-columns';

/** Only on pages, on the top level of a menu, anywhere in one, in its dropdowns, or as a column of a wide one. */
export type BlockPlace = 'page' | 'menu' | 'menu-item' | 'menu-part' | 'menu-column';

/** A type of blocks. */
export interface BlockDefinition<Own extends FieldRecord = FieldRecord, Data = unknown> {
  /** Permanent: pages store it. Lower-case letters and `-`. */
  readonly name: string;
  /** What staff call it. */
  readonly text: Text;
  /** The editor, the server and imports check the values by these. */
  readonly fields: (shop: Shop) => Own;
  /** Values of a new block, and of fields that an older block does not have. */
  readonly initial: ValuesOf<Own>;
  /** What may stand in it. Absent: nothing. */
  readonly takes?: BlockContainer;
  /** Where it may stand. Absent: on pages, and in the dropdowns of menus. */
  readonly stands?: BlockPlace;
  /** On its own line of a page: as wide as text (the default), as the other content, or as the window. */
  readonly width?: 'text' | 'wide' | 'full';
  /** Called once for all blocks of the type on a page, however many there are. */
  readonly load?: (
    call: { readonly shop: Shop; readonly context: RenderContext },
    blocks: readonly ValuesOf<Own>[],
  ) => Promise<LoadedBlocks<Data>>;
  /** Plain HTML. Null shows nothing. Called in the order of the page. */
  readonly render: (props: BlockProps<ValuesOf<Own>, Data>) => ReactNode | Promise<ReactNode>;
  /** Linked from pages that have such a block, and from no others. */
  readonly styles?: PageSheet | readonly PageSheet[];
  /** Its text without markup, for the search and descriptions. */
  readonly toText?: (values: ValuesOf<Own>) => string;
  /** What the outline of the editor says of it beside its name. */
  readonly toSummary?: (values: ValuesOf<Own>) => string;
}

/** Defines a type of blocks. Provide it with the port `contentBlocks`. */
export function defineBlock<const Own extends FieldRecord, Data = undefined>(
  definition: BlockDefinition<Own, Data>,
): BlockDefinition {
  if (!/^[a-z][a-z0-9-]{0,59}$/.test(definition.name))
    throw new TypeError(`The block '${definition.name}' is not valid: expected lower-case letters, digits and -`);
  // A definition passes the values of its fields and the data of `load` to its own functions only.
  return definition as unknown as BlockDefinition;
}
