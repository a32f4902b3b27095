export const sitemapPath = '/sitemap.xml';
export const feedPath = '/feeds/products.xml';
export const productsApiPath = '/api/catalog/products';
export const categoriesApiPath = '/api/catalog/categories';

export const productApiPath = (idOrSlug: string): string => `${productsApiPath}/${encodeURIComponent(idOrSlug)}`;
