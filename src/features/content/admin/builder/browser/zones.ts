import type { PuckApi } from '@puckeditor/core';
import { type BuilderItem, groupType } from '../mapping.shared.ts';

/** Zone of the page's top level. The zones of containers have the id of their block. */
export const rootZone = 'root:default-zone';
const getZone = (id: string) => `${id}:slot`;

export interface Place {
  readonly index: number;
  readonly zone: string;
}

export function countBlocks({ appState, getItemById }: PuckApi, zone: string): number {
  if (zone === rootZone) return appState.data.content.length;
  const parent = getItemById(zone.slice(0, zone.lastIndexOf(':')));
  return (parent?.props.slot as readonly BuilderItem[] | undefined)?.length ?? 0;
}

/** Finds the position of a new block: in the chosen group, after the chosen block, or at the end of the page. */
export function findPlace(puck: PuckApi, type: string): Place {
  const { selectedItem, getSelectorForId } = puck;
  const chosen = selectedItem && getSelectorForId(String(selectedItem.props.id));
  if (!selectedItem || !chosen) return { index: countBlocks(puck, rootZone), zone: rootZone };
  if (selectedItem.type !== groupType || type === groupType) return { index: chosen.index + 1, zone: chosen.zone };
  const zone = getZone(String(selectedItem.props.id));
  return { index: countBlocks(puck, zone), zone };
}
