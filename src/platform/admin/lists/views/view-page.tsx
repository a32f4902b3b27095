import type { FastifyReply, FastifyRequest } from 'fastify';
import { recordAudit } from '#platform/admin/audit/record-audit.ts';
import { inTransaction, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormProblem } from '#platform/forms/field.ts';
import { FormFields, FormProblems } from '#platform/forms/form-fields.tsx';
import { choice, line } from '#platform/forms/kinds.ts';
import { readForm, readSingleLine } from '#platform/forms/read-form.ts';
import { toForm } from '#platform/forms/show-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { type PrivateView, renderPrivatePage } from '#platform/http/private-page.ts';
import type { MutationCall } from '#platform/mutations/mutation.ts';
import { type Actor, getActor, isPermitted } from '#platform/sessions/actor.ts';
import { AdminPage, PageHead } from '#ui/admin/page-head.tsx';
import { Button } from '#ui/button.tsx';
import { writeViewState } from '../address/write-address.ts';
import type { Refused } from '../errors.ts';
import { type ListView, listPaths } from '../page/list-view.ts';
import { readListView } from '../page/read-list-view.ts';
import type { ResolvedList } from '../resolved-list.ts';
import { listTexts as texts } from '../texts.ts';
import { shareViews } from './share-views.ts';
import { addView, changeView, listRoleNames, maxViews, removeView, type ViewContent } from './view-rows.ts';

const maxName = 60;

interface Target {
  readonly view: ListView;
  /** The actor's view that is changed; null for a new view. */
  readonly own: { readonly id: number; readonly name: string; readonly share: string } | null;
  readonly fields: Awaited<ReturnType<typeof createFields>>;
}

/** `share` is `nobody`, `all` or a role such as `role:clerk`. Sharing requires a permission. */
async function createFields(shop: Shop, { context: { actor } }: ListView) {
  const { t } = shop;
  const roles = isPermitted(actor, shareViews.name) ? await listRoleNames(shop.db) : null;
  const shared = roles && [
    { value: 'all', label: t(texts.viewAll) },
    ...roles.map((role) => ({ value: `role:${role}`, label: t(texts.viewRole, { role }) })),
  ];
  const options = [{ value: 'nobody', label: t(texts.viewNobody) }, ...(shared ?? [])];
  return {
    name: line({ label: t(texts.viewName), required: true, max: maxName }),
    share: choice({ label: t(texts.viewShare), options, required: true }),
  };
}

export async function showViewPage(shop: Shop, list: ResolvedList, request: FastifyRequest, reply: FastifyReply) {
  const given = new URLSearchParams(request.url.slice(request.url.indexOf('?')));
  const target = await findTarget(shop, list, request, given.get('from') ?? '', given.get('edit') === '1');
  const form = toForm(target.own ?? { name: '', share: 'nobody' }, target.fields);
  return renderPrivatePage(shop, request, reply, renderForm(shop, target, { form }));
}

type SaveResult =
  | { readonly ok: true; readonly redirectTo: string }
  | Refused<'LIST_VIEW_INVALID'>
  | { readonly ok: false; readonly code: 'not_found' };

