import type { Shop } from '#platform/features/shop.ts';
import type { Content } from '../entries/find-published.ts';
import { resolveDraft } from './load-menus.tsx';
import type { MenuPart } from './resolve-menu.ts';
import { menuTexts as texts } from './texts.ts';

export async function previewMenu(shop: Shop, { title, tree }: Content) {
  const nodes = await resolveDraft(shop, tree.blocks);
  const body = (
    <>
      <header className="page-head wrap wrap--text">
        <h1>{title}</h1>
        <p className="lead">{shop.t(texts.menuPreviewLead)}</p>
      </header>
      <nav className="wrap wrap--text prose" aria-label={title}>
        <ul>
          {nodes.map((node, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries never move
            <li key={index}>
              {node.href === null ? node.name : <a href={node.href}>{node.name}</a>}
              {node.kind === 'group' &&
                node.columns.map(({ title: heading, parts }, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
                  <Column key={column} shop={shop} title={heading} parts={parts} />
                ))}
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
  return { title, body };
}

interface ColumnProps {
  readonly shop: Shop;
  readonly title: string;
  readonly parts: readonly MenuPart[];
}

function Column({ shop, title, parts }: ColumnProps) {
  return (
    <>
      {title !== '' && <p>{title}</p>}
      <ul>
        {parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts never move
          <li key={index}>
            <Part shop={shop} part={part} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Part({ shop, part }: { readonly shop: Shop; readonly part: MenuPart }) {
  if (part.kind === 'link') return <a href={part.href}>{part.name}</a>;
  if (part.kind === 'heading') return <strong>{part.name}</strong>;
  if (part.kind === 'contact') return shop.t(texts.menuContact);
  if (part.kind === 'legal') return shop.t(texts.menuOfLaw);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React, which escapes values
  return <div dangerouslySetInnerHTML={{ __html: part.html }} />;
}
