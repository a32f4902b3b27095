import { contentSettings } from '#features/content/settings.ts';
import type { Shop } from '#platform/features/shop.ts';
import { choice, line } from '#platform/forms/kinds.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import { allowOrigins } from '#platform/pages/page-origins.ts';
import { Tabs } from '#ui/tabs.tsx';
import { defineBlock, type RenderedChild } from '../block.ts';
import { groupType } from '../tree.ts';
import { title } from './fields.ts';
import { blockTexts as texts } from './texts.ts';

const readTitle = ({ values }: RenderedChild): string => (typeof values.title === 'string' ? values.title : '');

/** The content of one column, tab or accordion section. */
export const groupBlock = defineBlock({
  name: groupType,
  text: texts.group,
  fields: ({ t }) => ({ title: line({ label: t(texts.group_), max: 100 }) }),
  initial: { title: '' },
  takes: 'blocks',
  render: ({ children }) => (
    <div className="stack">
      {children.map(({ id, node }) => (
        <div key={id}>{node}</div>
      ))}
    </div>
  ),
  toText: ({ title: name }) => name,
  toSummary: ({ title: name }) => name,
});

const counts = ['2', '3', '4'] as const;

export const columnsBlock = defineBlock({
  name: 'columns',
  text: texts.columns,
  fields: ({ t }) => ({
    count: choice({
      ...{ label: t(texts.columnCount), required: true },
      options: counts.map((value) => ({ value, label: value })),
    }),
  }),
  initial: { count: '2' },
  takes: 'groups',
  width: 'wide',
  styles: 'src/features/content/blocks/kinds/columns.page.css',
  render: ({ values: { count }, children }) =>
    children.length === 0 ? null : (
      <section className="section wrap">
        <div className={`columns columns--${count}`}>
          {children.map(({ id, node }) => (
            <div key={id}>{node}</div>
          ))}
        </div>
      </section>
    ),
});

export const tabsBlock = defineBlock({
  name: 'tabs',
  text: texts.tabs,
  fields: (shop) => ({ title: title(shop) }),
  initial: { title: '' },
  takes: 'groups',
  render({ id, values: { title: label }, children }) {
    if (children.length === 0) return null;
    const tabs = children.map((child, index) => ({
      ...{ id: `${id}-${child.id}`, title: readTitle(child) || String(index + 1), content: child.node },
    }));
    return (
      <Behaviour of="ui/tabs">
        <Tabs tabs={tabs} label={label} />
      </Behaviour>
    );
  },
  toSummary: ({ title: label }) => label,
});

export const accordionBlock = defineBlock({
  name: 'accordion',
  text: texts.accordion,
  fields: () => ({}),
  initial: {},
  takes: 'groups',
  styles: 'src/features/content/blocks/kinds/accordion.page.css',
  render: ({ children }) =>
    children.length === 0 ? null : (
      <div className="accordions">
        {children.map((child, index) => (
          <details className="accordion" key={child.id}>
            <summary className="accordion__title">{readTitle(child) || String(index + 1)}</summary>
            <div className="accordion__body">{child.node}</div>
          </details>
        ))}
      </div>
    ),
});

const sizes = ['small', 'medium', 'large'] as const;

export const spacerBlock = defineBlock({
  name: 'spacer',
  text: texts.spacer,
  fields: ({ t }) => ({
    size: choice({
      ...{ label: t(texts.size), required: true },
      options: sizes.map((value) => ({ value, label: t(texts[value]) })),
    }),
  }),
  initial: { size: 'medium' },
  styles: 'src/features/content/blocks/kinds/spacer.page.css',
  render: ({ values: { size } }) => <div className={`spacer spacer--${size}`} aria-hidden="true" />,
  toSummary: ({ size }) => size,
});

/** @returns null when it is not an https address of one of the hosts */
function readEmbed(address: string, hosts: readonly string[]): URL | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.protocol !== 'https:' || url.username !== '' || url.port !== '') return null;
  return hosts.includes(url.hostname) ? url : null;
}

/** Whether pages of the shop may embed the page at this address. */
export const isEmbedAddress = (shop: Shop, address: string): boolean =>
  readEmbed(address, shop.settings(contentSettings).embedHosts) !== null;

interface EmbeddedPageProps {
  readonly shop: Shop;
  readonly address: string;
  readonly title: string;
}

/** A page of another site, if a setting allows its host. Nothing is loaded from there before a shopper opens it. */
export function renderEmbeddedPage({ shop, address, title: name }: EmbeddedPageProps) {
  const url = readEmbed(address, shop.settings(contentSettings).embedHosts);
  if (!url) return null;
  allowOrigins({ frame: [url.origin] });
  const label = name || url.hostname;
  return (
    <details className="embed">
      <summary className="embed__open">{shop.t(texts.embedOpen, { title: label })}</summary>
      <p className="embed__note">{shop.t(texts.embedNote, { host: url.hostname })}</p>
      <iframe
        className="embed__frame"
        src={url.href}
        title={label}
        loading="lazy"
        referrerPolicy="strict-origin-when-cross-origin"
        sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
        allow="fullscreen"
      />
    </details>
  );
}

export const embedBlock = defineBlock({
  name: 'embed',
  text: texts.embed,
  fields: (shop) => ({
    address: line({
      ...{ label: shop.t(texts.embedAddress), max: 500, isValid: (address) => isEmbedAddress(shop, address) },
      invalid: shop.t(texts.embedInvalid, { hosts: shop.settings(contentSettings).embedHosts.join(', ') }),
    }),
    title: line({ label: shop.t(texts.embedTitle), max: 200 }),
  }),
  initial: { address: '', title: '' },
  // A frame of another site needs an entry in the content security policy of the page.
  stands: 'page',
  styles: 'src/features/content/blocks/kinds/embed.page.css',
  render: ({ shop, values }) => renderEmbeddedPage({ shop, ...values }),
  toSummary: ({ address }) => address,
});
