import { adminPath } from '#platform/admin/contract.ts';
import type { builderTexts } from './builder-texts.ts';

/** The call that renders blocks as shoppers would see them. */
export const renderBlocksPath = adminPath('content/render-blocks');
/** The call that shows and reads the fields of one block. */
export const blockFieldsPath = adminPath('content/block-fields');
/** Blocks that one call renders at most. */
export const maxRendered = 50;
/** Begins the names of the controls of a block. */
export const fieldPrefix = 'values.';

/** What the browser knows of a type of blocks. */
export interface BuilderType {
  readonly name: string;
  readonly label: string;
  readonly takes: 'blocks' | 'groups' | null;
  readonly initial: Readonly<Record<string, unknown>>;
  /** Groups that a new block of the type has. */
  readonly groups: number;
}

/** The texts of the builder, and those of the buttons that the editor has too. */
export type BuilderTexts = Readonly<
  Record<Exclude<keyof typeof builderTexts, 'title' | 'noScript'> | 'up' | 'down' | 'duplicate' | 'delete', string>
>;

/** What the page gives to the script of the builder. */
export interface BuilderProps {
  readonly title: string;
  /** What a page shows above its blocks, unless the first one has a heading of its own. Null: nothing. */
  readonly head: { readonly lead: string; readonly hiddenBy: readonly string[] } | null;
  readonly types: readonly BuilderType[];
  /** HTML of the blocks that take no others, by their ids. */
  readonly html: Readonly<Record<string, string>>;
  /** A page with the style sheets of the shop. */
  readonly stylesPath: string;
  readonly editorPath: string;
  readonly previewPath: string;
  readonly publishPath: string;
  readonly draftKey: string;
  readonly texts: BuilderTexts;
}

export interface BlockFieldsAnswer {
  readonly html: string;
  /** Null while something is wrong. */
  readonly values: Readonly<Record<string, unknown>> | null;
}
