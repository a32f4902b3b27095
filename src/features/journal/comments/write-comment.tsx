import type { FastifyInstance } from 'fastify';
import {
  commentErrors,
  commentPath,
  commentSettings,
  judgeNewComment,
  maxAuthor,
  writeComment,
} from '#features/comments/index.ts';
import { findPublished } from '#features/content/index.ts';
import { readCustomerName } from '#features/customers/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { type PrivateView, renderPrivatePage } from '#platform/http/private-page.ts';
import { getClientNetwork } from '#platform/limits/network.ts';
import { createSubjectFormSchema } from '#platform/mutations/form-schema.ts';
import { defineMutation } from '#platform/mutations/mutation.ts';
import { type Actor, getActor } from '#platform/sessions/actor.ts';
import { keepOwnerCookie, resolveOwner } from '#platform/sessions/owner.ts';
import { Notice } from '#ui/notice.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { commentFormPath, postPath } from '../paths.ts';
import { findPostFacts } from '../posts/find-posts.ts';
import { journalTexts as texts } from '../texts.ts';
import { CommentForm, type CommentFormProps, createCommentFields, fieldNames } from './comment-form.tsx';
import { isOpenFor } from './open-comments.ts';

const styles = 'src/features/journal/pages/post.page.css' as const;

const readField = (body: unknown, name: string): string => {
  const value = (body as FormBody | null | undefined)?.[name];
  return String((Array.isArray(value) ? value[0] : value) ?? '');
};

const readId = (value: string): number | null => {
  if (value === '' || value === '0') return null;
  return /^[1-9]\d{0,14}$/.test(value) ? Number(value) : Number.NaN;
};

interface CommentedPost {
  readonly id: number;
  readonly slug: string;
  readonly title: string;
  readonly isOpen: boolean;
  readonly actor: Actor;
  /** Id of the comment that is answered; null for a new thread; NaN when the id is invalid. */
  readonly parentId: number | null;
}

/** @returns null when no published post has the slug */
async function loadPost(shop: Shop, actor: Actor, params: unknown, input: unknown): Promise<CommentedPost | null> {
  const slug = readField(params, 'slug');
  const found = await findPublished(shop.db, 'post', { locale: shop.choices.locale, slug });
  const facts = found && (await findPostFacts(shop.db, found.id));
  if (!facts) return null;
  const parentId = readId(readField(input, fieldNames.parent));
  return { id: found.id, slug, title: found.title, isOpen: isOpenFor(shop, facts), actor, parentId };
}

const { COMMENT_INVALID, COMMENTS_CLOSED, PARENT_UNKNOWN, TOO_MANY_COMMENTS } = commentErrors.codes;

interface CommentFailure {
  readonly ok: false;
  readonly code: 'COMMENT_INVALID' | 'COMMENTS_CLOSED' | 'PARENT_UNKNOWN' | 'TOO_MANY_COMMENTS' | 'not_found';
}

type CommentResult =
  | { readonly ok: true; readonly id: number; readonly post: CommentedPost; readonly isShown: boolean }
  | CommentFailure;

const formatRefusal = ({ t }: Shop, { code }: CommentFailure): string | undefined =>
  code === 'COMMENT_INVALID' || code === 'not_found' ? undefined : t(texts[code]);

function createFormPage(shop: Shop, post: CommentedPost, state: Partial<CommentFormProps>): PrivateView {
  const { t } = shop;
  const title = post.parentId === null ? t(texts.writeAbout, { title: post.title }) : t(texts.replyHeading);
  const parentId = Number.isNaN(post.parentId) ? null : post.parentId;
  const content = post.isOpen ? (
    <CommentForm {...{ shop, post, parentId, ...state }} isKnown={post.actor.customer !== null} />
  ) : (
    <Notice kind="error">{t(texts.COMMENTS_CLOSED)}</Notice>
  );
  return createPage(shop, post, title, content);
}

function createPage({ t }: Shop, post: CommentedPost, title: string, content: PrivateView['body']): PrivateView {
  const body = (
    <div className="wrap wrap--text">
      <PageHead title={title} />
      <div className="stack">
        {content}
        <p>
          <a href={postPath(post.slug)}>{t(texts.back, { title: post.title })}</a>
        </p>
      </div>
    </div>
  );
  return { title, body, styles };
}

