import type { ReactNode } from 'react';
import { menuIdPrefix } from '#features/content/index.ts';
import type { LayoutLink, ShownColumn, ShownPart } from './layout-data.ts';

export function MenuLink({ link, path }: { readonly link: LayoutLink; readonly path: string }) {
  return (
    <a className="menu__link" href={link.href} aria-current={link.href === path ? 'page' : undefined}>
      {link.name}
    </a>
  );
}

type Linked = Extract<ShownPart, { readonly kind: 'link' }>;
const isLink = (part: ShownPart): part is Linked => part.kind === 'link';

/** Whether a dropdown consists of one list of links without headings or blocks. */
export const isPlain = (columns: readonly ShownColumn[]): boolean =>
  columns.length === 1 && columns.every(({ title, parts }) => title === '' && parts.every(isLink));

interface PartsProps {
  readonly parts: readonly ShownPart[];
  readonly path: string;
  readonly list: string;
  /** Prefix of the ids in blocks, which differs where the menu is shown a second time. */
  readonly idPrefix?: string;
}

/** Renders consecutive links as one list, between headings and blocks. */
export function MenuParts({ parts, path, list, idPrefix = menuIdPrefix }: PartsProps) {
  const nodes: ReactNode[] = [];
  let links: ShownPart[] = [];
  const addList = () => {
    if (links.length > 0) nodes.push(<LinkList key={nodes.length} parts={links} path={path} className={list} />);
    links = [];
  };
  for (const part of parts) {
    if (part.kind === 'link' || part.kind === 'text') links.push(part);
    else {
      addList();
      nodes.push(
        part.kind === 'heading' ? (
          <p className="menu__heading" key={nodes.length}>
            {part.name}
          </p>
        ) : (
          <div
            className="menu__block"
            key={nodes.length}
            data-entry={part.entry}
            // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React, which escapes values
            dangerouslySetInnerHTML={{ __html: part.html.replaceAll(menuIdPrefix, idPrefix) }}
          />
        ),
      );
    }
  }
  addList();
  return nodes;
}

interface LinkListProps extends Pick<PartsProps, 'parts' | 'path'> {
  readonly className?: string | undefined;
  readonly id?: string;
  /** Id of the stored menu in which staff edit the list. */
  readonly entry?: number | undefined;
}

export function LinkList({ parts, path, className, id, entry }: LinkListProps) {
  return (
    <ul className={className} id={id} data-entry={entry}>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries never move
        <li key={index}>{isLink(part) ? <MenuLink link={part} path={path} /> : 'name' in part && part.name}</li>
      ))}
    </ul>
  );
}
