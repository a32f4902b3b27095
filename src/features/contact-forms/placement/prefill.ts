import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { productPath } from '#features/catalog/index.ts';
import { findDefaultAddresses, readCustomerName } from '#features/customers/index.ts';
import type { FormPlacement, FormPrefill } from '#features/form-markup/index.ts';
import type { ApiOperation } from '#platform/api/operation.ts';
import type { WireNames } from '#platform/config/wire-names.ts';
import { sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { getActor } from '#platform/sessions/actor.ts';
import { toStorableText } from '#platform/texts/storable-text.ts';
import { customerFacts } from '../ports.ts';

const maxLength = 1000;

const selectProduct = sqlQuery<{ id: number; name: string; slug: string }>(
  'contact-forms.find-product',
  'select id, name, slug from published_products where locale = $2 and slug = $1',
);

/**
 * Facts by name: `email`, `name`, the fields of the default address such as `address_1`, and those of
 * `customerFacts`.
 */
type CustomerFacts = Readonly<Record<string, string>>;

async function readCustomerFacts(shop: Shop, request: FastifyRequest): Promise<CustomerFacts> {
  const { customer } = await getActor(shop, request);
  if (!customer) return {};
  const { id, email } = customer;
  const [name, { billing, shipping }, ...others] = await Promise.all([
    readCustomerName(shop.db, id),
    findDefaultAddresses(shop.db, id),
    ...shop.implementations(customerFacts).map((find) => find(shop.db, id)),
  ]);
  const facts = Object.assign({}, ...others, billing ?? shipping, { name, email }) as CustomerFacts;
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== ''));
}

interface RequestFacts {
  readonly prefill: FormPrefill;
  /** The product that `?product=` names by its slug. */
  readonly pageId: FormPlacement['pageId'];
}

/**
 * Reads what the query, the product and the customer give. A field takes a value only where its definition names
 * the source and the key.
 */
export async function readPrefill(shop: Shop, request: FastifyRequest): Promise<RequestFacts> {
  const parameters = Object.entries(request.query as Record<string, unknown>).flatMap(([key, value]) =>
    typeof value === 'string' ? [[key, value.slice(0, maxLength)] as const] : [],
  );
  const query = Object.fromEntries(parameters);
  const slug = toStorableText(query.product ?? '');
  const [product] = slug ? await selectProduct(shop.db, [slug, shop.choices.locale]) : [];
  const customer = await readCustomerFacts(shop, request);
  return {
    prefill: { query, customer, ...(product && { product: { name: product.name, path: productPath(product.slug) } }) },
    pageId: product?.id,
  };
}

export const customerFactsPath = ({ platformRest }: Pick<WireNames, 'platformRest'>) => `${platformRest}/form-customer`;

const readCustomer: ApiOperation = {
  name: 'contact-forms.read-customer',
  description: 'Reads what forms fill in for the customer who is signed in; nothing for guests.',
  response: z.strictObject({
    facts: z
      .record(z.string(), z.string())
      .describe('`name`, `email`, `phone`, and the fields of the default address such as `city`'),
  }),
  isPersonal: true,
};

/** Cached pages have nothing of a customer: the scripts of their forms fetch it here. */
export function registerCustomerFacts(app: FastifyInstance, shop: Shop): void {
  app.get(customerFactsPath(shop.wire), { config: { api: readCustomer } }, async (request, reply) =>
    reply.header('cache-control', 'private, no-store').send({ facts: await readCustomerFacts(shop, request) }),
  );
}
