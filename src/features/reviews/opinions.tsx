import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { productPath } from '#features/catalog/index.ts';
import {
  commentErrors,
  commentPath,
  commentSettings,
  editPath,
  findCommentPosition,
  findOwnComment,
  getCommentElementId,
  maxReason,
  reportComment,
  reportPath,
  voteOnComment,
  votePath,
} from '#features/comments/index.ts';
import { postPath } from '#features/content/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { FormFields, FormProblems } from '#platform/forms/form-fields.tsx';
import { text } from '#platform/forms/kinds.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { type PrivateView, renderPrivatePage } from '#platform/http/private-page.ts';
import { seeOther } from '#platform/http/replies.ts';
import type { LimitUse } from '#platform/limits/limits.ts';
import { getClientNetwork } from '#platform/limits/network.ts';
import { createFormSchema } from '#platform/mutations/form-schema.ts';
import { defineMutation, type MutationCall } from '#platform/mutations/mutation.ts';
import { getActor } from '#platform/sessions/actor.ts';
import { getOwner, keepOwnerCookie, resolveOwner } from '#platform/sessions/owner.ts';
import type { Translate } from '#platform/texts/texts.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { fieldNames, formPath, pageParameter, reviewsPagePath, voteCallPath } from './contract.ts';
import { reviewErrors } from './errors.ts';
import { reviewSettings } from './settings.ts';
import { reviewTexts as texts } from './texts.ts';

const readId = ({ request }: Pick<MutationCall, 'request'>): number | null => {
  const { id = '' } = request.params as { readonly id?: string };
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null;
};

/** Limits uses by network: a browser without cookies counts as a new visitor, but its network stays the same. */
const listUses = (call: MutationCall, name: string): LimitUse[] => {
  const network = getClientNetwork(call.request.ip);
  const max = call.shop.settings(reviewSettings).votesPerDay;
  return network === null ? [] : [{ limit: { name, max, seconds: 86_400 }, key: `${network} ${readId(call)}` }];
};

const { OWN_COMMENT, COMMENT_INVALID } = commentErrors.codes;
const errors = {
  title: commentErrors.title,
  codes: { OWN_COMMENT, COMMENT_INVALID, TOO_MANY_VOTES: reviewErrors.codes.TOO_MANY_VOTES },
};

interface OpinionFailure {
  readonly ok: false;
  readonly code: 'COMMENT_INVALID' | 'OWN_COMMENT' | 'TOO_MANY_VOTES' | 'not_found';
}

const formatRefusal = ({ t }: Shop, { code }: OpinionFailure): string | undefined =>
  code === 'OWN_COMMENT' || code === 'TOO_MANY_VOTES' ? t(texts[code]) : undefined;

export const voteMutation = defineMutation({
  name: 'reviews.vote',
  description: 'Says whether a review is helpful. One vote of each customer or visitor, which may be changed.',
  schema: z.object({ helpful: z.enum(['yes', 'no']) }),
  errors,
  limits: {
    uses: (call) => listUses(call, 'comment-votes'),
    refuse: () => ({ ok: false, code: 'TOO_MANY_VOTES' }),
    countsFailures: false,
  },
  run: async (call, { helpful }): Promise<OpinionFailure | { readonly ok: true; readonly id: number }> => {
    const { shop, request, reply } = call;
    const id = readId(call);
    if (id === null) return { ok: false, code: 'not_found' };
    const owner = await resolveOwner(shop, request);
    const result = await inTransaction(shop.db, (tx) =>
      voteOnComment(shop, tx, { id, owner, isHelpful: helpful === 'yes' }),
    );
    if (result.ok) keepOwnerCookie(shop, request, reply, owner);
    return result.ok ? { ok: true, id } : result;
  },
  message: ({ shop }, failure) => formatRefusal(shop, failure) ?? '',
  form: { path: votePath(':id'), success: (_, { id }) => ({ redirectTo: commentPath(id) }) },
  json: {
    path: ({ rest }) => voteCallPath(rest, ':id'),
    response: z.strictObject({ message: z.string() }),
    success: ({ shop }) => ({ message: shop.t(texts.thanksForVote) }),
  },
});

const createReportFields = (t: Translate) => ({
  reason: text({ label: t(texts.reason), required: true, max: maxReason }),
});

