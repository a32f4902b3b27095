import { searchPath, searchTexts } from '#features/search/index.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { Icon } from '#ui/icon.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import type { KeepPart, LayoutData } from './layout-data.ts';
import { Menu } from './menu.tsx';
import { Sidebar, SidebarToggle } from './sidebar.tsx';
import { StoreNotice } from './store-notice.tsx';
import { Wordmark } from './wordmark.tsx';

interface HeaderProps {
  context: Pick<RenderContext, 'path' | 't'>;
  layout: LayoutData;
}

export function Header({ context, layout, keep }: HeaderProps & { readonly keep: KeepPart }) {
  return (
    <>
      {layout.notice && <StoreNotice context={context} notice={layout.notice} />}
      <Behaviour of="ui/sticky-header" html={keep('layout:header', <HeaderBar context={context} layout={layout} />)} />
      <Sidebar context={context} layout={layout} keep={keep} />
    </>
  );
}

function HeaderBar({ context, layout }: HeaderProps) {
  const { t } = context;
  return (
    <header className="site-header" data-sticky={layout.stickyHeader}>
      <div className="site-header__bar wrap" data-dropdown-room>
        <SidebarToggle context={context} />
        {/* Small screens show this link. The script opens the search field instead. */}
        <a className="site-header__find icon-button" href={searchPath}>
          <Icon name="search" />
          <VisuallyHidden>{t(searchTexts.search)}</VisuallyHidden>
        </a>
        <Wordmark context={context} layout={layout} />
        <Menu context={context} entries={layout.menu} />
        {layout.search}
        <div className="site-header__tools">
          {layout.account}
          {layout.wishlist}
          {layout.cart}
        </div>
      </div>
    </header>
  );
}
