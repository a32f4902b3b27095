import { adminPath } from '#platform/admin/contract.ts';
import type { builderTexts } from './builder-texts.ts';

export const renderBlocksPath = adminPath('content/render-blocks');
export const blockFieldsPath = adminPath('content/block-fields');
export const maxRendered = 50;
/** Prefix of the names of a block's controls. */
export const fieldPrefix = 'values.';

export interface BuilderType {
  readonly name: string;
  readonly label: string;
  readonly takes: 'blocks' | 'groups' | null;
  readonly initial: Readonly<Record<string, unknown>>;
  /** Number of groups that a new block of the type has. */
  readonly groups: number;
}

export type BuilderTexts = Readonly<
  Record<Exclude<keyof typeof builderTexts, 'title' | 'noScript'> | 'up' | 'down' | 'duplicate' | 'delete', string>
>;

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