export const reportMutation = defineMutation({
  name: 'reviews.report',
  description: 'Tells staff that something is wrong with a review or a comment.',
  schema: createFormSchema(({ shop }) => createReportFields(shop.t)),
  errors,
  limits: {
    uses: (call) => listUses(call, 'comment-reports'),
    refuse: () => ({ ok: false, code: 'TOO_MANY_VOTES' }),
    countsFailures: false,
  },
  run: async (call, { values, problems }): Promise<OpinionFailure | { readonly ok: true; readonly id: number }> => {
    const { shop, request, reply } = call;
    const id = readId(call);
    if (id === null) return { ok: false, code: 'not_found' };
    if (problems.length > 0) return { ok: false, code: 'COMMENT_INVALID' };
    const owner = await resolveOwner(shop, request);
    const result = await inTransaction(shop.db, (tx) => reportComment(shop, tx, { id, owner, reason: values.reason }));
    if (result.ok) keepOwnerCookie(shop, request, reply, owner);
    return result.ok ? { ok: true, id } : result;
  },
  message: ({ shop }, failure, { problems }) =>
    formatRefusal(shop, failure) ?? problems.map(({ message }) => message).join(' '),
  form: {
    path: reportPath(':id'),
    success: ({ shop }, { id }) => ({ page: createReportPage(shop, { id }, { form: {}, isSent: true }) }),
    failure: (call, failure, { form, problems }) => ({
      page: createReportPage(
        call.shop,
        { id: readId(call) ?? 0 },
        { form, problems, refusal: formatRefusal(call.shop, failure) },
      ),
    }),
  },
});

interface ReportState {
  readonly form: FormBody;
  readonly problems?: readonly { readonly field: string; readonly message: string }[];
  readonly refusal?: string | undefined;
  readonly isSent?: boolean;
}

function createReportPage({ t }: Shop, { id }: { readonly id: number }, state: ReportState): PrivateView {
  const title = t(texts.reportTitle);
  const formState = { t, form: state.form, problems: state.problems ?? [] };
  const body = (
    <div className="wrap wrap--text">
      <PageHead title={title} lead={!state.isSent && t(texts.reportLead)} />
      <div className="stack">
        {state.isSent && <Notice kind="success">{t(texts.reported)}</Notice>}
        {state.refusal !== undefined && <Notice kind="error">{state.refusal}</Notice>}
        {!state.isSent && (
          <form className="stack" method="post" action={reportPath(id)}>
            <FormProblems state={formState} />
            <FormFields fields={createReportFields(t)} state={formState} />
            <p>
              <Button>{t(texts.report)}</Button>
            </p>
          </form>
        )}
      </div>
    </div>
  );
  return { title, body };
}

const getProductPage = (slug: string, page: number) => (page === 1 ? productPath(slug) : reviewsPagePath(slug, page));
const getPostPage = (slug: string, page: number) => `${postPath(slug)}${page === 1 ? '' : `?${pageParameter}=${page}`}`;

/** Registers the links to a comment and to its form, and the page to report a comment. */
export function registerOpinionPages(app: FastifyInstance, shop: Shop): void {
  app.get(commentPath(':id'), async (request, reply) => {
    const id = readId({ request });
    const position = id === null ? null : await findCommentPosition(shop.db, id);
    if (id === null || position === null) return reply.callStatusPage(404);
    const page = Math.floor(position.before / shop.settings(commentSettings).perPage) + 1;
    const path = position.kind === 'post' ? getPostPage(position.slug, page) : getProductPage(position.slug, page);
    return seeOther(reply, `${path}#${getCommentElementId(id)}`);
  });
  app.get(editPath(':id'), async (request, reply) => {
    const id = readId({ request });
    const owner = getOwner(await getActor(shop, request));
    const own = id === null ? null : await findOwnComment(shop.db, owner, id);
    if (own === null) return reply.callStatusPage(404);
    return seeOther(reply, `${formPath(own.slug)}?${new URLSearchParams({ [fieldNames.edited]: String(own.id) })}`);
  });
  app.get(reportPath(':id'), async (request, reply) => {
    const id = readId({ request });
    if (id === null || (await findCommentPosition(shop.db, id)) === null) return reply.callStatusPage(404);
    return renderPrivatePage(shop, request, reply, createReportPage(shop, { id }, { form: {} }));
  });
}
