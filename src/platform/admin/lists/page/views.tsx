import { ViewTabs } from '#ui/admin/view-tabs.tsx';
import { isViewChanged } from '../address/write-address.ts';
import { listTexts as texts } from '../texts.ts';
import { getQuery, type ListView, linkTo, listPaths } from './list-view.ts';

export function Views({ view }: { readonly view: ListView }) {
  const { list, state, base, views, context } = view;
  const { t } = context;
  const isChanged = isViewChanged(list, state, base);
  const chosen = views.find(({ id }) => id === state.view);
  const toView = `${listPaths(list.path).view}?${new URLSearchParams({ from: getQuery(view) })}`;
  const tabs = [{ id: '', name: t(texts.all) }, ...views].map(({ id, name }) => {
    const isCurrent = id === state.view;
    return {
      ...{ text: name, isCurrent },
      href: id === '' ? list.path : `${list.path}?${new URLSearchParams({ view: id })}`,
      changed: isCurrent && isChanged && id !== '' ? t(texts.changed) : undefined,
    };
  });
  return (
    <ViewTabs label={t(texts.views)} tabs={tabs}>
      {isChanged && state.view !== '' && <a href={linkTo(view, base)}>{t(texts.resetView)}</a>}
      {chosen?.saved?.isOwn && <a href={`${toView}&edit=1`}>{t(isChanged ? texts.saveView : texts.editView)}</a>}
      {isChanged && <a href={toView}>{t(texts.saveViewAs)}</a>}
    </ViewTabs>
  );
}
