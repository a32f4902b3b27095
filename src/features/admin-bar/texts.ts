import { defineTexts } from '#platform/texts/texts.ts';

export const adminBarTexts = defineTexts('admin-bar', {
  label: 'Tools of staff',
  office: 'Back office',
  edit: 'Edit: {title}',
  builder: 'Page builder',
  editor: 'Platform editor',
  builderOf: 'Page builder: {title}',
  editorOf: 'Platform editor: {title}',
  failed: 'Not shown to shoppers, because of an error that the log describes: {blocks}',
  reducedMotion:
    'This browser asks for reduced motion: animations of pages are still here. Shoppers without this choice see them move.',
});
