import { adminPath, adminSearchPath } from '#platform/admin/contract.ts';
import {
  type AdminNavigationEntry,
  findCurrentEntry,
  groupNavigation,
  listNavigation,
  type NavigationGroup,
} from '#platform/admin/navigation.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { CountBadge } from '#ui/admin/count-badge.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import { sectionIcons, sectionTitles } from './sections.ts';
import { adminTexts as texts } from './texts.ts';

export interface NavigationProps {
  readonly shop: Pick<Shop, 'adminNavigation'>;
  readonly context: Pick<RenderContext, 'path' | 't'>;
  readonly actor: Actor;
}

const menuId = 'office-menu';
/** Number of sections that the bar of small screens shows between Home and Search. */
const maxShortcuts = 2;

/**
 * The side bar. It shows the entries of the current section. On small screens, where the browser opens the bar as a
 * popover over the page, it shows the entries of all sections.
 */
export function AdminNavigation({ shop, context, actor }: NavigationProps) {
  const { t, path } = context;
  const entries = listNavigation(shop.adminNavigation, actor);
  const current = findCurrentEntry(entries, path);
  return (
    <nav className="side" id={menuId} aria-label={t(texts.menu)} popover="auto">
      <button className="side__close icon-button" type="button" popoverTarget={menuId} popoverTargetAction="hide">
        <Icon name="x" />
        <span className="visually-hidden">{t(texts.closeMenu)}</span>
      </button>
      <ul className="side__sections">
        {groupNavigation(entries).map((group) => (
          <Section group={group} context={context} current={current} key={group.section} />
        ))}
      </ul>
    </nav>
  );
}

interface SectionProps {
  readonly group: NavigationGroup;
  readonly context: NavigationProps['context'];
  readonly current: AdminNavigationEntry | undefined;
}

/**
 * Links to the first entry of the section and lists all its entries below. Home without further entries needs no
 * list.
 */
function Section({ group: { section, entries }, context: { t, path }, current }: SectionProps) {
  const [first] = entries;
  const isLeaf = first.path === adminPath() && entries.length === 1;
  const isCurrent = current?.section === section;
  return (
    <li className="side__section" data-current={isCurrent || undefined}>
      <a className="side__link" href={first.path} aria-current={isLeaf ? getCurrent(first, current, path) : undefined}>
        <Icon name={sectionIcons[section]} small />
        <span className="side__text">{t(sectionTitles[section])}</span>
        <CountBadge of={listCounted(entries)} />
      </a>
      {!isLeaf && (
        <ul className="side__entries">
          {entries.map((entry) => (
            <li key={entry.path}>
              <a className="side__entry" href={entry.path} aria-current={getCurrent(entry, current, path)}>
                <span className="side__text">{t(entry.text)}</span>
                <CountBadge of={listCounted([entry])} />
              </a>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

const listCounted = (entries: readonly AdminNavigationEntry[]) =>
  entries.filter(({ count }) => count).map(({ path }) => path);

/** Value of `aria-current`: `page` for the page of the entry itself, `true` for pages below it. */
function getCurrent(entry: AdminNavigationEntry, current: AdminNavigationEntry | undefined, path: string) {
  if (entry !== current) return undefined;
  return entry.path === path ? 'page' : 'true';
}

export function QuickNavigation({ shop, context: { t, path }, actor }: NavigationProps) {
  const entries = listNavigation(shop.adminNavigation, actor);
  const current = findCurrentEntry(entries, path);
  const groups = groupNavigation(entries).filter(({ section }) => section !== 'home');
  return (
    <nav className="quick" aria-label={t(texts.quickMenu)}>
      <QuickLink href={adminPath()} icon="house" isCurrent={current?.section === 'home'} text={t(texts.sectionHome)} />
      {groups.slice(0, maxShortcuts).map(({ section, entries: ofSection }) => (
        <QuickLink
          key={section}
          href={ofSection[0].path}
          icon={sectionIcons[section]}
          isCurrent={current?.section === section}
          text={t(sectionTitles[section])}
          counted={listCounted(ofSection)}
        />
      ))}
      <a className="quick__link" href={adminSearchPath} data-palette-open="">
        <Icon name="search" />
        <span>{t(texts.search)}</span>
      </a>
      <button className="quick__link" type="button" popoverTarget={menuId}>
        <Icon name="menu" />
        <span>{t(texts.more)}</span>
      </button>
    </nav>
  );
}

interface QuickLinkProps {
  readonly href: string;
  readonly icon: IconName;
  readonly text: string;
  readonly isCurrent: boolean;
  readonly counted?: readonly string[];
}

function QuickLink({ href, icon, text, isCurrent, counted = [] }: QuickLinkProps) {
  return (
    <a className="quick__link" href={href} aria-current={isCurrent ? 'true' : undefined}>
      <Icon name={icon} />
      <span>{text}</span>
      <CountBadge of={counted} />
    </a>
  );
}
