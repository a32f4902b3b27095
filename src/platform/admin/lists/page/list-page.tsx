import { Behaviour } from '#platform/islands/island.tsx';
import { isPermitted } from '#platform/sessions/actor.ts';
import { CursorPagination } from '#ui/admin/cursor-pagination.tsx';
import { AdminPage, PageHead } from '#ui/admin/page-head.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { writeAddress } from '../address/write-address.ts';
import type { LoadedPage } from '../statements/load-page.ts';
import { listTexts as texts } from '../texts.ts';
import { FilterForm } from './filter-form.tsx';
import { getQuery, isTiled, type ListView, linkTo, listPaths } from './list-view.ts';
import { formatCount, Rows } from './rows.tsx';
import { Views } from './views.tsx';

interface ListPageProps {
  readonly view: ListView;
  /** Null when loading the rows failed. */
  readonly page: LoadedPage | null;
}

/** The page of a list. It consists of links and forms; with script, the behaviour updates its content in place. */
export function ListPage({ view, page }: ListPageProps) {
  const { list, state, base, problems, context } = view;
  const { t } = context;
  return (
    <Behaviour of="platform/admin/lists/list" when="idle">
      <div
        className="list"
        data-list={list.name}
        data-path={list.path}
        data-href={writeAddress(list, state, base)}
        data-announced={page ? countRows(view, page) : ''}
      >
        <AdminPage>
          <PageHead
            title={t(list.texts.title)}
            lead={list.texts.lead && t(list.texts.lead)}
            actions={<Actions view={view} />}
          />
          <Views view={view} />
          {problems.length > 0 && (
            <Notice kind="warning" title={t(texts.left)}>
              <ul>
                {problems.map((problem) => (
                  <li key={problem}>{problem}</li>
                ))}
              </ul>
            </Notice>
          )}
          <FilterForm view={view} />
          {page?.isExact && (
            <p className="list-exact">
              {t(texts.exactOnly)}{' '}
              <a href={linkTo(view, { isPart: true })}>{t(texts.showContaining, { text: state.q })}</a>
            </p>
          )}
          <Rows view={view} page={page} />
          {page && page.rows.length > 0 && <Pages view={view} page={page} />}
        </AdminPage>
        <Shortcuts t={t} hasActions={list.actions.length + list.pages.length > 0} />
      </div>
    </Behaviour>
  );
}

function countRows({ list, context }: ListView, { count, isMore, rows }: LoadedPage): string {
  return formatCount(list, context, count ?? rows.length, isMore);
}

function Actions({ view }: { readonly view: ListView }) {
  const { list, state, context } = view;
  const { t, actor } = context;
  const query = getQuery({ ...view, state: { ...state, cursor: null } });
  const { csv } = listPaths(list.path);
  const { exportRequires = list.requires } = list;
  return (
    <>
      <LookLink view={view} />
      {isPermitted(actor, exportRequires) && (
        <ButtonLink look="quiet" href={query === '' ? csv : `${csv}?${query}`} download="">
          {t(texts.exportCsv)}
        </ButtonLink>
      )}
      {list.create && isPermitted(actor, list.create.requires) && (
        <ButtonLink href={list.create.path}>{t(list.create.text)}</ButtonLink>
      )}
    </>
  );
}

function LookLink({ view }: { readonly view: ListView }) {
  const { list, state, context } = view;
  if (!list.tiles) return null;
  const lines = Object.entries(list.columns).flatMap(([name, { isHidden }]) => (isHidden ? [] : [name]));
  const href = linkTo(view, { cursor: state.cursor, columns: isTiled(view) ? lines : list.tiles });
  return (
    <ButtonLink look="quiet" href={href}>
      {context.t(isTiled(view) ? texts.asList : texts.asTiles)}
    </ButtonLink>
  );
}

function Pages({ view, page }: { readonly view: ListView; readonly page: LoadedPage }) {
  const { t } = view.context;
  const { previous, next } = page;
  return (
    <CursorPagination
      label={t(texts.pages)}
      summary={countRows(view, page)}
      previous={{ text: t(texts.previousPage), href: previous && linkTo(view, { cursor: previous }) }}
      next={{ text: t(texts.nextPage), href: next && linkTo(view, { cursor: next }) }}
    />
  );
}

function Shortcuts({ t, hasActions }: { readonly t: ListView['context']['t']; readonly hasActions: boolean }) {
  const keys = [
    ['/', texts.keySearch],
    ['j', texts.keyDown],
    ['k', texts.keyUp],
    ...(hasActions ? ([['x', texts.keyMark]] as const) : []),
    ['Enter', texts.keyOpen],
    ['?', texts.keyHelp],
  ] as const;
  return (
    <dialog className="list-keys" data-list-keys="" aria-labelledby="list-keys">
      <h2 id="list-keys">{t(texts.keyboard)}</h2>
      <dl>
        {keys.map(([key, text]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <Button look="quiet">{t(texts.close)}</Button>
      </form>
    </dialog>
  );
}
