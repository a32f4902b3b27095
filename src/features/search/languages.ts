import type { Shop } from '#platform/features/shop.ts';
import { type Language, languages } from './engine.ts';
import { searchSettings } from './settings.ts';

const languageByLocale: Readonly<Record<string, Language>> = {
  da: 'danish',
  nl: 'dutch',
  en: 'english',
  fi: 'finnish',
  fr: 'french',
  de: 'german',
  it: 'italian',
  nb: 'norwegian',
  nn: 'norwegian',
  no: 'norwegian',
  pt: 'portuguese',
  es: 'spanish',
  sv: 'swedish',
};

export function getSearchLanguages({ settings, choices }: Pick<Shop, 'settings' | 'choices'>): readonly Language[] {
  const shopLanguage = languageByLocale[choices.locale.split('-')[0]?.toLowerCase() ?? ''];
  return settings(searchSettings).languages ?? languages.filter((language) => language === shopLanguage);
}
