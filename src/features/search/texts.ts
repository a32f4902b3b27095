import { defineTexts } from '#platform/texts/texts.ts';

export const searchTexts = defineTexts('search', {
  search: 'Search',
  label: 'Search products',
  placeholder: 'Search',
  priceRange: '{min} – {max}',
  category: 'Category',
  allCategories: 'All categories',
  suggestions: 'Products',
  noResults: 'No results',
  count: '{count, plural, =0 {No results} one {# result} other {# results}}',
  loading: 'Searching…',
  failed: 'The search failed.',
  retry: 'Retry',

  title: 'Search',
  resultsFor: 'Results for “{query}”',
  didYouMean: 'Did you mean',
  didYouMeanEnd: '?',
  partial: 'No exact match; showing similar products',
  startTitle: 'What are you looking for?',
  startText: 'Search by name, category or SKU.',
  emptyTitle: 'No results for “{query}”',
  emptyText: 'Check the spelling, try fewer words, or browse all products.',
  browseAll: 'Browse all products',
});
