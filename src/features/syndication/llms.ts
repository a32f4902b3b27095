import { openApiPath } from '#platform/api/open-access.ts';
import type { Page } from '#platform/pages/page.ts';
import { categoriesApiPath, feedPath, productsApiPath, sitemapPath } from './contract.ts';
import { syndicationTexts as texts } from './texts.ts';

/** Describes the shop for language models (llmstxt.org). */
export const llms: Page = {
  name: 'llms',
  path: '/llms.txt',
  async load(shop, { t, absolute }) {
    const { name, tagline, currency, countries } = shop.choices;
    const link = (title: string, path: string, what: string) => `- [${title}](${absolute(path)}): ${what}`;
    const lines = [
      `# ${name}`,
      `> ${tagline}`,
      t(texts.llmsHow, { currency, countries: countries.join(', ') }),
      '## API',
      [
        link(t(texts.llmsProducts), productsApiPath, t(texts.llmsProductsWhat)),
        link(t(texts.llmsCategories), categoriesApiPath, t(texts.llmsCategoriesWhat)),
        link('OpenAPI', openApiPath, t(texts.llmsOpenApiWhat)),
      ].join('\n'),
      `## ${t(texts.llmsMore)}`,
      [
        link(t(texts.llmsFeed), feedPath, t(texts.llmsFeedWhat)),
        link(t(texts.llmsSitemap), sitemapPath, t(texts.llmsSitemapWhat)),
      ].join('\n'),
    ];
    return { kind: 'raw', type: 'text/markdown; charset=utf-8', body: `${lines.join('\n\n')}\n`, tags: [] };
  },
};
