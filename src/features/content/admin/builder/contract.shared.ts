import { adminPath } from '#platform/admin/contract.ts';
import type { builderTexts } from './builder-texts.ts';

/** The call that renders blocks as shoppers would see them. */
export const renderBlocksPath = adminPath('content/render-blocks');
/** The call that shows and reads the fields of one block. */
export const blockFieldsPath = adminPath('content/block-fields');
/** Maximum number of blocks in one call. */
export const maxRendered = 50;
/** Prefix of the names of a block's controls. */
export const fieldPrefix = 'values.';

/** A block type, as the browser needs it. */
export interface BuilderType {
  readonly name: string;
  readonly label: string;
  readonly takes: 'blocks' | 'groups' | null;
  readonly initial: Readonly<Record<string, unknown>>;
  /** Number of groups that a new block of the type has. */
  readonly groups: number;
}

/** Texts of the builder, including those of the buttons that the editor has too. */
export type BuilderTexts = Readonly<
  Record<Exclude<keyof typeof builderTexts, 'title' | 'noScript'> | 'up' | 'down' | 'duplicate' | 'delete', string>
>;

/** Data that the page passes to the script of the builder. */
export interface BuilderProps {
  readonly title: string;
  /**
   * Introduction above the blocks, and the block types that replace it when they come first. Null: no introduction.
   */
  readonly head: { readonly lead: string; readonly hiddenBy: readonly string[] } | null;
  readonly types: readonly BuilderType[];
  /** HTML of the blocks without children, by block id. */
  readonly html: Readonly<Record<string, string>>;
  /** Path of a page with the style sheets of the shop. */
  readonly stylesPath: string;
  readonly editorPath: string;
  readonly previewPath: string;
  readonly publishPath: string;
  readonly draftKey: string;
  readonly texts: BuilderTexts;
}

export interface BlockFieldsAnswer {
  readonly html: string;
  /** Null while a value is invalid. */
  readonly values: Readonly<Record<string, unknown>> | null;
}
