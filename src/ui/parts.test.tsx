import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { Notice } from './notice.tsx';
import { Pagination } from './pagination.tsx';
import { Price } from './price.tsx';
import { Steps } from './steps.tsx';
import { Swatch } from './swatch.tsx';

/** What is left for a screen reader. */
const words = (html: string) =>
  html
    .replace(/<svg.*?<\/svg>/g, '')
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim();

describe('a price', () => {
  it('says in words which of the two is the old one', () => {
    const html = renderToString(<Price price="€24" sale={{ was: '€32', wasWord: 'Before', nowWord: 'Now' }} />);
    expect(words(html)).toBe('Before €32 Now €24');
    expect(html).toMatch(/<del[^>]*>€32<\/del>/);
    expect(html).toMatch(/<ins[^>]*>€24<\/ins>/);
  });

  it('is itself when there is no sale', () => {
    expect(words(renderToString(<Price price="From €24" note="each" />))).toBe('From €24 each');
  });
});

describe('a swatch', () => {
  it('shows a picture over its colour, and says nothing itself', () => {
    const html = renderToString(<Swatch color="#7aa0a8" picture="/media/x-160.webp" />);
    expect(html).toContain('--swatch:#7aa0a8');
    expect(html).toMatch(/<img src="\/media\/x-160\.webp"[^>]* alt=""/);
    expect(words(html)).toBe('');
    expect(renderToString(<Swatch color="#7aa0a8" />)).not.toContain('<img');
  });
});

describe('a notice', () => {
  it.each([
    ['error', 'alert'],
    ['warning', 'alert'],
    ['success', 'status'],
    ['info', 'status'],
  ] as const)('of %s is an %s', (kind, role) => {
    expect(renderToString(<Notice kind={kind} title="Word" />)).toContain(`role="${role}"`);
  });
});

describe('ways around', () => {
  it('marks the page one is on, and does not link to it', () => {
    const html = renderToString(
      <Breadcrumbs label="Here" crumbs={[{ name: 'Shop', href: '/shop' }, { name: 'Bowls' }]} />,
    );
    expect(html).toContain('<a href="/shop">Shop</a>');
    expect(html).toContain('<span aria-current="page">Bowls</span>');
  });

  it('shows a gap where page numbers are left out, and nothing for one page', () => {
    const page = (number: number) => ({ number, label: `Page ${number}`, href: `?page=${number}` });
    const html = renderToString(<Pagination label="Pages" current={2} pages={[1, 2, 9].map(page)} />);
    expect(words(html)).toBe('12…9');
    expect(html.match(/aria-current="page"/g)).toHaveLength(1);
    expect(renderToString(<Pagination label="Pages" current={1} pages={[page(1)]} />)).toBe('');
  });

  it('links back to steps that are done, never ahead', () => {
    const steps = [{ name: 'Cart', href: '/cart' }, { name: 'Details' }, { name: 'Done', href: '/done' }];
    const html = renderToString(<Steps label="Steps" steps={steps} current={1} />);
    expect(html).toContain('href="/cart"');
    expect(html).not.toContain('href="/done"');
    expect(html).toMatch(/aria-current="step"[^>]*>Details/);
  });
});
