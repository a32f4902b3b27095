import lighthouse from 'lighthouse';
import { addToCart, newShopper, type Shopper } from '#tests/shopper.ts';
import type { Measure } from '../bench.ts';
import { openBrowser } from '../browser.ts';
import type { Goal, Row } from '../report.ts';
import { databaseOf, openShop } from '../shop.ts';
import { median } from '../statistics.ts';
import { endlessProducts, productPaths } from '../targets.ts';

interface Subject {
  readonly name: string;
  readonly path: string;
  /** One that search engines may list. */
  readonly indexed: boolean;
  readonly performance: number;
}

interface Seen {
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  readonly seo: number;
  /** Milliseconds. */
  readonly largestPaint: number;
  readonly blocking: number;
  readonly shift: number;
  /** What cost points, by category. */
  readonly lost: ReadonlyMap<string, readonly string[]>;
}

/** Lighthouse as it is set for a phone; the median of the runs of each page. */
export const phone: Measure = async ({ dataDir, rounds }) => {
  const shop = await openShop(dataDir);
  const database = databaseOf(dataDir);
  const browser = await openBrowser();
  try {
    const [product = ''] = await productPaths(database, 1);
    const shopper = newShopper();
    for (const id of await endlessProducts(database, 2)) await addToCart(shopper, shop.url, id);
    const rows: Row[] = [];
    for (const subject of subjects(product)) {
      const runs: Seen[] = [];
      for (let round = 0; round < rounds; round += 1)
        runs.push(await audit(shop.url + subject.path, browser.port, subject.indexed ? null : shopper));
      rows.push(...subjectRows(subject, runs));
    }
    return rows;
  } finally {
    await browser.stop();
    await database.close();
    await shop.stop();
  }
};

const subjects = (product: string): Subject[] => [
  { name: 'home', path: '/', indexed: true, performance: 100 },
  { name: 'listing', path: '/shop', indexed: true, performance: 100 },
  { name: 'product', path: product, indexed: true, performance: 100 },
  { name: 'cart', path: '/cart', indexed: false, performance: 98 },
  { name: 'checkout', path: '/checkout', indexed: false, performance: 98 },
];

/** Once more when Lighthouse itself stumbled, which it does now and then on a busy machine. */
async function audit(url: string, port: number, shopper: Shopper | null): Promise<Seen> {
  const cookie = shopper && [...shopper.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const extraHeaders = cookie ? { Cookie: cookie } : null;
  for (let tries = 1; ; tries += 1) {
    const result = await lighthouse(url, { port, logLevel: 'error', output: 'json', extraHeaders });
    const trouble = result ? troubleOf(result.lhr, url) : 'it said nothing';
    if (result && trouble === null) return seenIn(result.lhr);
    if (tries === 3) throw new Error(`Lighthouse could not judge ${url}: ${trouble}`);
  }
}

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];

function troubleOf({ finalDisplayedUrl, runtimeError, categories, audits }: Report, url: string): string | null {
  if (runtimeError) return runtimeError.message;
  if (finalDisplayedUrl !== url) return `it was led to ${finalDisplayedUrl}`;
  if (typeof categories.performance?.score === 'number') return null;
  return Object.values(audits).find(({ errorMessage }) => errorMessage)?.errorMessage ?? 'it gave no points';
}

function seenIn({ audits, categories }: Report): Seen {
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
    lost: lostIn({ audits, categories }),
  };
}

function lostIn({ audits, categories }: Pick<Report, 'audits' | 'categories'>): Map<string, string[]> {
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

function subjectRows({ name, indexed, performance }: Subject, runs: readonly Seen[]): Row[] {
  const row = (what: string, read: (run: Seen) => number, unit: Row['unit'], goal: Goal, category = ''): Row => {
    const lost = [...new Set(runs.flatMap((run) => run.lost.get(category) ?? []))];
    const note = lost.length > 0 ? `lost by: ${lost.join('; ')}` : undefined;
    return { what: `Lighthouse, ${name}: ${what}`, value: median(runs.map(read)), unit, goal, note };
  };
  const all = { atLeast: 100 };
  return [
    row('performance', (run) => run.performance, 'points', { atLeast: performance }, 'performance'),
    row('accessibility', (run) => run.accessibility, 'points', all, 'accessibility'),
    row('best practices', (run) => run.bestPractices, 'points', all, 'best-practices'),
    ...(indexed ? [row('SEO', (run) => run.seo, 'points', all, 'seo')] : []),
    row('largest paint', (run) => run.largestPaint / 1000, 's', { atMost: 1.5 }),
    row('blocking time', (run) => run.blocking, 'ms', { atMost: 50 }),
    row('layout shift', (run) => run.shift, 'shift', { atMost: 0 }),
  ];
}
