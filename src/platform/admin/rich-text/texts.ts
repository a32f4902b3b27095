import { defineTexts } from '#platform/texts/texts.ts';

export const richTextTexts = defineTexts('rich-text', {
  tools: 'Formatting of {label}',
  bold: 'Bold',
  italic: 'Italic',
  heading: 'Heading',
  smallHeading: 'Small heading',
  bulletList: 'List',
  orderedList: 'Numbered list',
  quote: 'Quote',
  link: 'Link',
  linkAddress: 'Address of the link. Empty: no link.',
  undo: 'Undo',
  redo: 'Redo',
  source: 'HTML',
  sourceOnly:
    'This text has parts that the editor does not know, such as tables or pictures. It is shown as HTML, so that nothing is lost.',
});
