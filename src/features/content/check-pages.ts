import { adminPath } from '#platform/admin/contract.ts';
import type { Finding, ShopCheck } from '#platform/checks/checks.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { foldText } from '#platform/input/fold-text.ts';
import { listPublishedPages } from './entries/find-published.ts';

/** Pages that most shops must have by law, matched by words of their slug or heading in European languages. */
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

/** Name of the demo shop, which its example pages in `shop.config.ts` contain. */
const exampleName = 'Saltmarsh';

const selectExamples = sqlQuery<{ title: string }>(
  'content.find-pages-of-the-demo-shop',
  `select r.title from content_entries e join content_revisions r on r.id = e.published_id
  where e.kind in ('home', 'page') and r.tree::text like '%' || $1 || '%' order by e.id limit 20`,
);

/**
 * Finds pages that name the demo shop as the seller. A live shop that was opened with the demo's `shop.config.ts` has
 * such pages.
 */
async function checkExamples({ config, choices }: Pick<Shop, 'config' | 'choices'>, db: Db): Promise<Finding[]> {
  if (config.mode === 'demo' || choices.name.includes(exampleName)) return [];
  const titles = (await selectExamples(db, [exampleName])).map(({ title }) => title);
  if (titles.length === 0) return [];
  return [
    {
      ...{ what: 'Pages of the demo shop', state: 'error', path: adminPath('content'), about: 'content' },
      text: `these pages are published and name the demo shop as the seller: ${titles.join(', ')}`,
      action: 'Write your own texts, or take them off the shop',
    },
  ];
}

/** Checks that the pages exist that inform buyers as the law requires. */
export const checkLegalPages: ShopCheck = async (shop) => [
  ...(await checkExamples(shop, shop.db)),
  await checkPages(shop),
];

async function checkPages(shop: Shop): Promise<Finding> {
  const pages = (await listPublishedPages(shop)).map(({ slug, title }) => foldText(`${slug} ${title}`));
  const missing = legalPages.filter(([, words]) => !pages.some((page) => words.test(page))).map(([name]) => name);
  const finding: Pick<Finding, 'what' | 'about'> = { what: 'Legal pages', about: 'content' };
  if (missing.length === 0) return { ...finding, state: 'ok', text: 'privacy, returns and imprint are there' };
  const text = `no page on ${missing.join(', ')} was found`;
  const action = 'Add and publish it in the back office, under Content, with a link in the legal part of the footer';
  return { ...finding, state: 'warning', text, action };
}
