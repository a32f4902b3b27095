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
        'Read-only product data, without authentication. Responses have an ETag; send it as If-None-Match. Products are bought on the page at their `url`.',
    },
    servers: [{ url: config.publicUrl }],
    paths: {
      [productsApiPath]: {
        get: {
          operationId: 'listProducts',
          summary: 'List products by id, or search results with the best match first',
          parameters: buildQueryParameters(),
          responses: { 200: buildReply('ProductList', 'A page of products'), 304: unchanged, 400: failure },
        },
      },
      [`${productsApiPath}/{which}`]: {
        get: {
          operationId: 'getProduct',
          summary: 'A product with its variations for sale',
          parameters: [
            { name: 'which', in: 'path', required: true, description: 'Id or slug', schema: { type: 'string' } },
          ],
          responses: { 200: buildReply('Product', 'The product'), 304: unchanged, 404: failure },
        },
      },
      [categoriesApiPath]: {
        get: {
          operationId: 'listCategories',
          summary: 'All categories, parents before their children',
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
const unchanged = { description: 'Not modified' };
const failure = { description: 'The error, with a stable code', content: buildContent('Failure') };

function buildComponentSchemas(): Record<string, object> {
  const schemas = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(components)) schemas.add(schema, { id });
  const generated = z.toJSONSchema(schemas, { uri: (id) => `#/components/schemas/${id}`, target: 'draft-2020-12' });
  return Object.fromEntries(
    Object.entries(generated.schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]),
  );
}

function buildQueryParameters(): object[] {
  const { properties = {} } = z.toJSONSchema(listQuery);
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = typeof property === 'object' ? property : {};
    return { name, in: 'query', required: false, ...(description ? { description } : {}), schema };
  });
}
