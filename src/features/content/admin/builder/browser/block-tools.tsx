import { createUsePuck, useGetPuck } from '@puckeditor/core';
import type { BuilderTexts, BuilderType } from '../contract.shared.ts';
import { countBlocks, rootZone } from './zones.ts';

const usePuck = createUsePuck();

interface BlockToolsProps {
  readonly types: readonly BuilderType[];
  readonly texts: BuilderTexts;
}

/** Names the chosen block, and offers everything that the mouse does with it as buttons. */
export function BlockTools(props: BlockToolsProps) {
  const item = usePuck(({ selectedItem }) => selectedItem);
  return item && <ChosenBlock {...props} id={String(item.props.id)} type={String(item.type)} />;
}

function ChosenBlock({ types, texts, id, type }: BlockToolsProps & { readonly id: string; readonly type: string }) {
  const getPuck = useGetPuck();
  const index = usePuck(({ getSelectorForId }) => getSelectorForId(id)?.index ?? 0);
  const zone = usePuck(({ getSelectorForId }) => getSelectorForId(id)?.zone ?? rootZone);
  const count = usePuck((puck) => countBlocks(puck, zone));
  const select = (to: number | null) =>
    getPuck().dispatch({ type: 'setUi', ui: { itemSelector: to === null ? null : { index: to, zone } } });
  const move = (to: number) => {
    getPuck().dispatch({ type: 'reorder', sourceIndex: index, destinationIndex: to, destinationZone: zone });
    select(to);
  };
  const duplicate = () => {
    getPuck().dispatch({ type: 'duplicate', sourceIndex: index, sourceZone: zone });
    select(index + 1);
  };
  const remove = () => {
    getPuck().dispatch({ type: 'remove', index, zone });
    select(null);
  };
  const label = types.find((each) => each.name === type)?.label;
  const tools = [
    { text: texts.up, run: () => move(index - 1), isOff: index === 0 },
    { text: texts.down, run: () => move(index + 1), isOff: index >= count - 1 },
    { text: texts.duplicate, run: duplicate, isOff: label === undefined },
    { text: texts.delete, run: remove },
  ];
  return (
    <>
      <h2 className="page-builder__heading">{label ?? texts.unknown}</h2>
      <p className="page-builder__tools">
        {tools.map(({ text, run, isOff = false }) => (
          <button type="button" className="button button--quiet" key={text} disabled={isOff} onClick={run}>
            {text}
          </button>
        ))}
      </p>
    </>
  );
}
