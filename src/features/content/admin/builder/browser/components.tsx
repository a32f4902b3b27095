import { type ComponentConfig, type Config, createUsePuck, type SlotComponent } from '@puckeditor/core';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import type { BuilderProps, BuilderType } from '../contract.shared.ts';
import { groupType, type TreeBlock, unknownType } from '../mapping.shared.ts';
import type { BlockHtmlCache } from './block-html-cache.ts';

type Values = TreeBlock['values'];

interface ItemProps {
  readonly id: string;
  readonly values?: Values;
  readonly slot?: SlotComponent;
}

interface OwnProps {
  readonly type: BuilderType;
  readonly values: Values;
}

/** HTML of a block from the server. Shows the block's name until the HTML has arrived, and when it is empty. */
function Leaf({
  blockHtml,
  type,
  id,
  values,
  empty,
}: OwnProps & { blockHtml: BlockHtmlCache; id: string; empty: string }) {
  const html = useSyncExternalStore(blockHtml.subscribe, () => blockHtml.getHtml(id));
  useEffect(() => blockHtml.requestHtml(id, type.name, values), [blockHtml, id, type, values]);
  if (!html) return <Label text={`${type.label}: ${empty}`} />;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered and sanitised by the server
  return <div className="builder-leaf" dangerouslySetInnerHTML={{ __html: html }} />;
}

const Label = ({ text }: { readonly text: string }) => <p className="builder-label wrap wrap--text">{text}</p>;

/**
 * A container as the shop renders it, with drop zones instead of the HTML of its blocks. All tabs and sections are
 * open.
 */
function Container({ type, values, slot: Slot }: OwnProps & { slot: SlotComponent | undefined }): ReactNode {
  if (!Slot) return null;
  if (type.name === groupType)
    return (
      <div className="builder-group">
        {typeof values.title === 'string' && values.title !== '' && <p className="builder-label">{values.title}</p>}
        <Slot className="stack builder-slot" disallow={[groupType]} />
      </div>
    );
  if (type.name === 'columns')
    return (
      <section className="section wrap">
        <Slot className={`columns columns--${String(values.count)}`} allow={[groupType]} collisionAxis="dynamic" />
      </section>
    );
  return (
    <section className="section wrap wrap--text">
      <p className="builder-label">{type.label}</p>
      <Slot
        className="stack builder-slot"
        {...(type.takes === 'groups' ? { allow: [groupType] } : { disallow: [groupType] })}
      />
    </section>
  );
}

/** Defines the block types as components of the builder. The server renders their fields, so the library has none. */
export function createConfig({ title, head, types, texts }: BuilderProps, blockHtml: BlockHtmlCache): Config {
  const group = types.find(({ name }) => name === groupType);
  const components = types.map((type): [string, ComponentConfig] => {
    const groups = Array.from({ length: type.groups }, () => ({
      type: groupType,
      props: { values: group?.initial ?? {}, slot: [] },
    }));
    return [
      type.name,
      {
        label: type.label,
        fields: type.takes === null ? {} : { slot: { type: 'slot' } },
        defaultProps: { values: type.initial, ...(type.takes === null ? {} : { slot: groups }) },
        render: ({ id, values = {}, slot }: ItemProps) =>
          type.takes === null ? (
            <Leaf blockHtml={blockHtml} type={type} id={id} values={values} empty={texts.empty} />
          ) : (
            <Container type={type} values={values} slot={slot} />
          ),
      } as ComponentConfig,
    ];
  });
  const unknown: ComponentConfig = {
    ...{ label: texts.unknown, fields: {}, permissions: { duplicate: false, insert: false } },
    render: () => <Label text={texts.unknown} />,
  };
  return {
    components: { ...Object.fromEntries(components), [unknownType]: unknown },
    root: {
      fields: {},
      render: ({ children }: { readonly children: ReactNode }) => (
        <main>
          {head && <Head title={title} {...head} />}
          {children}
          <p className="builder-empty wrap wrap--text">{texts.noBlocks}</p>
        </main>
      ),
    },
  };
}

const usePuck = createUsePuck();

function Head({ title, lead, hiddenBy }: Pick<BuilderProps, 'title'> & NonNullable<BuilderProps['head']>) {
  const first = usePuck(({ appState }) => appState.data.content[0]?.type);
  if (first !== undefined && hiddenBy.includes(String(first))) return null;
  return (
    <header className="page-head wrap wrap--text">
      <h1>{title}</h1>
      {lead !== '' && <p className="lead">{lead}</p>}
    </header>
  );
}
