import { defineTexts } from '#platform/texts/texts.ts';

export const syndicationTexts = defineTexts('syndication', {
  noProduct: 'Product not found.',
  noAmount: '{amount} is not a valid amount in {currency}.',

  llmsHow:
    'Prices are in {currency}. The shop ships to {countries}. Everything can be read without signing in. Products are bought on their page, at the url of the product.',
  llmsProducts: 'Products',
  llmsProductsWhat:
    'paginated, with q (search terms), category, tag, brand, min_price, max_price and in_stock as filters; append an id or slug for the details of one product',
  llmsCategories: 'Categories',
  llmsCategoriesWhat: 'all categories, with the address of their products',
  llmsOpenApiWhat: 'the OpenAPI description of both',
  llmsMore: 'More',
  llmsFeed: 'Product feed',
  llmsFeedWhat: 'all products for sale in one file',
  llmsSitemap: 'Sitemap',
  llmsSitemapWhat: 'all pages of the website',
});
