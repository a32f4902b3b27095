import { expect, it } from 'vitest';
import { plainText, sanitise } from './sanitise.ts';
import { slugify } from './slugs.ts';

it.each([
  ['<p>Thrown <b>slowly</b></p>', '<p>Thrown <b>slowly</b></p>'],
  ['<script>alert(1)</script>Bowl', 'Bowl'],
  ['<img src=x onerror=alert(1)>', '<img src="x" loading="lazy" />'],
  ['<a href="javascript:alert(1)" onclick="x()">here</a>', '<a>here</a>'],
  ['<a href="//evil.example">here</a>', '<a>here</a>'],
  ['<p style="position:fixed">Bowl</p>', '<p>Bowl</p>'],
  ['<svg><script>1</script></svg><iframe src="https://a.example"></iframe>x', 'x'],
  ['<form><input name="q">Search</form>', 'Search'],
  ['<h1>Bowl</h1>', '<h2>Bowl</h2>'],
])('makes %s safe', (html, safe) => {
  expect(sanitise(html)).toBe(safe);
  expect(sanitise(safe)).toBe(safe);
});

it('takes all markup out of a name', () => {
  expect(plainText('Salt &amp; <b>pepper</b> <script>1</script>')).toBe('Salt & pepper');
});

it.each([
  ['Café Crème, große', 'cafe-creme-grosse'],
  ["Potter's Wheel", 'potters-wheel'],
  ['  --  ', 'item'],
  ['茶碗 No. 3', '茶碗-no-3'],
])('makes a slug of %s', (name, slug) => {
  expect(slugify(name)).toBe(slug);
});
