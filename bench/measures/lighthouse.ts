import { execFile } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '#platform/config/project-root.ts';
import { newShopper, type Shopper } from '#tests/support/shopper.ts';
import type { Measure } from '../bench.ts';
import { startBrowser } from '../browser.ts';
import type { Goal, Row } from '../report.ts';
import { openShop, openShopDatabase } from '../shop.ts';
import { median } from '../statistics.ts';
import { openTab } from '../tab.ts';
import { findProductPaths, findUnmanagedProducts } from '../targets.ts';

interface AuditedPage {
  readonly name: string;
  readonly path: string;
  /** Whether search engines may index it. */
  readonly isIndexed: boolean;
  readonly minPerformance: number;
}

interface PageScores {
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  readonly seo: number;
  /** Milliseconds. */
  readonly largestPaint: number;
  readonly blocking: number;
  readonly shift: number;
  /** Titles of audits that lost points, by category. */
  readonly lostAudits: ReadonlyMap<string, readonly string[]>;
}

/** Lighthouse with its default settings for a phone; the median of several runs per page. */
export const lighthouseScores: Measure = async ({ dataDir, rounds }) => {
  const shop = await openShop(dataDir);
  const database = openShopDatabase(dataDir);
  const browser = await startBrowser();
  try {
    const [product = ''] = await findProductPaths(database, 1);
    const shopper = newShopper(shop);
    for (const id of await findUnmanagedProducts(database, 2)) await shopper.addToCart(id);
    const rows: Row[] = [];
    for (const page of listPages(product)) {
      const runs: PageScores[] = [];
      if (!page.isIndexed) await setCookies(browser.port, shop.url, shopper);
      for (let round = 0; round < rounds; round += 1) runs.push(await auditPage(shop.url + page.path, browser.port));
      rows.push(...createPageRows(page, runs));
    }
    return rows;
  } finally {
    await browser.stop();
    await database.close();
    await shop.stop();
  }
};

const listPages = (product: string): AuditedPage[] => [
  { name: 'home', path: '/', isIndexed: true, minPerformance: 100 },
  { name: 'listing', path: '/shop', isIndexed: true, minPerformance: 100 },
  { name: 'product', path: product, isIndexed: true, minPerformance: 100 },
  { name: 'cart', path: '/cart', isIndexed: false, minPerformance: 98 },
  { name: 'checkout', path: '/checkout', isIndexed: false, minPerformance: 98 },
];

/** Not installed with the other packages: it brings 83 more, for this measure alone. npm fetches it when it is first run. */
const lighthousePackage = 'lighthouse@13.5.0';

/** The parts of Lighthouse's report that are read. */
interface Report {
  readonly finalDisplayedUrl: string;
  readonly runtimeError?: { readonly message: string };
  readonly categories: Readonly<Record<string, Category>>;
  readonly audits: Readonly<Record<string, Audit>>;
}

interface Category {
  readonly score: number | null;
  readonly auditRefs: readonly { readonly id: string; readonly weight: number }[];
}

interface Audit {
  readonly title: string;
  readonly score: number | null;
  readonly numericValue?: number;
  readonly errorMessage?: string;
}

/** Makes the browser the shopper's. Lighthouse keeps cookies. */
async function setCookies(port: number, url: string, { cookies }: Shopper): Promise<void> {
  const tab = await openTab(port, { width: 800, height: 600 });
  await tab.send('Network.setCookies', { cookies: [...cookies].map(([name, value]) => ({ name, value, url })) });
  tab.close();
}

/** Retries twice: Lighthouse itself sometimes fails on a busy machine. */
async function auditPage(url: string, port: number): Promise<PageScores> {
  for (let tries = 1; ; tries += 1) {
    const report = await runLighthouse(url, port);
    const failure = findFailure(report, url);
    if (failure === null) return toPageScores(report);
    if (tries === 3) throw new Error(`Lighthouse failed for ${url}: ${failure}`);
  }
}

/** @param port of the Chrome DevTools Protocol of a running browser */
async function runLighthouse(url: string, port: number): Promise<Report> {
  const flags = [`--port=${port}`, '--output=json', '--quiet'];
  const path = [join(projectRoot, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
  const { stdout } = await promisify(execFile)(
    'npm',
    ['exec', '--yes', `--package=${lighthousePackage}`, '--', 'lighthouse', url, ...flags],
    { env: { ...process.env, PATH: path }, maxBuffer: 100 * 1024 * 1024 },
  );
  return JSON.parse(stdout) as Report;
}

function findFailure({ finalDisplayedUrl, runtimeError, categories, audits }: Report, url: string): string | null {
  if (runtimeError) return runtimeError.message;
  if (finalDisplayedUrl !== url) return `redirected to ${finalDisplayedUrl}`;
  if (typeof categories.performance?.score === 'number') return null;
  return Object.values(audits).find(({ errorMessage }) => errorMessage)?.errorMessage ?? 'no score';
}

function toPageScores({ audits, categories }: Report): PageScores {
  const score = (category: string) => Math.round((categories[category]?.score ?? Number.NaN) * 100);
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    largestPaint: value('largest-contentful-paint'),
    blocking: value('total-blocking-time'),
    shift: value('cumulative-layout-shift'),
    lostAudits: findLostAudits({ audits, categories }),
  };
}

function findLostAudits({ audits, categories }: Pick<Report, 'audits' | 'categories'>): Map<string, string[]> {
  const lost = Object.entries(categories).map(([category, { auditRefs }]): [string, string[]] => {
    const enough = category === 'performance' ? 0.9 : 1;
    const titles = auditRefs.flatMap(({ id, weight }) => {
      const { score, title } = audits[id] ?? { score: null, title: id };
      return weight > 0 && score !== null && score < enough ? [title] : [];
    });
    return [category, titles];
  });
  return new Map(lost);
}

function createPageRows({ name, isIndexed, minPerformance }: AuditedPage, runs: readonly PageScores[]): Row[] {
  const row = (what: string, read: (run: PageScores) => number, unit: Row['unit'], goal: Goal, category = ''): Row => {
    const lost = [...new Set(runs.flatMap((run) => run.lostAudits.get(category) ?? []))];
    const note = lost.length > 0 ? `lost by: ${lost.join('; ')}` : undefined;
    return { what: `Lighthouse, ${name}: ${what}`, value: median(runs.map(read)), unit, goal, note };
  };
  const all = { atLeast: 100 };
  return [
    row('performance', (run) => run.performance, 'points', { atLeast: minPerformance }, 'performance'),
    row('accessibility', (run) => run.accessibility, 'points', all, 'accessibility'),
    row('best practices', (run) => run.bestPractices, 'points', all, 'best-practices'),
    ...(isIndexed ? [row('SEO', (run) => run.seo, 'points', all, 'seo')] : []),
    row('largest paint', (run) => run.largestPaint / 1000, 's', { atMost: 1.5 }),
    row('blocking time', (run) => run.blocking, 'ms', { atMost: 50 }),
    row('layout shift', (run) => run.shift, 'shift', { atMost: 0 }),
  ];
}
