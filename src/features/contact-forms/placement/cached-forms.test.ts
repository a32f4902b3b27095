import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { definePages, initialContent } from '#features/content/index.ts';
import { type ContactFormInput, contactForm } from '#features/form-definitions/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import { providePort } from '#platform/features/ports.ts';
import { findNextDay, formatIsoDay } from '#platform/texts/formats.ts';
import { useDatabase } from '#tests/support/database.ts';
import { saveTestProduct } from '#tests/support/products.ts';
import { testClock } from '#tests/support/sales.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { contactFormSources } from '../ports.ts';
import { defineContactForms } from '../sources/find-forms.ts';
import { storeForm } from '../sources/stored-forms.ts';

const database = useDatabase();
const clock = testClock(new Date('2026-03-02T10:15:00Z'));
const visit: ContactFormInput = {
  ...{ id: 1, title: 'Visit' },
  layout: [{ kind: 'date', name: 'day', min: 'today+1day', max: '2030-01-01', defaultValue: 'today+1day' }],
};
const html = '<p>Come and see us.</p><p>[contact-form id="1"]</p>';

let app: App;
beforeAll(async () => {
  const pages = [
    { slug: 'visit', title: 'Visit', html },
    { slug: 'later', title: 'Later', html: html.replace('"1"', '"7"') },
  ];
  app = await testShop(database, {
    clock,
    choices: {
      provides: [
        ...providePort(contactFormSources, [defineContactForms([visit])]),
        ...providePort(initialContent, [definePages(pages)]),
      ],
      settings: {
        'contact-forms': { contactForm: 1, productForm: 8, pages: [{ slug: 'ask', form: 8, title: 'Ask' }] },
      },
    },
  });
  await saveTestProduct(app.shop, {
    ...{ status: 'published', name: 'Mug', slug: 'mug', master: { regularPrice: 100 } },
  });
});

const open = async (path: string) => (await app.http.inject(path)).body;
const readDay = async (path: string) => /<input type="date"[^>]*>/.exec(await open(path))?.[0];

describe('cached pages', () => {
  it.each(['/contact', '/pages/visit'])('count dates of forms from today on each day: %s [5.1/26]', async (path) => {
    const expectDay = async (date: string) => {
      for (const part of [`min="${date}"`, `value="${date}"`, 'max="2030-01-01"'])
        expect(await readDay(path)).toContain(part);
    };
    const tomorrow = findNextDay(clock.now());
    clock.forward(tomorrow.getTime() - clock.now().getTime() - 60_000);
    await expectDay(formatIsoDay(tomorrow));
    clock.forward(120_000);
    await expectDay(formatIsoDay(findNextDay(tomorrow)));
  });

  it('show a form that is imported after the page was first read', async () => {
    expect(await open('/pages/later')).not.toContain('form-f7');
    const form = contactForm.parse({ ...visit, id: 7 });
    await inTransaction(database.db, (tx) => storeForm(app.shop, tx, form));
    await app.shop.pages.awaitInvalidations();
    expect(await open('/pages/later')).toContain('id="form-f7-o1"');
  });

  it('link to forms that exist, and to one once it is imported', async () => {
    const readLinks = async (path: string) => {
      const html = await open(path);
      return ['href="/contact"', 'href="/contact/ask"', 'href="/contact-forms/8?product'].filter((link) =>
        html.includes(link),
      );
    };
    for (const path of ['/', '/product/mug']) expect(await readLinks(path)).toEqual(['href="/contact"']);
    expect(await open('/sitemap-pages.xml')).not.toContain('/contact/ask');
    await inTransaction(database.db, (tx) => storeForm(app.shop, tx, contactForm.parse({ ...visit, id: 8 })));
    await app.shop.pages.awaitInvalidations();
    expect(await readLinks('/')).toEqual(['href="/contact"', 'href="/contact/ask"']);
    expect(await readLinks('/product/mug')).toHaveLength(3);
    expect(await open('/sitemap-pages.xml')).toContain('/contact/ask');
  });
});
