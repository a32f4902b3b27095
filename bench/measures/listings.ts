import type { Measure } from '../bench.ts';
import type { Row } from '../report.ts';
import { type LoadSummary, runLoadsInTurn } from '../run-load.ts';
import { fillGeneratedShop, openShop } from '../shop.ts';
import { listingPaths } from '../targets.ts';

const connections = 8;

/** Eight URLs of each kind, because concurrent requests for one page share a render. */
const kinds = {
  'first pages': listingPaths,
  'pages 393 to 400': Array.from({ length: connections }, (_, index) => `/shop?page=${393 + index}`),
  'of departments': ['tableware', 'kitchen', 'textiles', 'decoration'].flatMap((slug) => [
    `/category/${slug}`,
    `/category/${slug}?page=9`,
  ]),
  'in stock only': [1, 2, 3, 4, 5, 6, 7, 8].map((page) => `/shop?stock=in&page=${page}`),
  'by glaze and price': ['celadon', 'oat', 'tide', 'ink', 'chalk', 'shino', 'cobalt', 'ochre'].map(
    (glaze) => `/shop?is=glaze.${glaze}&max=60&stock=in`,
  ),
} as const;

/** Uncached lists of 10,000 products, compared with lists of 100. */
export const listings: Measure = async ({ dataDir, seconds, rounds }) => {
  const env = { PAGE_CACHE_MB: '0' };
  const small = await openShop(dataDir, env);
  const large = await openShop(await fillGeneratedShop(dataDir), env);
  try {
    const rows: Row[] = [];
    for (const [name, paths] of Object.entries(kinds)) {
      const load = (url: string, asked: readonly string[]) => ({
        ...{ connections, seconds },
        urls: asked.map((path) => url + path),
      });
      const results = await runLoadsInTurn(
        {
          large: { pid: large.serverPid(), load: load(large.url, paths) },
          small: { pid: small.serverPid(), load: load(small.url, listingPaths) },
        },
        rounds,
      );
      rows.push(createRow(name, results.large, results.small));
    }
    return rows;
  } finally {
    await large.stop();
    await small.stop();
  }
};

function createRow(name: string, large: LoadSummary, small: LoadSummary): Row {
  const processor =
    large.processorTime === null ? '' : `; ${(large.processorTime / 1000).toFixed(2)} ms of processor time per page`;
  return {
    what: `list of 10,000 products, ${name}`,
    value: large.perSecond,
    unit: 'requests/s',
    against: { what: 'list of 100', value: small.perSecond },
    note: `p99 ${large.p99} ms, of 100 ${small.p99} ms${processor}`,
  };
}
