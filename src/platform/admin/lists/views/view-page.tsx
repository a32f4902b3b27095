import type { FastifyReply, FastifyRequest } from 'fastify';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import { seeOther } from '#platform/http/replies.ts';
import { getActor, isPermitted } from '#platform/sessions/actor.ts';
import { AdminPage, PageHead } from '#ui/admin/page-head.tsx';
import { Button } from '#ui/button.tsx';
import { RadioGroup } from '#ui/choices.tsx';
import { TextInput } from '#ui/controls.tsx';
import { Field } from '#ui/field.tsx';
import { FormProblems } from '#ui/form-field.tsx';
import { writeViewState } from '../address/write-address.ts';
import type { ListContext } from '../list-context.ts';
import { type ListView, listPaths } from '../page/list-view.ts';
import { readListView } from '../page/read-list-view.ts';
import type { ResolvedList } from '../resolved-list.ts';
import { listTexts as texts } from '../texts.ts';
import { shareViews } from './share-views.ts';
import { addView, changeView, listRoleNames, maxViews, removeView, type ViewContent } from './view-rows.ts';

const maxName = 60;

interface ViewForm {
  readonly view: ListView;
  /** Id of the own view that is changed; null for a new one. */
  readonly id: number | null;
  readonly name: string;
  /** `nobody`, `all` or `role:clerk`. */
  readonly share: string;
  readonly roles: readonly string[];
  readonly problems: readonly { readonly field: string; readonly message: string }[];
}

/** The page that saves what a list shows as a view, or changes one. */
export async function showViewPage(shop: Shop, list: ResolvedList, request: FastifyRequest, reply: FastifyReply) {
  const given = new URLSearchParams(request.url.slice(request.url.indexOf('?')));
  const { view, id, saved } = await readForm(shop, list, request, given.get('from') ?? '', given.get('edit') === '1');
  const share = saved?.sharedWith === 'role' ? `role:${saved.role}` : (saved?.sharedWith ?? 'nobody');
  const roles = await listShareable(shop, view.context);
  return renderForm(shop, list, request, reply, { view, id, name: saved?.name ?? '', share, roles, problems: [] });
}

/** Saves or deletes a view. */
export async function saveViewPage(shop: Shop, list: ResolvedList, request: FastifyRequest, reply: FastifyReply) {
  const body = (request.body ?? {}) as FormBody;
  const read = (name: string) => [body[name] ?? ''].flat()[0] ?? '';
  const { view, id } = await readForm(shop, list, request, read('from'), read('edit') === '1');
  const { staffId } = view.context.actor;
  if (staffId === null) return reply.callStatusPage(403);
  const person = { list: list.name, staffId };
  if (read('delete') !== '' && id !== null) {
    await inTransaction(shop.db, (tx) => removeView(tx, { ...person, id }));
    return seeOther(reply, list.path);
  }
  const [name, share] = [read('name').trim().replace(/\s+/g, ' '), read('share') || 'nobody'];
  const roles = await listShareable(shop, view.context);
  const form = { view, id, name, share, roles };
  const content = readContent(view, form);
  if (typeof content === 'string') return renderForm(shop, list, request, reply, { ...form, ...nameProblem(content) });
  const savedId = await inTransaction(shop.db, async (tx) => {
    if (id === null) return addView(tx, person, content, shop.clock.now());
    return (await changeView(tx, { ...person, id }, content, shop.clock.now())) ? id : null;
  });
  if (savedId !== null) return seeOther(reply, `${list.path}?${new URLSearchParams({ view: String(savedId) })}`);
  const isFull = view.views.filter(({ saved }) => saved?.isOwn).length >= maxViews;
  const message = isFull && id === null ? shop.t(texts.tooManyViews, { max: maxViews }) : shop.t(texts.viewNameTaken);
  return renderForm(shop, list, request, reply, { ...form, ...nameProblem(message) });
}

const nameProblem = (message: string) => ({ problems: [{ field: 'name', message }] });

async function readForm(shop: Shop, list: ResolvedList, request: FastifyRequest, from: string, isEdit: boolean) {
  const view = await readListView(shop, list, await getActor(shop, request), from);
  const chosen = view.views.find(({ id }) => id === view.state.view);
  const own = isEdit && chosen?.saved?.isOwn ? chosen : undefined;
  return { view, id: own ? Number(own.id) : null, saved: own && { ...own.saved, name: own.name } };
}

/** Roles that somebody may share views with; none without the permission. */
async function listShareable(shop: Shop, { actor }: ListContext): Promise<readonly string[]> {
  return isPermitted(actor, shareViews.name) ? listRoleNames(shop.db) : [];
}

/** @returns what is wrong, for people */
function readContent(view: ListView, { name, share, roles }: Omit<ViewForm, 'problems'>): ViewContent | string {
  const { t, actor } = view.context;
  if (name === '' || name.length > maxName) return t(texts.viewNameMissing, { max: maxName });
  const content = { name, address: writeViewState(view.list, view.state) };
  if (share === 'nobody') return { ...content, sharedWith: 'nobody', role: null };
  if (!isPermitted(actor, shareViews.name)) return t(texts.viewShareDenied);
  const role = roles.find((each) => share === `role:${each}`);
  return role === undefined
    ? { ...content, sharedWith: 'all', role: null }
    : { ...content, sharedWith: 'role', role };
}

function renderForm(shop: Shop, list: ResolvedList, request: FastifyRequest, reply: FastifyReply, form: ViewForm) {
  const { t } = shop;
  const { view, id, name, share, roles, problems } = form;
  const title = t(id === null ? texts.saveViewAs : texts.editView);
  const options = [
    { value: 'nobody', label: t(texts.viewNobody) },
    ...(roles.length === 0 ? [] : [{ value: 'all', label: t(texts.viewAll) }]),
    ...roles.map((role) => ({ value: `role:${role}`, label: t(texts.viewRole, { role }) })),
  ];
  const back = { href: `${list.path}?${new URLSearchParams(view.query)}`, text: t(list.texts.title) };
  const body = (
    <AdminPage width="text">
      <PageHead title={title} back={back} />
      <p>{t(texts.viewKeeps)}</p>
      <FormProblems title={t(texts.viewProblem)} problems={problems} />
      <form className="form-grid" method="post" action={listPaths(list.path).view}>
        <input type="hidden" name="from" value={view.query} />
        {id !== null && <input type="hidden" name="edit" value="1" />}
        <Field id="name" label={t(texts.viewName)} required error={problems[0]?.message}>
          {(control) => <TextInput {...control} name="name" maxLength={maxName} defaultValue={name} />}
        </Field>
        {options.length > 1 && (
          <RadioGroup id="share" name="share" legend={t(texts.viewShare)} options={options} value={share} />
        )}
        <p className="list-confirm">
          <Button>{t(texts.saveView)}</Button>
          {id !== null && (
            <Button look="quiet" name="delete" value="1" formNoValidate>
              {t(texts.deleteView)}
            </Button>
          )}
        </p>
      </form>
    </AdminPage>
  );
  const status = problems.length > 0 ? 422 : 200;
  return renderPrivatePage(shop, request, reply, { layout: 'admin', title, body, status });
}
