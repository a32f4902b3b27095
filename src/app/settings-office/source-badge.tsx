import type { Translate } from '#platform/texts/texts.ts';
import { StateBadge } from '#ui/admin/state-badge.tsx';
import type { SettingSource } from './spec-state.ts';
import { settingsTexts as texts } from './texts.ts';

export function SourceBadge({ t, source }: { readonly t: Translate; readonly source: SettingSource }) {
  return <StateBadge tone={source === 'database' ? 'info' : 'neutral'}>{t(texts[`source_${source}`])}</StateBadge>;
}
