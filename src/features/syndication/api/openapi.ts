import { z } from 'zod';
import type { Shop } from '#platform/features/shop.ts';
import { categoriesApiPath, productsApiPath } from '../contract.ts';
import { categoryList, failureBody, listQuery, productDetail, productList, productSummary } from './schemas.ts';

/** Version of the API; increases with breaking changes. */
const version = '1.0.0';

const components = {
  ProductList: productList,
  Product: productDetail,
  ProductSummary: productSummary,
  CategoryList: categoryList,
  Failure: failureBody,
};

/** Describes the API in OpenAPI 3.1 (JSON Schema 2020-12), generated from the response schemas. */
export function buildOpenApi({ config, choices }: Pick<Shop, 'config' | 'choices'>): object {
  return {
    openapi: '3.1.1',
    info: {
      title: `${choices.name}: catalogue`,
      version,
      description:
        'Read-only, for programs that look for something to buy. Nothing to sign in to. Replies have an ETag; ask again with If-None-Match. What is found is bought on the page at its `url`.',
    },
    servers: [{ url: config.publicUrl }],
    paths: {
      [productsApiPath]: {
        get: {
          operationId: 'listProducts',
          summary:
            'Products, page by page: in the order of their numbers, or those that fit some words, the best first',
          parameters: buildQueryParameters(),
          responses: { 200: buildReply('ProductList', 'A page of products'), 304: unchanged, 400: failure },
        },
      },
      [`${productsApiPath}/{which}`]: {
        get: {
          operationId: 'getProduct',
          summary: 'All about a product, with every variation that is for sale',
          parameters: [
            { name: 'which', in: 'path', required: true, description: 'Number or slug', schema: { type: 'string' } },
          ],
          responses: { 200: buildReply('Product', 'The product'), 304: unchanged, 404: failure },
        },
      },
      [categoriesApiPath]: {
        get: {
          operationId: 'listCategories',
          summary: 'Every category, parents before their children',
          responses: { 200: buildReply('CategoryList', 'The categories'), 304: unchanged },
        },
      },
    },
    components: { schemas: buildComponentSchemas() },
  };
}

const buildContent = (name: keyof typeof components) => ({
  'application/json': { schema: { $ref: `#/components/schemas/${name}` } },
});
const buildReply = (name: keyof typeof components, description: string) => ({
  description,
  headers: { ETag: { schema: { type: 'string' } } },
  content: buildContent(name),
});
const unchanged = { description: 'Nothing has changed since' };
const failure = { description: 'What is wrong, with a code that stays', content: buildContent('Failure') };

function buildComponentSchemas(): Record<string, object> {
  const schemas = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(components)) schemas.add(schema, { id });
  const made = z.toJSONSchema(schemas, { uri: (id) => `#/components/schemas/${id}`, target: 'draft-2020-12' });
  return Object.fromEntries(
    Object.entries(made.schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]),
  );
}

function buildQueryParameters(): object[] {
  const { properties = {} } = z.toJSONSchema(listQuery);
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = typeof property === 'object' ? property : {};
    return { name, in: 'query', required: false, ...(description ? { description } : {}), schema };
  });
}
