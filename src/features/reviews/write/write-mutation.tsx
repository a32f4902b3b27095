import {
  commentErrors,
  commentPath,
  commentSettings,
  editComment,
  findOwnReview,
  judgeNewComment,
  type NewComment,
  openPhotographs,
  readCommentHint,
  storePhotographs,
  writeComment,
} from '#features/comments/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { ReceivedFile } from '#platform/http/bodies/receive-files.ts';
import { getClientNetwork } from '#platform/limits/network.ts';
import { createSubjectFormSchema, type SentSubjectForm } from '#platform/mutations/form-schema.ts';
import { defineMutation, type MutationCall } from '#platform/mutations/mutation.ts';
import { getOwner, keepOwnerCookie, resolveOwner } from '#platform/sessions/owner.ts';
import { fieldNames, formPath, writeRoute } from '../contract.ts';
import { reviewErrors } from '../errors.ts';
import { reviewTexts as texts } from '../texts.ts';
import { createFormPage } from './form-page.tsx';
import { addLink, findPurchaseOfCustomer } from './purchases.ts';
import {
  createWriteFields,
  getFieldOptions,
  loadWriteSubject,
  photographLimits,
  readField,
  type WriteSubject,
} from './write-subject.ts';

interface WrittenValues {
  readonly stars: string | undefined;
  readonly title: string | undefined;
  readonly body: string;
  readonly photographs: readonly ReceivedFile[] | undefined;
  readonly author: string | undefined;
  readonly email: string | undefined;
}

interface WriteFailure {
  readonly ok: false;
  readonly code: Exclude<keyof typeof commentErrors.codes, 'OWN_COMMENT'> | 'PHOTOGRAPH_INVALID' | 'not_found';
}

type WriteResult =
  | { readonly ok: true; readonly id: number; readonly subject: WriteSubject; readonly isShown: boolean }
  | WriteFailure;

export const writeMutation = defineMutation({
  name: 'reviews.write-comment',
  description: 'Writes a review of a product, answers one, or changes what the same author wrote.',
  schema: createSubjectFormSchema(
    async ({ shop, request, getActor }) =>
      loadWriteSubject(shop, await getActor(), readField(request.params, 'slug'), request.body),
    ({ shop }, subject) => createWriteFields(shop, getFieldOptions(subject)),
  ),
  errors: { title: commentErrors.title, codes: { ...commentErrors.codes, ...reviewErrors.codes } },
  files: () => photographLimits,
  limits: {
    uses: ({ shop, request }) => {
      const network = getClientNetwork(request.ip);
      const max = shop.settings(commentSettings).perHour.network;
      // Requests with photographs count even when they fail, because they cost work.
      const isKept = (request.files ?? []).length > 0;
      return network === null
        ? []
        : [{ limit: { name: 'comments-network', max, seconds: 3600 }, key: network, isKept }];
    },
    refuse: () => ({ ok: false, code: 'TOO_MANY_COMMENTS' }),
    countsFailures: false,
  },
  run: async (call, sent): Promise<WriteResult> => {
    const { subject, values, problems, form } = sent;
    if (subject === null) return { ok: false, code: 'not_found' };
    const { product, parentId, isOpen, isEdit } = subject;
    if (!isOpen) return { ok: false, code: 'COMMENTS_CLOSED' };
    const isOfProduct = readField(form, fieldNames.product) === String(product.id);
    if (!isOfProduct || Number.isNaN(parentId)) return { ok: false, code: 'PARENT_UNKNOWN' };
    if (problems.length > 0) return { ok: false, code: 'COMMENT_INVALID' };
    const isTrapped = readField(form, fieldNames.trap) !== '';
    return isEdit ? changeReview(call, subject, values, isTrapped) : writeReview(call, subject, values, isTrapped);
  },
  hint: async ({ shop, getActor }) => readCommentHint(shop, getOwner(await getActor())),
  message: ({ shop }, { code }, { problems }) => formatFailure(shop, code, problems),
  form: {
    path: writeRoute,
    success: (_, { id, subject: { product, link }, isShown }) => ({
      redirectTo: isShown ? commentPath(id) : addLink(formPath(product.slug), link, { sent: String(id) }),
    }),
    failure: async ({ shop }, { code }, { subject, form, problems }) => {
      if (subject === null) return { redirectTo: '/' };
      const refusal = code === 'COMMENT_INVALID' ? undefined : formatFailure(shop, code, problems);
      const changePath = code === 'ALREADY_REVIEWED' ? await findChangePath(shop, subject) : null;
      return { page: createFormPage(shop, subject, { form, problems, refusal, changePath }) };
    },
  },
});

