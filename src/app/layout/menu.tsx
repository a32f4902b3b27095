import { Behaviour } from '#platform/islands/island.tsx';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { Icon } from '#ui/icon.tsx';
import { texts } from '../texts.ts';
import type { ShownNode } from './layout-data.ts';
import { isPlain, LinkList, MenuLink, MenuParts } from './menu-parts.tsx';

export interface MenuProps {
  readonly context: Pick<RenderContext, 'path' | 't'>;
  readonly entries: readonly ShownNode[];
}

const moreId = 'menu-more';

/**
 * The menu of large screens. Its dropdowns also open without script. A script moves entries that don't fit into the
 * last dropdown.
 */
export function Menu({ context, entries }: MenuProps) {
  const shown = entries.filter(({ isExtra }) => !isExtra);
  return (
    <Behaviour of="ui/dropdown-menu" when="media((min-width: 850px))">
      <nav className="site-menu" aria-label={context.t(texts.mainMenu)}>
        <ul className="menu">
          {shown.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries never move
            <MenuItem key={index} entry={entry} id={`menu-${index + 1}`} context={context} />
          ))}
          <li className="menu__item" data-dropdown data-more hidden>
            <button
              className="menu__toggle menu__toggle--named"
              type="button"
              aria-expanded={false}
              aria-controls={moreId}
            >
              {context.t(texts.more)}
              <Icon name="chevron-down" small />
            </button>
            <ul className="menu__sub" id={moreId} />
          </li>
        </ul>
      </nav>
    </Behaviour>
  );
}

interface MenuItemProps {
  readonly context: MenuProps['context'];
  readonly entry: ShownNode;
  readonly id: string;
}

function MenuItem({ context: { t, path }, entry, id }: MenuItemProps) {
  if (entry.kind === 'link')
    return (
      <li className="menu__item">
        <MenuLink link={entry} path={path} />
      </li>
    );
  const { name, href, columns, isWide, entry: menu } = entry;
  const toggle = { type: 'button', 'aria-expanded': false, 'aria-controls': id } as const;
  return (
    <li className={isWide ? 'menu__item menu__item--wide' : 'menu__item'} data-dropdown>
      {href === null ? (
        <button className="menu__toggle menu__toggle--named" {...toggle}>
          {name}
          <Icon name="chevron-down" small />
        </button>
      ) : (
        <>
          <MenuLink link={{ name, href }} path={path} />
          <button className="menu__toggle when-script" {...toggle} aria-label={t(texts.submenu, { name })}>
            <Icon name="chevron-down" small />
          </button>
        </>
      )}
      {isPlain(columns) ? (
        <LinkList
          parts={columns.flatMap(({ parts }) => parts)}
          path={path}
          className="menu__sub"
          id={id}
          entry={menu}
        />
      ) : (
        <div className={isWide ? 'menu__sub menu__columns' : 'menu__sub'} id={id} data-entry={menu}>
          {columns.map(({ title, parts }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
            <div key={index}>
              {title !== '' && <p className="menu__heading">{title}</p>}
              <MenuParts parts={parts} path={path} list="menu__list" />
            </div>
          ))}
        </div>
      )}
    </li>
  );
}
