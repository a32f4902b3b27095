import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { productPath } from '#features/catalog/index.ts';
import { useDatabase } from '#tests/support/database.ts';
import { saveTestProduct } from '#tests/support/products.ts';
import { newShopper } from '#tests/support/shopper.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { importReviews } from './import-reviews.ts';

const { database } = useDatabase();
const folder = mkdtempSync(join(tmpdir(), 'vitrine-reviews-'));
let app: App;
let id: number;

beforeAll(async () => {
  app = await testShop(database);
  const master = { regularPrice: 1000, sku: 'TB-1' };
  ({ id } = await saveTestProduct(app.shop, { name: 'Tide bowl', slug: 'tide-bowl', status: 'published', master }));
});

async function importText(text: string, dryRun = false) {
  const file = join(folder, 'reviews.csv');
  writeFileSync(file, text);
  const report = await importReviews(app.shop, file, { source: 'Judge.me', dryRun });
  return { ...report, codes: report.messages.map(({ line, code }) => `${line} ${code}`) };
}

const readRows = async () =>
  (await database.pool.query('select * from comments where product_id = $1 order by id', [id])).rows;

describe('a file of reviews', () => {
  it('is imported once, approved and without a badge; a dry run adds nothing', async () => {
    const text = `title,body,rating,review_date,source,curated,reviewer_name,reviewer_email,product_id,product_handle,reply,reply_date,picture_urls
Lovely,"<p>It pours, <b>well</b></p>",5,2024-03-05 10:00:00 UTC,web,ok,Ada,ada@example.com,999,tide-bowl,Thank you,2024-03-06,https://gone.example/1.jpg
,Fine,4,2024-03-06,web,ok,ada@example.com,ada@example.com,,tide-bowl,,,
`;
    expect(await importText(text, true)).toMatchObject({ created: 2 });
    expect(await readRows()).toEqual([]);
    expect(await importText(text)).toMatchObject({ created: 2, codes: ['2 PICTURES_LEFT'] });
    expect(await importText(text)).toMatchObject({ created: 0, unchanged: 2 });
    expect(await readRows()).toMatchObject([
      {
        body: 'It pours, well',
        stars: 5,
        author: 'Ada',
        email: null,
        state: 'approved',
        is_verified: false,
        source: 'Judge.me',
      },
      { body: 'Thank you', is_from_shop: true, stars: null, source: null },
      { body: 'Fine', author: '' },
    ]);
    expect((await newShopper(app).visit(productPath('tide-bowl'))).body).toContain('From Judge.me');
  });

  it('has heads of other programs in any case; what is unclear, hidden or of no product is reported', async () => {
    const text = `Review Creation Date;Review Status;Review Score;Review Content;Reviewer Display Name;Product SKU
2024-01-02T03:04:05;Published;3;Good;Ben;tb-1
2024-01-02;Hidden;5;Great;Cleo;TB-1
05/03/2024;Published;5;Great;Cleo;TB-1
2024-01-02;Published;4,5;Great;Cleo;TB-1
2024-01-02;Published;8/10;Great;Cleo;TB-1
2024-01-02;Published;5;Great;Cleo;NONE
2024-01-02;Published;5;;Cleo;TB-1
`;
    const { created, codes } = await importText(text);
    expect(created).toBe(1);
    expect(codes).toEqual([
      ...[
        '3 REVIEW_HIDDEN',
        '4 DATE_UNCLEAR',
        '5 STARS_UNCLEAR',
        '6 STARS_UNCLEAR',
        '7 PRODUCT_UNKNOWN',
        '8 REVIEW_EMPTY',
      ],
    ]);
  });
});
