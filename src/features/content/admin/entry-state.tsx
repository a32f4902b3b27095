import type { Shop } from '#platform/features/shop.ts';
import { StateBadge } from '#ui/admin/state-badge.tsx';
import type { Entry } from '../entries/save-entry.ts';
import { contentTexts as texts } from './texts.ts';

type EntryPointers = Pick<Entry, 'draftId' | 'publishedId' | 'scheduledAt'>;

const tones = { draft: 'neutral', changed: 'warning', published: 'success', scheduled: 'info' } as const;
export const entryStates = Object.keys(tones) as (keyof typeof tones)[];

const findState = ({ draftId, publishedId, scheduledAt }: EntryPointers): keyof typeof tones => {
  if (scheduledAt !== null) return 'scheduled';
  if (publishedId === null) return 'draft';
  return publishedId === draftId ? 'published' : 'changed';
};

export function EntryState({ t, entry }: Pick<Shop, 't'> & { readonly entry: EntryPointers }) {
  const state = findState(entry);
  return <StateBadge tone={tones[state]}>{t(texts[state])}</StateBadge>;
}
