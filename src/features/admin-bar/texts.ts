import { defineTexts } from '#platform/texts/texts.ts';

export const adminBarTexts = defineTexts('admin-bar', {
  label: 'Staff tools',
  office: 'Back office',
  edit: 'Edit: {title}',
  builder: 'Page builder',
  editor: 'Platform editor',
  builderOf: 'Page builder: {title}',
  editorOf: 'Platform editor: {title}',
  failed: 'Not shown to shoppers because of an error (see the log): {blocks}',
  reducedMotion:
    'This browser is set to reduced motion, so page animations don’t run here. Shoppers without this setting see them.',
});
