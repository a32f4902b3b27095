import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '#tests/support/any-character.ts';
import { stripHtml, toTextLines, truncateText } from './plain-text.ts';

describe('text of HTML', () => {
  it.each([
    ['<p>One</p><p>two <strong>three</strong>four</p>', 'One two threefour'],
    ['<ul>\n<li>a</li>\n<li>b</li></ul>', 'a b'],
    ['&lt;b&gt; &amp;amp; &quot;x&quot;', '<b> &amp; "x"'],
    ['line<br />break', 'line break'],
    ['', ''],
  ])('%j are %j', (html, words) => {
    expect(stripHtml(html)).toBe(words);
  });
});

describe('lines of text of HTML', () => {
  it.each([
    ['<p>One\ntwo</p><p>three<br />four</p>', ['One two', 'three', 'four']],
    ['<p><a href="/a&lt;b"><b>See</b></a> &amp;lt;</p>', ['See https://x/a%3Cb &lt;']],
    ['<a href="https://x/y">https://x/y</a>', ['https://x/y']],
    ['<table><tr><td>a</td><td>b</td></tr></table>', ['a', 'b']],
    ['', []],
  ])('%j are %j', (html, lines) => {
    expect(toTextLines(html, (href) => new URL(href, 'https://x/').href)).toEqual(lines);
  });
});

describe('a truncated text', () => {
  it('ends with a whole word if possible', () => {
    expect(truncateText('one two three', 13)).toBe('one two three');
    expect(truncateText('one two three', 12)).toBe('one two…');
    expect(truncateText('abcdefghij', 5)).toBe('abcd…');
  });

  it('is never too long and never splits a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.integer({ min: 2, max: 20 }), (text, most) => {
        const short = truncateText(text, most);
        expect(short.length).toBeLessThanOrEqual(most);
        expect(short.isWellFormed()).toBe(true);
      }),
    );
  });
});
