import type { Measure } from '../bench.ts';
import { fireInTurn, type Rounds } from '../cannon.ts';
import { fillLarge } from '../large.ts';
import type { Row } from '../report.ts';
import { openShop } from '../shop.ts';
import { listingPaths } from '../targets.ts';

const connections = 8;

/** Eight addresses of each kind, since one page is never rendered twice at once. */
const kinds = {
  'first pages': listingPaths,
  'pages 393 to 400': Array.from({ length: connections }, (_, at) => `/shop?page=${393 + at}`),
  'of departments': ['tableware', 'kitchen', 'textiles', 'decoration'].flatMap((slug) => [
    `/category/${slug}`,
    `/category/${slug}?page=9`,
  ]),
  'in stock only': [1, 2, 3, 4, 5, 6, 7, 8].map((page) => `/shop?stock=in&page=${page}`),
  'by glaze and price': ['celadon', 'oat', 'tide', 'ink', 'chalk', 'shino', 'cobalt', 'ochre'].map(
    (glaze) => `/shop?is=glaze.${glaze}&max=60&stock=in`,
  ),
} as const;

/** Lists of 10,000 products, made anew each time, beside those of a hundred. */
export const listings: Measure = async ({ dataDir, seconds, rounds }) => {
  const env = { PAGE_CACHE_MB: '0' };
  const small = await openShop(dataDir, env);
  const large = await openShop(await fillLarge(dataDir), env);
  try {
    const rows: Row[] = [];
    for (const [name, paths] of Object.entries(kinds)) {
      const load = (url: string, asked: readonly string[]) => ({
        ...{ connections, seconds },
        urls: asked.map((path) => url + path),
      });
      const seen = await fireInTurn(
        {
          large: { pid: large.serverPid(), load: load(large.url, paths) },
          small: { pid: small.serverPid(), load: load(small.url, listingPaths) },
        },
        rounds,
      );
      rows.push(listingRow(name, seen.large, seen.small));
    }
    return rows;
  } finally {
    await large.stop();
    await small.stop();
  }
};

function listingRow(name: string, large: Rounds, small: Rounds): Row {
  const processor =
    large.processor === null ? '' : `; ${(large.processor / 1000).toFixed(2)} ms of processor time a page`;
  return {
    what: `list of 10,000 products, ${name}`,
    value: large.perSecond,
    unit: 'requests/s',
    against: { what: 'list of 100', value: small.perSecond },
    note: `p99 ${large.p99} ms, of 100 ${small.p99} ms${processor}`,
  };
}
