import { Drawer, useGetPuck } from '@puckeditor/core';
import { type KeyboardEvent, type MouseEvent, useState } from 'react';
import { announce } from '#platform/islands/browser/announce.ts';
import type { BuilderTexts, BuilderType } from '../contract.shared.ts';
import { findPlace } from './zones.ts';

interface BlockTypesProps {
  readonly types: readonly BuilderType[];
  readonly texts: BuilderTexts;
}

export function BlockTypes({ types, texts }: BlockTypesProps) {
  const getPuck = useGetPuck();
  // Keep the same array: the library uses the items as component types, and would mount a new one again.
  const [items] = useState(() =>
    types.map(({ name, label }) => ({
      name,
      render: () => (
        <span className="page-builder__type" data-type={name}>
          {label}
        </span>
      ),
    })),
  );
  const add = (target: EventTarget) => {
    const item = target instanceof Element ? target.closest('[data-puck-drawer-item]') : null;
    const type = types.find(({ name }) => name === item?.querySelector<HTMLElement>('[data-type]')?.dataset.type);
    if (!type) return;
    const id = `${type.name}-${crypto.randomUUID()}`;
    const { index, zone } = findPlace(getPuck(), type.name);
    getPuck().dispatch({
      ...{ type: 'insert', componentType: type.name, id },
      ...{ destinationIndex: index, destinationZone: zone },
    });
    // A block that may not stand there is removed first, so wait for that.
    setTimeout(() => {
      const { dispatch, getSelectorForId } = getPuck();
      const place = getSelectorForId(id);
      if (!place) return;
      dispatch({ type: 'setUi', ui: { itemSelector: place } });
      announce(texts.added.replace('{block}', type.label));
      document
        .querySelector<HTMLIFrameElement>('.page-builder iframe')
        ?.contentDocument?.querySelector(`[data-puck-component="${CSS.escape(id)}"]`)
        ?.scrollIntoView({ block: 'nearest' });
    });
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    add(event.target);
  };
  return (
    <section
      className="page-builder__types"
      aria-label={texts.blocks}
      onClick={({ target }: MouseEvent) => add(target)}
      onKeyDown={press}
      // Browsers do not scroll to an element that is partly visible.
      onFocus={({ target }) => target.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
    >
      <h2 className="page-builder__heading">{texts.blocks}</h2>
      <p className="page-builder__hint">{texts.howToAdd}</p>
      <Drawer>
        {items.map(({ name, render }) => (
          <Drawer.Item key={name} name={name}>
            {render}
          </Drawer.Item>
        ))}
      </Drawer>
    </section>
  );
}
