import { defineTexts } from '#platform/texts/texts.ts';

export const searchTexts = defineTexts('search', {
  search: 'Search',
  label: 'Search the shop',
  placeholder: 'Search',
  priceRange: '{min} – {max}',
  category: 'Category',
  everyCategory: 'Everything',
  suggestions: 'Products',
  noResults: 'No results',
  count: '{count, plural, =0 {No results} one {# result} other {# results}}',
  loading: 'Searching',
  failed: 'The search did not answer.',
  again: 'Try again',

  title: 'Search',
  resultsFor: 'Results for “{query}”',
  corrected: 'Nothing is called that. Did you mean this?',
  partial: 'Nothing has all of these words. Here is what has some of them.',
  startTitle: 'What are you looking for?',
  startText: 'A name, a glaze, a use or the number on a label: a few letters are enough.',
  emptyTitle: 'Nothing found for “{query}”',
  emptyText: 'Try fewer words or another spelling, or look around: everything in the shop is sorted by kind.',
  toEverything: 'Everything in the shop',
});
