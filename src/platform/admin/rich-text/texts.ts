import { defineTexts } from '#platform/texts/texts.ts';

export const richTextTexts = defineTexts('rich-text', {
  tools: 'Formatting for {label}',
  bold: 'Bold',
  italic: 'Italic',
  heading: 'Heading',
  smallHeading: 'Small heading',
  bulletList: 'List',
  orderedList: 'Numbered list',
  quote: 'Quote',
  link: 'Link',
  linkAddress: 'Link address. Leave empty for no link.',
  undo: 'Undo',
  redo: 'Redo',
  source: 'HTML',
  sourceOnly:
    'This text contains elements the editor does not support, such as tables or pictures. It is shown as HTML so that nothing is lost.',
});
