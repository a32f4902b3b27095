import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { Notice } from './notice.tsx';
import { Pagination } from './pagination.tsx';
import { Price } from './price.tsx';
import { Steps } from './steps.tsx';
import { Swatch } from './swatch.tsx';

/** The text that a screen reader reads. */
const readText = (html: string) =>
  html
    .replace(/<svg.*?<\/svg>/g, '')
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim();

describe('a price', () => {
  it('labels the regular and the sale price for screen readers', () => {
    const html = renderToString(<Price price="€24" sale={{ was: '€32', wasLabel: 'Before', nowLabel: 'Now' }} />);
    expect(readText(html)).toBe('Before €32 Now €24');
    expect(html).toMatch(/<del[^>]*>€32<\/del>/);
    expect(html).toMatch(/<ins[^>]*>€24<\/ins>/);
  });

  it('has no labels without a sale', () => {
    expect(readText(renderToString(<Price price="From €24" note="each" />))).toBe('From €24 each');
  });
});

describe('a swatch', () => {
  it('shows a picture over its colour, and has no text', () => {
    const html = renderToString(<Swatch color="#7aa0a8" picture="/media/x-160.webp" />);
    expect(html).toContain('--swatch:#7aa0a8');
    expect(html).toMatch(/<img src="\/media\/x-160\.webp"[^>]* alt=""/);
    expect(readText(html)).toBe('');
    expect(renderToString(<Swatch color="#7aa0a8" />)).not.toContain('<img');
  });
});

describe('a notice', () => {
  it.each([
    ['error', 'alert'],
    ['warning', 'alert'],
    ['success', 'status'],
    ['info', 'status'],
  ] as const)('of kind %s has the role %s', (kind, role) => {
    expect(renderToString(<Notice kind={kind} title="Word" />)).toContain(`role="${role}"`);
  });
});

describe('navigation', () => {
  it('marks the current page, and does not link to it', () => {
    const html = renderToString(
      <Breadcrumbs label="Here" crumbs={[{ name: 'Shop', href: '/shop' }, { name: 'Bowls' }]} />,
    );
    expect(html).toContain('<a href="/shop">Shop</a>');
    expect(html).toContain('<span aria-current="page">Bowls</span>');
  });

  it('shows a gap for missing page numbers, and nothing for a single page', () => {
    const page = (number: number) => ({ number, label: `Page ${number}`, href: `?page=${number}` });
    const html = renderToString(<Pagination label="Pages" current={2} pages={[1, 2, 9].map(page)} />);
    expect(readText(html)).toBe('12…9');
    expect(html.match(/aria-current="page"/g)).toHaveLength(1);
    expect(renderToString(<Pagination label="Pages" current={1} pages={[page(1)]} />)).toBe('');
  });

  it('links to completed steps, never to later ones', () => {
    const steps = [{ name: 'Cart', href: '/cart' }, { name: 'Details' }, { name: 'Done', href: '/done' }];
    const html = renderToString(<Steps label="Steps" steps={steps} current={1} />);
    expect(html).toContain('href="/cart"');
    expect(html).not.toContain('href="/done"');
    expect(html).toMatch(/aria-current="step"[^>]*>Details/);
  });
});
