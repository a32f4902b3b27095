import { Fragment, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import type { FrameParts } from '#platform/admin/forms/form-page.tsx';
import { listNamedFields, loadForm, type OpenForm } from '#platform/admin/forms/form-parts.ts';
import type { PickerContext } from '#platform/forms/field.ts';
import { loadRecordNames } from '#platform/forms/show-form.ts';
import type { PrivateView } from '#platform/http/private-page.ts';
import { isPermitted } from '#platform/sessions/actor.ts';
import type { Text } from '#platform/texts/texts.ts';
import { AdminPage, PageHead } from '#ui/admin/page-head.tsx';
import { FactsList, Panel, PanelColumns } from '#ui/admin/panels.tsx';
import { Toast } from '#ui/admin/toast.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { orderPanels } from './extend-record.ts';
import { History, loadHistory } from './history.tsx';
import { findNeighbours, getListQuery, type Neighbours } from './neighbours.ts';
import { type LoadedPart, loadParts } from './panel-data.ts';
import {
  type AdminPanel,
  type AdminRecord,
  getActionPath,
  getRecordPath,
  type RecordEvent,
  type RecordEvents,
} from './record.ts';
import { Actions, hasLinks, PanelLinks, type RecordInput } from './record-actions.tsx';
import { recordTexts as texts } from './texts.ts';

/** Creates the content around the form of a record, or the whole content of a record without a form. */
export async function createFrame(input: RecordInput): Promise<FrameParts | null> {
  const { shop, actor, record, id } = input;
  const subject = await record.load(shop, shop.db, id);
  if (subject === null) return null;
  const { title, states, facts } = record.head(shop, subject);
  const isShown = ({ requires }: { readonly requires?: string }) =>
    requires === undefined || isPermitted(actor, requires);
  const panels = record.panels.filter(isShown);
  const events = (record.events ?? []).filter(isShown);
  const about = { kind: record.subject, id };
  const parts = [
    ...panels.flatMap(({ id: name, part }) => (part ? [{ name, part }] : [])),
    ...events.map((each) => ({ name: toPartName(each), part: each.part })),
  ];
  const [loaded, past] = await Promise.all([
    loadParts(shop, shop.db, id, parts),
    loadHistory({ shop, actor, subject: about }, events.length > 0),
  ]);
  const rendered = await Promise.all(
    panels.map(async (panel) => [panel.id, await renderPanel(input, panel, subject, loaded)] as const),
  );
  const history = (
    <History
      {...{ shop, actor, subject: about }}
      loaded={past}
      events={events.flatMap((each) => listEvents({ shop, record }, each, subject, loaded))}
      describedActions={events.flatMap(({ describedActions }) => describedActions ?? [])}
      links={hasLinks(input, subject, 'history') && <PanelLinks {...input} subject={subject} panel="history" />}
    />
  );
  const nodes = new Map<string, ReactNode>([...rendered, ['history', history]]);
  const show = (column: AdminPanel['column']) =>
    orderPanels(record, column).map((panelId) => ({ panelId, node: nodes.get(panelId) }));
  return {
    ...{ title, states, lead: facts },
    actions: <Actions {...input} subject={subject} />,
    main: (form) =>
      show('main').map(({ panelId, node }) => <Fragment key={panelId}>{panelId === 'form' ? form : node}</Fragment>),
    side: show('side').map(({ panelId, node }) => <Fragment key={panelId}>{node}</Fragment>),
  };
}

/** The prefix keeps events apart from panels, which may have the same ids. */
const toPartName = ({ id }: Pick<RecordEvents, 'id'>): string => `events ${id}`;

type LoadedParts = ReadonlyMap<string, LoadedPart>;

/** @throws when the data could not be loaded */
function pickData(loaded: LoadedParts, id: string): unknown {
  const part = loaded.get(id);
  if (part?.ok === false) throw part.error;
  return part?.value;
}

/** Renders a panel separately, so that an error of a component does not fail the whole page. */
async function renderPanel(
  input: RecordInput,
  { id, title, look, render }: AdminPanel,
  subject: unknown,
  loaded: LoadedParts,
): Promise<ReactNode> {
  const { shop, actor, record } = input;
  const actions = hasLinks(input, subject, id) && <PanelLinks {...input} subject={subject} panel={id} />;
  const panel = { id, title: shop.t(title), actions, ...(look ? { look } : {}) };
  try {
    const content = await render(shop, subject, actor, pickData(loaded, id));
    if (content === null || content === undefined || content === false) return null;
    const html = renderToString(content, { identifierPrefix: `${id}-` });
    return (
      <Panel {...panel}>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: React has just escaped it. */}
        <div className="panel__rendered" dangerouslySetInnerHTML={{ __html: html }} />
      </Panel>
    );
  } catch (error) {
    shop.log.error({ err: error, record: record.name, panel: id }, 'a panel of the back office failed');
    return (
      <Panel {...panel} look="plain">
        <p role="alert">{shop.t(texts.panelFailed)}</p>
      </Panel>
    );
  }
}

