import fc from 'fast-check';
import { expect, it } from 'vitest';
import { slugify } from '#platform/texts/slugs.ts';
import { sanitiseHtml, toPlainText } from './sanitise-html.ts';

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
  expect(sanitiseHtml(html)).toBe(safe);
  expect(sanitiseHtml(safe)).toBe(safe);
});

it.each([
  ['One line', 'One line'],
  ['One\r\n\r\nTwo\nlines', '<p>One</p>\n\n<p>Two<br />\nlines</p>'],
  ['Care:\n<ul>\n<li>No oven</li>\n</ul>\n\nBye', 'Care:\n<ul>\n<li>No oven</li>\n</ul>\n\n<p>Bye</p>'],
  ['<p>One</p>\n\n<p>Two</p>', '<p>One</p>\n\n<p>Two</p>'],
  ['<div class="x">10 cm<div>2 kg</div></div><div></div>', '<p>10 cm</p>\n\n<p>2 kg</p>'],
  ['<!-- more -->\n\nOne<br>\ntwo', '<p>One<br />\ntwo</p>'],
  ['<p>One\n\nTwo</p>\n\n<h2>\n\nThree</h2>', '<p>One\n\nTwo</p>\n\n<h2>\n\nThree</h2>'],
  ['<pre>a\n\nb</pre>', '<pre>a\n\nb</pre>'],
  ['<a>\n\n<a>One\n\nTwo', '<a>\n\n</a><a>One\n\nTwo</a>'],
  ['<strong>One\n\nTwo</strong>', '<strong>One\n\nTwo</strong>'],
  ['<a href="https://a.example"><div>One</div></a>', '<a href="https://a.example">\n\n<p>One</p>\n\n</a>'],
])('keeps paragraphs of %j', (written, shown) => {
  expect(sanitiseHtml(written)).toBe(shown);
  expect(sanitiseHtml(shown)).toBe(shown);
});

it('is idempotent', () => {
  const tags = ['p', 'div', 'li', 'ul', 'strong', 'a', 'br', 'pre', 'td', 'h1', 'x'];
  const part = fc.oneof(
    fc.constantFrom('\n', '\n\n', ' ', 'a', '&', '<!--', '-->', '\r', '\u00a0'),
    fc.constantFrom(...tags).map((tag) => `<${tag}>`),
    fc.constantFrom(...tags).map((tag) => `</${tag}>`),
  );
  const html = fc.array(part, { maxLength: 30 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(html, (text) => {
      expect(sanitiseHtml(sanitiseHtml(text))).toBe(sanitiseHtml(text));
    }),
    { numRuns: 2000 },
  );
});

it('sanitises malicious input in reasonable time', () => {
  const started = process.cpuUsage();
  for (const piece of ['<div ', '<!--', '\n \n', '<a ', '<div>']) sanitiseHtml(piece.repeat(50_000));
  expect(process.cpuUsage(started).user / 1000, 'milliseconds of processor time').toBeLessThan(20_000);
});

it('removes all markup from a name', () => {
  expect(toPlainText('Salt &amp; <b>pepper</b> <script>1</script>')).toBe('Salt & pepper');
});

it.each([
  ['Café Crème, große', 'cafe-creme-grosse'],
  ["Potter's Wheel", 'potters-wheel'],
  ['  --  ', 'item'],
  ['茶碗 No. 3', '茶碗-no-3'],
])('creates a slug from %s', (name, slug) => {
  expect(slugify(name)).toBe(slug);
});