/** Returns the URL at which the author can change the existing review of the product. */
async function findChangePath({ db }: Shop, { product, link, actor }: WriteSubject): Promise<string | null> {
  const id = link?.reviewId ?? (await findOwnReview(db, getOwner(actor), product.id));
  return id === null ? null : addLink(formPath(product.slug), link, { [fieldNames.edited]: String(id) });
}

type Problems = SentSubjectForm<WriteSubject, unknown>['problems'];

function formatFailure({ t }: Shop, code: WriteFailure['code'], problems: Problems): string {
  if (code === 'not_found') return '';
  return code === 'COMMENT_INVALID' ? problems.map(({ message }) => message).join(' ') : t(texts[code]);
}

async function writeReview(
  { shop, request, reply }: MutationCall,
  subject: WriteSubject,
  values: WrittenValues,
  isTrapped: boolean,
): Promise<WriteResult> {
  const { product, actor, link, parentId } = subject;
  const { customer } = actor;
  const owner = await resolveOwner(shop, request);
  const purchase =
    link?.purchase ??
    (customer && parentId === null ? await findPurchaseOfCustomer(shop.db, customer, product.id) : null);
  const comment: Omit<NewComment, 'photographs'> = {
    ...{ productId: product.id, parentId, owner, isTrapped },
    ...{ title: values.title ?? '', body: values.body, stars: values.stars ? Number(values.stars) : null },
    author: values.author ?? '',
    email: link?.email ?? customer?.email ?? values.email ?? null,
    network: getClientNetwork(request.ip),
    isAddressProved: link !== null || customer?.isEmailVerified === true,
    purchase: parentId === null ? purchase : null,
  };
  const photographs = await storePhotographs(shop, values.photographs ?? []);
  if (photographs === null) return { ok: false, code: 'PHOTOGRAPH_INVALID' };
  const judgement = await judgeNewComment(shop, comment);
  const written = await inTransaction(shop.db, (tx) => writeComment(shop, tx, { ...comment, photographs }, judgement));
  if (!written.ok || !written.isNew) await openPhotographs(shop).remove(photographs.map(({ id }) => id));
  if (!written.ok) return written;
  keepOwnerCookie(shop, request, reply, owner);
  return { ok: true, id: written.id, subject, isShown: written.state === 'approved' };
}

async function changeReview(
  { shop }: MutationCall,
  subject: WriteSubject,
  values: WrittenValues,
  isTrapped: boolean,
): Promise<WriteResult> {
  const { product, actor, edited, link } = subject;
  const owner = getOwner(actor);
  if (edited === null || edited.productId !== product.id) return { ok: false, code: 'EDIT_REFUSED' };
  const text = { title: values.title ?? '', body: values.body };
  const judgement = await judgeNewComment(shop, {
    ...{ ...text, productId: product.id, isTrapped, author: edited.author },
    email: link?.email ?? actor.customer?.email ?? null,
    isAddressProved: link !== null || actor.customer?.isEmailVerified === true,
  });
  const stars = values.stars ? Number(values.stars) : null;
  const result = await inTransaction(shop.db, (tx) =>
    editComment(shop, tx, { id: edited.id, owner, orderLineId: link?.lineId ?? null, stars, ...text }, judgement),
  );
  if (!result.ok) return result;
  return { ok: true, id: result.id, subject, isShown: result.isShown };
}
