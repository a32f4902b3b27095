import type { RenderContext } from '#platform/pages/context.ts';
import { Icon } from '#ui/icon.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { texts } from '../texts.ts';
import type { LayoutData, LayoutLink, MenuEntry } from './layout-data.ts';

interface HeaderProps {
  context: Pick<RenderContext, 'path' | 't'>;
  layout: LayoutData;
}

export function Header({ context, layout }: HeaderProps) {
  const { t } = context;
  return (
    <header className="site-header">
      {layout.notice && <p className="site-notice">{layout.notice}</p>}
      <div className="site-header__bar wrap">
        <button className="site-header__toggle icon-button" type="button" popoverTarget="site-menu">
          <Icon name="menu" />
          <VisuallyHidden>{t(texts.menu)}</VisuallyHidden>
        </button>
        <a className="wordmark" href="/" aria-label={t(texts.home, { shop: layout.shopName })}>
          {layout.shopName}
        </a>
        <Menu context={context} layout={layout} />
        <div className="site-header__tools">
          <a className="tool" href="/cart">
            <Icon name="shopping-bag" />
            <span className="tool__name">{t(texts.cart)}</span>
            <span className="count" data-count="cart" hidden />
          </a>
        </div>
      </div>
    </header>
  );
}

/** In a row on large screens; on smaller ones a popover, which opens and closes without script. */
function Menu({ context, layout }: HeaderProps) {
  const { t, path } = context;
  return (
    <nav className="site-menu" id="site-menu" popover="auto" aria-label={t(texts.mainMenu)}>
      <div className="site-menu__head">
        <button
          className="site-header__toggle icon-button"
          type="button"
          popoverTarget="site-menu"
          popoverTargetAction="hide"
        >
          <Icon name="x" />
          <VisuallyHidden>{t(texts.closeMenu)}</VisuallyHidden>
        </button>
      </div>
      <ul className="menu">
        {layout.menu.map((entry) => (
          <MenuItem key={entry.href} entry={entry} path={path} />
        ))}
      </ul>
    </nav>
  );
}

function MenuItem({ entry, path }: { entry: MenuEntry; path: string }) {
  return (
    <li className="menu__item">
      <MenuLink link={entry} path={path} />
      {entry.children.length > 0 && (
        <ul className="menu__sub">
          {entry.children.map((child) => (
            <li className="menu__item" key={child.href}>
              <MenuLink link={child} path={path} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function MenuLink({ link, path }: { link: LayoutLink; path: string }) {
  return (
    <a className="menu__link" href={link.href} aria-current={link.href === path ? 'page' : undefined}>
      {link.name}
    </a>
  );
}
