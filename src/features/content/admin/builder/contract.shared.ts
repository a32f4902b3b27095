import { adminPath } from '#platform/admin/contract.ts';

/** The call that renders blocks as shoppers would see them. */
export const renderBlocksPath = adminPath('content/render-blocks');
/** The call that shows and reads the fields of one block. */
export const blockFieldsPath = adminPath('content/block-fields');
/** Of one call. */
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

export interface BuilderTexts {
  readonly label: string;
  readonly blocks: string;
  readonly page: string;
  readonly fields: string;
  readonly outline: string;
  readonly undo: string;
  readonly redo: string;
  readonly save: string;
  readonly saving: string;
  readonly saved: string;
  readonly merged: string;
  readonly failed: string;
  readonly refused: string;
  readonly publish: string;
  readonly editor: string;
  readonly preview: string;
  readonly changed: string;
  readonly empty: string;
  readonly unknown: string;
  readonly nothingChosen: string;
  readonly howToAdd: string;
  readonly noBlocks: string;
  readonly added: string;
  readonly narrow: string;
  readonly up: string;
  readonly down: string;
  readonly duplicate: string;
  readonly delete: string;
  readonly misplaced: string;
  readonly draft: string;
  readonly restore: string;
  readonly drop: string;
}

/** What the page gives to the script of the builder. */
export interface BuilderProps {
  /** Of the page. */
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
