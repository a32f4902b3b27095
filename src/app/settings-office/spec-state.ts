import type { Shop } from '#platform/features/shop.ts';
import { describeSetting, type SettingView } from '#platform/settings/list-settings.ts';
import type { SettingRow } from '#platform/settings/setting-rows.ts';
import { truncateText } from '#platform/texts/plain-text.ts';
import { createSpecControl, isInFile } from './section-form.ts';
import type { SettingSpec } from './setting-sections.ts';
import { readTaxClass } from './tax-class-control.ts';
import { settingsTexts as texts } from './texts.ts';

export type SettingSource = 'default' | 'file' | 'database' | 'environment';

export interface SpecState {
  /** The current value in readable form. For a secret, whether it is set. */
  readonly text: string;
  readonly source: SettingSource;
  readonly view: SettingView;
}

const shownLength = 160;

export function describeSpec(shop: Shop, spec: SettingSpec): SpecState {
  const view = describeSetting(shop.settingStore, spec.key);
  if (view.secret) {
    const { isSet, variable } = view.secret;
    if (view.source === 'environment')
      return { text: shop.t(texts.secretOfEnvironment, { variable }), source: 'environment', view };
    return { text: shop.t(isSet ? texts.secretSet : texts.secretNotSet), source: isSet ? 'database' : 'default', view };
  }
  const source = view.source === 'database' ? 'database' : isInFile(shop, spec) ? 'file' : 'default';
  return { text: formatSpecValue(shop, spec, view.value), source, view };
}

const noRows: readonly SettingRow[] = [];

/** Formats a value in the same way as the setting's field, short enough for a table. */
export function formatSpecValue(shop: Shop, spec: SettingSpec, value: unknown): string {
  const { t, choices } = shop;
  if (value === null || value === undefined) return t(texts.noValue);
  const { field, toField } = createSpecControl(shop, spec, noRows, [readTaxClass(value)].filter(Boolean));
  const text = field.kind.toText(toField(value), field, { t, locale: choices.locale });
  return truncateText(text.replaceAll('\n', ', '), shownLength) || t(texts.noValue);
}
