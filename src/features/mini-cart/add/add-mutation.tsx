import type { FastifyRequest } from 'fastify';
import {
  type AddFailure,
  type AddFollowUp,
  type AddSuccess,
  addToCart,
  addToCartPath,
  cartErrors,
  cartItemPath,
  cartPath,
  cartSettings,
  checkoutPath,
  createAddFailure,
  createCartReply,
  type FormTexts,
  followUpAdd,
  formFields,
  getNewCartUses,
  leftOutNotice,
  productField,
  readFirstValue,
  readFormKey,
  readRequestedFragments,
  setAsideNotice,
  sumQuantities,
  cartTexts as texts,
  toCartHint,
} from '#features/cart/index.ts';
import { cartStyles } from '#features/cart-page/index.ts';
import {
  type AttributeView,
  getProductView,
  getProductViews,
  type ProductViewWithoutLinks,
} from '#features/catalog/index.ts';
import { buyNowField, getSetPath } from '#features/product-form/index.ts';
import { getFileLimits } from '#features/uploads/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormReply } from '#platform/http/form-reply.ts';
import type { LimitUse } from '#platform/limits/limits.ts';
import { defineMutation, type MutationCall } from '#platform/mutations/mutation.ts';
import { getOwner, keepOwnerCookie, type Owner, resolveOwner } from '#platform/sessions/owner.ts';
import { AddFailedPage } from './add-failed-page.tsx';
import { storeFormFiles } from './form-files.ts';
import { addReply, addToCartBody, idSchema, readSetItems } from './schemas.ts';

/**
 * Adds to the cart. A guest's request without the visitor cookie creates a visitor and a cart: at most
 * `cart.newCartsPerHour` from one network.
 */
export const addToCartMutation = defineMutation({
  name: 'mini-cart.add-items',
  description: 'Adds a product with its choices, or the products of a group, to the cart.',
  schema: addToCartBody,
  errors: cartErrors,
  files: (shop) => getFileLimits(shop),
  limits: { uses: getLimitUses, refuse: () => createAddFailure('TOO_MANY_CARTS', null), countsFailures: false },
  async run(call, input): Promise<AddedByRequest | AddFailure> {
    const { shop, request, reply } = call;
    const owner = await resolveOwner(shop, request);
    const stored = await storeFormFiles(shop, request, owner, input);
    if (!stored.ok) return stored;
    // The corrected form names the stored files, so the request that submits it must come from their owner.
    if (stored.hasFiles) keepOwnerCookie(shop, request, reply, owner);
    const requestKey = input.requestKey ?? findFormKey(request);
    const result = await addToCart(shop, owner, { ...stored.input, requestKey, isBuyNow: isBuyNow(request) });
    if (!result.ok) return result;
    keepOwnerCookie(shop, request, reply, owner);
    return { ...result, owner, followed: await followUpAdd(call, request.body) };
  },
  hint: (_, { cart, followed }) => ({ ...toCartHint(cart), ...followed.hint }),
  message: ({ shop }, { text, values }) => shop.t(text, values),
  form: { path: addToCartPath, success: redirectAfterAdd, failure: showFailure },
  json: {
    path: ({ rest }) => cartItemPath(rest),
    multipart: true,
    response: addReply,
    success: async (call, result) => ({
      ...(await createCartReply(call, {
        owner: result.owner,
        cart: result.cart,
        message: formatAddedMessage(call.shop, result),
        fragments: readRequestedFragments(call.request.body),
      })),
      reveal: call.shop.settings(cartSettings).revealMiniCart,
      added: result.lines.map(({ key }) => key),
    }),
  },
});

async function getLimitUses({ shop, request, getActor }: MutationCall): Promise<LimitUse[]> {
  return getOwner(await getActor()) === null ? getNewCartUses(shop, request.ip) : [];
}

/** True when the request posted the form, false when a script called the API. */
const isForm = (request: FastifyRequest) => request.routeOptions.url === addToCartPath;

/** The key that the page put into the form: where script does not run, the request has no key of its own. */
const findFormKey = (request: FastifyRequest) =>
  isForm(request) ? readFormKey(request, formFields.parse(request.body)) : null;

/** True when the "buy now" button sent the form, or a button that pays for the displayed product made the call. */
const isBuyNow = (request: FastifyRequest): boolean => buyNowField in formFields.parse(request.body);

interface AddedByRequest extends AddSuccess {
  readonly owner: Owner;
  readonly followed: AddFollowUp;
}

/**
 * Redirects to the cart. After the "buy now" button, redirects to the checkout, which says what else is in the cart.
 */
function redirectAfterAdd({ request }: MutationCall, { lines, leftOut, followed }: AddedByRequest): FormReply {
  if (isBuyNow(request)) return { redirectTo: checkoutPath, notices: [{ code: setAsideNotice }] };
  if (followed.formReply) return followed.formReply;
  const [line] = lines;
  const added = lines.length === 1 && line ? { key: line.key } : { count: sumQuantities(lines) };
  const refused = leftOut.length > 0 ? [{ code: leftOutNotice, count: leftOut.length }] : [];
  return { redirectTo: cartPath, notices: [{ code: 'added', ...added }, ...refused] };
}

/**
 * Answers with status 422 for every reason, since the page has the form to correct. A set without chosen items gets
 * its product page instead.
 */
async function showFailure({ shop, request }: MutationCall, failure: AddFailure): Promise<FormReply> {
  const context = shop.renderContext(addToCartPath);
  const form = formFields.parse(request.body);
  const [choices, set] = await Promise.all([findChoices(shop, failure), findSet(shop, form)]);
  const isIncomplete = choices.length > 0 || !hasQuantities(form);
  if (set && isIncomplete) return { redirectTo: getSetPath(set, form, { isIncomplete }) };
  const body = <AddFailedPage {...{ context, failure, form, choices, set }} />;
  const title = shop.t(texts.addFailedTitle);
  const page = { title, styles: cartStyles, body };
  return { page: failure.code === 'TOO_MANY_CARTS' ? page : { status: 422, ...page } };
}

async function findChoices({ db, clock, choices }: Shop, { code, product }: AddFailure): Promise<AttributeView[]> {
  if (!product || (code !== 'MAKE_A_SELECTION' && code !== 'UNAVAILABLE')) return [];
  const page = await getProductView(db, { locale: choices.locale, slug: product.slug }, clock.now());
  return page?.type === 'variable' ? page.attributes.filter(({ forVariations }) => forVariations) : [];
}

/** @returns the set that the form adds; null for another product */
async function findSet({ db, clock }: Shop, form: FormTexts): Promise<ProductViewWithoutLinks | null> {
  const id = idSchema.safeParse(readFirstValue(form[productField]));
  if (!id.success || readSetItems(form) === null) return null;
  const [product] = await getProductViews(db, [id.data], clock.now());
  return product?.type === 'grouped' ? product : null;
}

const hasQuantities = (form: FormTexts) => readSetItems(form)?.length !== 0;

function formatAddedMessage({ t }: Shop, { lines, leftOut }: AddSuccess): string {
  const [line] = lines;
  const added =
    lines.length === 1 && line
      ? t(texts.added, { name: line.name })
      : t(texts.addedSeveral, { count: sumQuantities(lines) });
  return [added, ...leftOut.map(({ text, values }) => t(text, values))].join(' ');
}
