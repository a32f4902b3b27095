import { defineTexts } from '#platform/texts/texts.ts';

/** Names of the blocks of menus and of their fields. */
export const menuTexts = defineTexts('content-menus', {
  link: 'Link',
  group: 'Dropdown',
  panel: 'Wide dropdown with columns',
  column: 'Column',
  heading: 'Heading',
  categories: 'Categories of the shop',
  pages: 'Pages with help, or that the law asks for',
  contact: 'Contact details of the shop',
  linkText: 'Text of the link',
  linkTextHint: 'Empty: the name of what it leads to. Fill in one of the following.',
  toEntry: 'Page or post',
  toCategory: 'Category',
  toProduct: 'Product',
  toAddress: 'Address',
  title: 'Heading',
  count: 'How many',
  countHint: 'The menu of phones has all of them.',
  place: 'Which pages',
  help: 'With help',
  legal: 'With what the law asks for',
  ofLaw: 'Links that the law asks for',
  previewLead: 'What the draft shows. The links of features, such as the account and the cart, are added by the shop.',
});
