import { defineTexts } from '#platform/texts/texts.ts';

/** Names of the blocks of menus and of their fields. */
export const menuTexts = defineTexts('content', {
  menuLink: 'Link',
  menuGroup: 'Dropdown',
  menuPanel: 'Wide dropdown with columns',
  menuColumn: 'Column',
  menuHeading: 'Heading',
  menuCategories: 'Categories of the shop',
  menuPages: 'Pages with help, or that the law asks for',
  menuContact: 'Contact details of the shop',
  menuLinkText: 'Text of the link',
  menuLinkTextHint: 'Empty: the name of what it leads to. Fill in one of the following.',
  menuToEntry: 'Page or post',
  menuToCategory: 'Category',
  menuToProduct: 'Product',
  menuToAddress: 'Address',
  menuTitle: 'Heading',
  menuCount: 'How many',
  menuCountHint: 'The menu of phones has all of them.',
  menuPlace: 'Which pages',
  menuHelp: 'With help',
  menuLegal: 'With what the law asks for',
  menuOfLaw: 'Links that the law asks for',
  menuPreviewLead:
    'What the draft shows. The links of features, such as the account and the cart, are added by the shop.',
  menuTakesNot: '“{title}” has a block of the type “{block}”, which can’t stand in a menu.',
  shownInMenu:
    'The menu “{menu}” shows this block, and blocks of the type “{block}” can’t stand in a menu. Take it out of the menu first.',
});