export async function saveView(
  { shop, request }: MutationCall,
  list: ResolvedList,
  form: FormBody,
): Promise<SaveResult> {
  const isEdit = readSingleLine(form, 'edit') === '1';
  const target = await findTarget(shop, list, request, readSingleLine(form, 'from'), isEdit);
  const { view, own, fields } = target;
  const { actor } = view.context;
  const { staffId } = actor;
  if (staffId === null) return { ok: false, code: 'not_found' };
  const person = { list: list.name, staffId };
  if (own !== null && readSingleLine(form, 'delete') !== '') {
    await inTransaction(shop.db, async (tx) => {
      const before = await removeView(tx, { ...person, id: own.id });
      if (before) await recordView(tx, actor, person.list, { id: own.id, before, after: null });
    });
    return { ok: true, redirectTo: list.path };
  }
  const refuse = (problems: readonly FormProblem[]): SaveResult => {
    return { ok: false, code: 'LIST_VIEW_INVALID', page: renderForm(shop, target, { form, problems }) };
  };
  const { value, problems } = readForm({ t: shop.t, form }, fields);
  if (problems.length > 0) return refuse(problems);
  const content = toContent(view, value);
  const now = shop.clock.now();
  const id = await inTransaction(shop.db, async (tx) => {
    const before = own && (await changeView(tx, { ...person, id: own.id }, content, now));
    const saved = own === null ? await addView(tx, person, content, now) : before && own.id;
    if (saved !== null) await recordView(tx, actor, person.list, { id: saved, before, after: content });
    return saved;
  });
  if (id !== null) return { ok: true, redirectTo: `${list.path}?${new URLSearchParams({ view: String(id) })}` };
  const isFull = own === null && view.views.filter(({ saved }) => saved?.isOwn).length >= maxViews;
  const message = isFull ? shop.t(texts.tooManyViews, { max: maxViews }) : shop.t(texts.viewNameTaken);
  return refuse([{ field: 'name', message }]);
}

interface ViewChange {
  readonly id: number;
  readonly before: ViewContent | null;
  readonly after: ViewContent | null;
}

function recordView(tx: Tx, actor: Actor, list: string, { id, before, after }: ViewChange): Promise<void> {
  const toValues = (content: ViewContent | null) => content && { list, ...content };
  const subject = { kind: 'list-view', id, label: (after ?? before)?.name ?? '' };
  const action = after === null ? 'admin.delete-view' : 'admin.save-view';
  return recordAudit(tx, actor, { subject, action, before: toValues(before), after: toValues(after) });
}

async function findTarget(
  shop: Shop,
  list: ResolvedList,
  request: FastifyRequest,
  from: string,
  isEdit: boolean,
): Promise<Target> {
  const view = await readListView(shop, list, await getActor(shop, request), from);
  const fields = await createFields(shop, view);
  const { id, name, saved } = view.views.find((each) => each.id === view.state.view) ?? {};
  if (!isEdit || !saved?.isOwn || name === undefined) return { view, fields, own: null };
  const share = saved.sharedWith === 'role' ? `role:${saved.role}` : saved.sharedWith;
  return { view, fields, own: { id: Number(id), name, share } };
}

function toContent(
  { list, state }: ListView,
  { name, share }: { readonly name: string; readonly share: string },
): ViewContent {
  const content = { name, address: writeViewState(list, state) };
  if (share === 'nobody' || share === 'all') return { ...content, sharedWith: share, role: null };
  return { ...content, sharedWith: 'role', role: share.slice('role:'.length) };
}

interface ShownForm {
  readonly form: FormBody;
  readonly problems?: readonly FormProblem[];
}

function renderForm(shop: Shop, { view, own, fields }: Target, shown: ShownForm): PrivateView {
  const { t } = shop;
  const { list, query } = view;
  const title = t(own === null ? texts.saveViewAs : texts.editView);
  const state = { t, ...shown };
  const body = (
    <AdminPage width="text">
      <PageHead title={title} back={{ href: `${list.path}?${query}`, text: t(list.texts.title) }} />
      <p>{t(texts.viewKeeps)}</p>
      <FormProblems state={state} />
      <form className="form-grid" method="post" action={listPaths(list.path).view}>
        <input type="hidden" name="from" value={query} />
        {own !== null && <input type="hidden" name="edit" value="1" />}
        <FormFields fields={fields} state={state} />
        <p className="list-confirm">
          <Button>{t(texts.saveView)}</Button>
          {own !== null && (
            <Button look="quiet" name="delete" value="1" formNoValidate>
              {t(texts.deleteView)}
            </Button>
          )}
        </p>
      </form>
    </AdminPage>
  );
  const status = shown.problems ? 422 : 200;
  return { layout: 'admin', title, body, status };
}