/** Lists the events. Sources that fail are logged and left out: the audit entries are still shown. */
function listEvents(
  { shop, record }: Pick<RecordInput, 'shop' | 'record'>,
  { id, list }: RecordEvents,
  subject: unknown,
  loaded: LoadedParts,
): readonly RecordEvent[] {
  try {
    return list(shop, subject, pickData(loaded, toPartName({ id })));
  } catch (error) {
    shop.log.error({ err: error, record: record.name, events: id }, 'events of a record of the back office failed');
    return [];
  }
}

interface RecordPageInput extends RecordInput {
  readonly notice?: Text | undefined;
  readonly problem?: string | undefined;
}

/** Creates the page of a record that has no form, or whose form the actor may not save. */
export async function createRecordPage(input: RecordPageInput): Promise<PrivateView | null> {
  const { shop, actor, record, id, notice, problem } = input;
  const { t } = shop;
  const query = getListQuery(input.listQuerySuffix ?? '');
  const list = query === null ? undefined : shop.adminLists.get(record.list ?? '');
  const [parts, neighbours] = await Promise.all([
    createFrame(input),
    list && query !== null && isPermitted(actor, list.requires)
      ? findNeighbours(shop, actor, list, { query, id })
      : null,
  ]);
  if (parts === null) return null;
  const open = record.form ? await loadForm(shop, shop.db, record.form, { id, actor }) : null;
  const values = open && <Panel id="values">{await createValues({ shop, db: shop.db, actor }, open)}</Panel>;
  const body = (
    <AdminPage width="record">
      <PageHead
        {...parts}
        back={
          record.back && { href: query ? `${record.back.path}?${query}` : record.back.path, text: t(record.back.text) }
        }
        steps={neighbours && listSteps(input, neighbours)}
      />
      {problem !== undefined && <Toast kind="error">{problem}</Toast>}
      {notice && <Toast>{t(notice)}</Toast>}
      <PanelColumns main={parts.main?.(values)} side={parts.side} />
    </AdminPage>
  );
  return { layout: 'admin', title: parts.title, body };
}

function listSteps({ shop: { t }, record, listQuerySuffix = '' }: RecordInput, { previous, next }: Neighbours) {
  const link = (to: number | null) => (to === null ? null : `${getRecordPath(record, to)}${listQuerySuffix}`);
  return {
    previous: { href: link(previous), text: t(texts.previous) },
    next: { href: link(next), text: t(texts.following) },
  };
}

async function createValues(context: PickerContext, open: OpenForm): Promise<ReactNode> {
  const { t, choices } = context.shop;
  const values = listNamedFields(open).map(({ field, key, part }) => [field, part.values[key]] as const);
  const names = await loadRecordNames(context, values);
  const facts = values.map(([field, value]) => ({
    label: field.label,
    value: field.kind.toText(value, field, { t, locale: choices.locale, names }),
  }));
  return <FactsList facts={facts} />;
}

export function createConfirmPage(
  { shop: { t }, record, id, listQuerySuffix = '' }: RecordInput,
  action: NonNullable<AdminRecord['actions']>[number]['action'],
  label: string,
): PrivateView {
  const title = t(texts.confirmTitle, { action: t(action.text), name: label });
  const body = (
    <AdminPage width="text">
      <PageHead title={title} />
      <form
        className="panel panel--danger"
        method="post"
        action={`${getActionPath(record, action, id)}${listQuerySuffix}`}
      >
        <div className="panel__body">
          <p>{t(texts.confirmLead)}</p>
        </div>
        <div className="panel__foot">
          <Button name="_confirmed" value="1" className="button--danger">
            {t(action.text)}
          </Button>{' '}
          <ButtonLink look="quiet" href={`${getRecordPath(record, id)}${listQuerySuffix}`}>
            {t(texts.cancel)}
          </ButtonLink>
        </div>
      </form>
    </AdminPage>
  );
  return { layout: 'admin', title, body };
}
