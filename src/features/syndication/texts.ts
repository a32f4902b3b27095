import { defineTexts } from '#platform/texts/texts.ts';

export const syndicationTexts = defineTexts('syndication', {
  noProduct: 'There is no such product.',
  noAmount: '{amount} is no amount in {currency}.',

  llmsHow:
    'Prices are in {currency}. The shop sends to {countries}. Everything can be read without signing in; what is found is bought on the page at its url.',
  llmsProducts: 'Products',
  llmsProductsWhat:
    'page by page, with q (words to look for), category, tag, brand, min_price, max_price and in_stock as filters; add a number or slug for all about one',
  llmsCategories: 'Categories',
  llmsCategoriesWhat: 'all of them, with the address of their products',
  llmsOpenApiWhat: 'the description of both',
  llmsMore: 'More',
  llmsFeed: 'Product feed',
  llmsFeedWhat: 'everything that is for sale in one file',
  llmsSitemap: 'Sitemap',
  llmsSitemapWhat: 'every page for people',
});
