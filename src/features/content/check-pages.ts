import type { Finding, ShopCheck } from '#platform/checks/checks.ts';
import { foldText } from '#platform/input/fold-text.ts';
import { listPublishedPages } from './entries/find-published.ts';

/** Pages that the law asks most shops for, by words of their address or heading in the languages of Europe. */
const legalPages = [
  [
    'privacy',
    /privacy|datenschutz|confidentialit|privacidad|privacidade|riservatezza|prywatnosc|integritet|persondata|gdpr/,
  ],
  [
    'returns',
    /return|withdraw|widerruf|rucksend|ruckgabe|retour|retract|devoluc|devoluto|resi\b|recesso|zwrot|retur|angerratt/,
  ],
  [
    'imprint',
    /imprint|impressum|legal notice|legal-notice|mentions legales|mentions-legales|aviso legal|aviso-legal|note legali|note-legali|colophon|about/,
  ],
] as const;

/** Looks for the pages with what buyers must be told. */
export const checkLegalPages: ShopCheck = async (shop) => {
  const pages = (await listPublishedPages(shop)).map(({ slug, title }) => foldText(`${slug} ${title}`));
  const missing = legalPages.filter(([, words]) => !pages.some((page) => words.test(page))).map(([name]) => name);
  const finding: Pick<Finding, 'what' | 'about'> = { what: 'Legal pages', about: 'content' };
  if (missing.length === 0) return [{ ...finding, state: 'ok', text: 'privacy, returns and imprint are there' }];
  const text = `no page on ${missing.join(', ')} was found`;
  const action = 'Add and publish it in the back office, under Content, with a link in the legal part of the footer';
  return [{ ...finding, state: 'warning', text, action }];
};
