import { isPermitted } from '#platform/sessions/actor.ts';
import { SelectionBar } from '#ui/admin/bars.tsx';
import { DataTable, type TableColumn, type TableRow } from '#ui/admin/data-table.tsx';
import { ListState } from '#ui/admin/list-state.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { getRowLabel } from '../cell-text.ts';
import type { ListContext } from '../list-context.ts';
import type { ResolvedList } from '../resolved-list.ts';
import { maxCount } from '../statements/compose.ts';
import type { LoadedPage } from '../statements/load-page.ts';
import { listTexts as texts } from '../texts.ts';
import { getQuery, isTiled, type ListView, linkTo, listPaths } from './list-view.ts';

interface RowsProps {
  readonly view: ListView;
  /** Null when loading the rows failed. */
  readonly page: LoadedPage | null;
}

/** Formats the number of matching rows: `4,312 coupons`, `More than 10,000 coupons`. */
export function formatCount(
  { texts: listTexts }: ResolvedList,
  { t }: ListContext,
  count: number,
  isMore: boolean,
): string {
  const rows = t(listTexts.count, { count: isMore ? maxCount : count });
  return isMore ? t(texts.moreThan, { rows }) : rows;
}

/** The rows of a page inside the form that sends marks to an action. Without actions there are no checkboxes. */
export function Rows({ view, page }: RowsProps) {
  const { list, context } = view;
  if (page === null || page.rows.length === 0) return <NoRows view={view} page={page} />;
  const { t, actor } = context;
  const actions = list.actions.filter(({ requires }) => isPermitted(actor, requires));
  const pages = list.pages.filter(({ requires }) => isPermitted(actor, requires));
  const hasMarks = actions.length + pages.length > 0;
  const table = (
    <DataTable
      label={t(list.texts.title)}
      look={isTiled(view) ? 'tiles' : undefined}
      columns={listColumns(view)}
      rows={listRows(view, page, hasMarks)}
      marks={hasMarks ? { name: 'id', allLabel: t(texts.markPage) } : undefined}
    />
  );
  if (!hasMarks) return table;
  return (
    <form className="page-part" method="get" data-marks="">
      <input type="hidden" name="from" value={getQuery(view)} />
      <input type="hidden" name="seen" value={context.now.getTime()} />
      {table}
      <SelectionBar label={t(texts.actions)} text={t(texts.actions)} all={<AllMatching view={view} page={page} />}>
        {actions.map(({ name, text, perRow }) => (
          <Button
            key={name}
            look="quiet"
            formAction={listPaths(list.path).action(name)}
            data-marked-only={perRow && ''}
          >
            {t(text)}
          </Button>
        ))}
        {pages.map(({ path, text }) => (
          <Button key={path} look="quiet" formAction={path}>
            {t(text)}
          </Button>
        ))}
      </SelectionBar>
      <MarkTexts t={t} />
    </form>
  );
}

/** Offers to select all matching rows instead of the marked ones. */
function AllMatching({ view, page }: { readonly view: ListView; readonly page: LoadedPage }) {
  const { rows, count, isMore } = page;
  if (isMore || count === null || count <= rows.length) return null;
  const { list, context } = view;
  return (
    <label className="list-all">
      <input type="checkbox" name="all" value="1" />
      <span>{context.t(texts.allMatching, { rows: formatCount(list, context, count, false) })}</span>
    </label>
  );
}

/** The messages of the script about marks, with `#` for the number. */
function MarkTexts({ t }: { readonly t: ListContext['t'] }) {
  const [one, other] = [1, 2].map((count) => ({
    marked: t(texts.marked, { count }).replace(String(count), '#'),
    hidden: t(texts.markedHidden, { count }).replace(String(count), '#'),
  }));
  return <template data-mark-texts={JSON.stringify({ one, other, clear: t(texts.clearMarks) })} />;
}

function listColumns(view: ListView): readonly TableColumn[] {
  const { list, state, context } = view;
  return state.columns.flatMap((id) => {
    const column = list.columns[id];
    if (!column) return [];
    const { title, align, onPhone, onTablet, sort } = column;
    return [
      {
        ...{ id, align, onPhone, onTablet },
        title: context.t(title),
        sort: sort === undefined ? undefined : toSort(view, sort),
      },
    ];
  });
}

function toSort(view: ListView, name: string): NonNullable<TableColumn['sort']> {
  const { list, state } = view;
  const isSorted = state.sort.name === name;
  const isAscending = (list.source.sorts[name]?.direction === 'asc') !== state.sort.isReversed;
  return {
    href: linkTo(view, { sort: { name, isReversed: isSorted && !state.sort.isReversed } }),
    direction: isSorted ? (isAscending ? 'ascending' : 'descending') : null,
  };
}

function listRows(view: ListView, { rows, added }: LoadedPage, hasMarks: boolean): readonly TableRow[] {
  const { list, state, context } = view;
  const open = (row: LoadedPage['rows'][number]) => {
    const path = list.open?.(row, context) ?? undefined;
    return path && list.hasNeighbourLinks ? `${path}?${new URLSearchParams({ from: getQuery(view) })}` : path;
  };
  return rows.map((row) => ({
    id: row.id,
    href: open(row),
    markLabel: hasMarks ? context.t(texts.mark, { row: getRowLabel(list, row, context) }) : undefined,
    cells: Object.fromEntries(
      state.columns.map((name) => [name, list.columns[name]?.cell(row, added.get(name)?.get(row.id), context)]),
    ),
  }));
}

/** Says why there are no rows: none exist, none match, the page is past the end, or loading failed. */
function NoRows({ view, page }: RowsProps) {
  const { list, state, context } = view;
  const { t, actor } = context;
  const link = (text: string, href: string) => (
    <ButtonLink look="quiet" href={href}>
      {text}
    </ButtonLink>
  );
  if (page === null)
    return (
      <ListState kind="failed" title={t(texts.failedTitle)} text={t(texts.failed)}>
        {link(t(texts.tryAgain), linkTo(view, { cursor: state.cursor }))}
      </ListState>
    );
  if (state.cursor !== null)
    return (
      <ListState kind="no-match" title={t(texts.pastEndTitle)} text={t(texts.pastEnd)}>
        {link(t(texts.firstPage), linkTo(view, {}))}
      </ListState>
    );
  if (state.filters.size > 0 || state.q !== '')
    return (
      <ListState kind="no-match" title={t(texts.noMatchTitle)} text={t(texts.noMatch)}>
        {link(t(texts.clearAll), linkTo(view, { filters: new Map(), q: '' }))}
      </ListState>
    );
  const create = list.create && isPermitted(actor, list.create.requires) ? list.create : undefined;
  return (
    <ListState kind="empty" title={t(texts.emptyTitle)} text={t(list.texts.empty)}>
      {create && <ButtonLink href={create.path}>{t(create.text)}</ButtonLink>}
    </ListState>
  );
}
