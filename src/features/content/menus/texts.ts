import { defineTexts } from '#platform/texts/texts.ts';

export const menuTexts = defineTexts('content', {
  menuLink: 'Link',
  menuGroup: 'Dropdown',
  menuPanel: 'Mega menu with columns',
  menuColumn: 'Column',
  menuHeading: 'Heading',
  menuCategories: 'Shop categories',
  menuPages: 'Help or legal pages',
  menuContact: 'Shop contact details',
  menuLinkText: 'Link text',
  menuLinkTextHint: 'Leave empty to use the name of the page it links to. Fill in one of the fields below.',
  menuToEntry: 'Page or post',
  menuToCategory: 'Category',
  menuToProduct: 'Product',
  menuToAddress: 'Address',
  menuTitle: 'Heading',
  menuCount: 'How many',
  menuCountHint: 'The mobile menu shows all of them.',
  menuPlace: 'Which pages',
  menuHelp: 'Help',
  menuLegal: 'Legal',
  menuOfLaw: 'Legally required links',
  menuPreviewLead: 'A preview of the draft. The shop adds links to features such as the account and cart.',
  menuTakesNot: '“{title}” contains a “{block}” block, which can’t be used in a menu.',
  shownInMenu:
    'The menu “{menu}” shows this block, and “{block}” blocks can’t be used in a menu. Remove it from the menu first.',
});
