import { defineBlock } from '#features/content/index.ts';
import { line, text } from '#platform/forms/kinds.ts';
import { transferTexts as texts } from './texts.ts';

export const importedType = 'imported';
export const maxImportedCode = 20_000;

/** Content that an import could not convert. It is kept for staff, and never shown to shoppers. */
export const importedBlock = defineBlock({
  name: importedType,
  text: texts.importedBlock,
  fields: ({ t }) => ({
    what: line({ label: t(texts.importedWhat), max: 200 }),
    code: text({ label: t(texts.importedCode), hint: t(texts.importedCodeHint), max: maxImportedCode }),
  }),
  initial: { what: '', code: '' },
  render: () => null,
  toSummary: ({ what }) => what,
});
