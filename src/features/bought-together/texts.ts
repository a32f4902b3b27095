import { defineTexts } from '#platform/texts/texts.ts';

export const boughtTogetherTexts = defineTexts('bought-together', {
  title: 'Frequently bought together',
  previous: 'Previous products',
  next: 'Next products',
  total: 'Total for all {count, plural, other {# products}}',
  thisProduct: 'This product: {name}',
  addChosen: 'Add selected to cart',
  notIncluded: 'Not included: {names}, added on {count, plural, one {its own page} other {their own pages}}.',
  ownNotIncluded: '“{name}” itself is added with the form above.',
  soldOut: '“{name}” is sold out and not included.',
});
