import { z } from 'zod';
import {
  type AddRequest,
  addToCart,
  followUpAdd,
  getCart,
  isRequestKey,
  removeLine,
  requestKeyField,
  reserveNewCart,
} from '#features/cart/index.ts';
import { getPurchasableVariations, type PurchasableVariation, productPath, shopPath } from '#features/catalog/index.ts';
import { getActor } from '#platform/sessions/actor.ts';
import { loadFragments } from '../fragments/load-fragments.ts';
import { type Endpoint, type EndpointCall, type EndpointFields, readText, readWhole } from './endpoint.ts';

const maxId = 2_147_483_647;
const attributeField = /^attribute_(?:pa_)?(.{1,200})$/;

/**
 * Adds the product that the button's `data-*` attributes name. `product_id` may be the id of a variation. The call
 * needs no nonce.
 */
export const addItem: Endpoint = async (call, fields) => {
  const { shop, owner, request } = call;
  const id = readWhole(fields.product_id);
  const variation = id >= 1 && id <= maxId ? await findVariation(call, id) : undefined;
  const failure = { error: true, product_url: variation ? productPath(variation.slug) : shopPath };
  if (!variation) return failure;
  const allowance = await reserveNewCart(shop, owner, request.ip);
  if (!allowance.ok) return failure;
  const added = await addToCart(shop, owner, toAddRequest(variation, fields));
  if (!added.ok) {
    await allowance.giveBack();
    return failure;
  }
  const { hint } = await followUpAdd({ shop, getActor: () => getActor(shop, request) }, fields);
  call.addHint(hint);
  return loadFragments(shop, await getCart(shop, owner));
};

async function findVariation({ shop }: EndpointCall, id: number): Promise<PurchasableVariation | undefined> {
  return (await getPurchasableVariations(shop.db, [id], shop.clock.now())).get(id);
}

function toAddRequest(variation: PurchasableVariation, fields: EndpointFields): AddRequest {
  const { variationId, productId, options, quantityRule } = variation;
  const hasQuantity = fields.quantity !== undefined && fields.quantity !== '';
  const quantity = hasQuantity ? readWhole(fields.quantity) : quantityRule.minQuantity;
  const given = Object.entries(fields).slice(0, 200);
  const chosen = Object.fromEntries(
    given.flatMap(([name, value]) => {
      const attribute = attributeField.exec(name)?.[1];
      return attribute ? [[attribute, readText(value, 200)]] : [];
    }),
  );
  const isVariation = variationId !== productId;
  const ownTerms = isVariation ? options.flatMap(({ attribute, term }) => (term ? [[attribute, term.slug]] : [])) : [];
  const requestKey = readText(fields[requestKeyField], 100);
  const addons = given.filter(([name]) => name.startsWith('addon-') && name.length <= 200);
  return {
    items: [
      {
        ...{ productId, quantity, variationId: isVariation ? variationId : null },
        chosen: { ...Object.fromEntries(ownTerms), ...chosen },
      },
    ],
    requestKey: isRequestKey(requestKey) ? requestKey : null,
    form: Object.fromEntries(
      addons.map(([name, value]) => [
        name,
        Array.isArray(value) ? value.slice(0, 100).map((each) => readText(each, 10_000)) : readText(value, 10_000),
      ]),
    ),
  };
}

export const refreshFragments: Endpoint = async ({ shop, owner }) => loadFragments(shop, await getCart(shop, owner));

/** A failure has no fragments, so that the script follows the link instead. */
export const removeItem: Endpoint = async ({ shop, owner }, fields) => {
  const key = z.uuid().safeParse(readText(fields.cart_item_key, 50));
  if (!key.success || !(await removeLine(shop, owner, key.data))) return { success: false };
  return loadFragments(shop, await getCart(shop, owner));
};
