import { describe, expect, it } from 'vitest';
import { createPartHtmlCache } from './kept-html.ts';

let renders = 0;

function Menu({ names }: { readonly names: readonly string[] }) {
  renders += 1;
  return names.map((name) => <li key={name}>{name}</li>);
}

describe('kept HTML', () => {
  it('is rendered once for the same part and inputs', () => {
    const keep = createPartHtmlCache();
    renders = 0;
    for (const names of [['Bowls'], ['Bowls'], ['Bowls', 'Cups'], ['Bowls']])
      expect(keep('menu', [names], <Menu names={names} />)).toBe(names.map((name) => `<li>${name}</li>`).join(''));
    expect(renders).toBe(2);
  });

  it('is not shared by parts with equal inputs', () => {
    const keep = createPartHtmlCache();
    expect(keep('menu', [1], <p>menu</p>)).toBe('<p>menu</p>');
    expect(keep('footer', [1], <p>footer</p>)).toBe('<p>footer</p>');
  });

  it('may have the JSON of its inputs as a text', () => {
    const keep = createPartHtmlCache();
    renders = 0;
    const json = JSON.stringify([['Bowls']]);
    for (const part of ['menu', 'menu', 'footer']) keep(part, json, <Menu names={['Bowls']} />);
    expect(renders).toBe(2);
  });

  it('is rendered each time without inputs', () => {
    const keep = createPartHtmlCache();
    expect(keep('menu', null, <p>first</p>)).toBe('<p>first</p>');
    expect(keep('menu', null, <p>second</p>)).toBe('<p>second</p>');
  });
});