/** Writes a comment on a post, or answers a comment. The rules for reviews of products decide whether it is shown. */
export const writeCommentMutation = defineMutation({
  name: 'journal.write-comment',
  description: 'Writes a comment on a post of the journal, or answers one.',
  schema: createSubjectFormSchema(
    async ({ shop, request, getActor }) => loadPost(shop, await getActor(), request.params, request.body),
    ({ shop }, { actor }) => createCommentFields(shop, actor.customer !== null),
  ),
  errors: {
    title: commentErrors.title,
    codes: { COMMENT_INVALID, COMMENTS_CLOSED, PARENT_UNKNOWN, TOO_MANY_COMMENTS },
  },
  limits: {
    uses: ({ shop, request }) => {
      const network = getClientNetwork(request.ip);
      const max = shop.settings(commentSettings).perHour.network;
      return network === null ? [] : [{ limit: { name: 'comments-network', max, seconds: 3600 }, key: network }];
    },
    refuse: () => ({ ok: false, code: 'TOO_MANY_COMMENTS' }),
    countsFailures: false,
  },
  run: async (call, { subject: post, values, problems, form }): Promise<CommentResult> => {
    const { shop, request, reply } = call;
    if (post === null) return { ok: false, code: 'not_found' };
    if (!post.isOpen) return { ok: false, code: 'COMMENTS_CLOSED' };
    const { parentId, actor } = post;
    const isOfPost = readField(form, fieldNames.post) === String(post.id);
    if (!isOfPost || Number.isNaN(parentId)) return { ok: false, code: 'PARENT_UNKNOWN' };
    if (problems.length > 0) return { ok: false, code: 'COMMENT_INVALID' };
    const owner = await resolveOwner(shop, request);
    const comment = {
      ...{ productId: null, entryId: post.id, parentId, owner, stars: null, title: '', body: values.body },
      author: values.author,
      email: actor.customer?.email ?? values.email ?? null,
      network: getClientNetwork(request.ip),
      isAddressProved: actor.customer?.isEmailVerified === true,
      isTrapped: readField(form, fieldNames.trap) !== '',
      ...{ purchase: null, photographs: [] },
    };
    const judgement = await judgeNewComment(shop, comment);
    const written = await inTransaction(shop.db, (tx) => writeComment(shop, tx, comment, judgement));
    // The only possible refusal: second submissions are refused for reviews only.
    if (!written.ok) return { ok: false, code: 'PARENT_UNKNOWN' };
    keepOwnerCookie(shop, request, reply, owner);
    return { ok: true, id: written.id, post, isShown: written.state === 'approved' };
  },
  message: ({ shop }, failure, { problems }) =>
    formatRefusal(shop, failure) ?? problems.map(({ message }) => message).join(' '),
  form: {
    path: commentFormPath(':slug'),
    success: (_, { id, post, isShown }) => ({
      redirectTo: isShown ? commentPath(id) : `${commentFormPath(post.slug)}?sent=held`,
    }),
    failure: async ({ shop }, failure, { subject, form, problems }) =>
      subject === null
        ? { redirectTo: '/' }
        : { page: createFormPage(shop, subject, { form, problems, refusal: formatRefusal(shop, failure) }) },
  },
});

/** Registers the page with the form, which also confirms a sent comment. */
export function registerCommentForm(app: FastifyInstance, shop: Shop): void {
  app.get(commentFormPath(':slug'), async (request, reply) => {
    const actor = await getActor(shop, request);
    const post = await loadPost(shop, actor, request.params, request.query);
    if (post === null) return reply.callStatusPage(404);
    const { t, db } = shop;
    if (readField(request.query, 'sent') !== '') {
      const notice = (
        <Notice kind="success" autoFocus>
          {t(texts.sentHeld)}
        </Notice>
      );
      return renderPrivatePage(shop, request, reply, createPage(shop, post, t(texts.sentTitle), notice));
    }
    const name = actor.customer ? await readCustomerName(db, actor.customer.id) : '';
    const form = { author: name.slice(0, maxAuthor) };
    return renderPrivatePage(shop, request, reply, createFormPage(shop, post, { form }));
  });
}
