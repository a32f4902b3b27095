import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseXml } from '#tests/xml.ts';
import { readGtin } from './offer-facts.ts';
import { stripHtml, truncateText } from './plain-text.ts';
import { renderElement } from './xml.ts';

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

describe('a truncated text', () => {
  it('ends with a whole word if possible', () => {
    expect(truncateText('one two three', 13)).toBe('one two three');
    expect(truncateText('one two three', 12)).toBe('one two…');
    expect(truncateText('abcdefghij', 5)).toBe('abcd…');
  });

  it('is never too long and never splits a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 2, max: 20 }), (text, most) => {
        const short = truncateText(text, most);
        expect(short.length).toBeLessThanOrEqual(most);
        expect(short.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe('text in XML', () => {
  it("is well-formed and unchanged except for characters that XML can't represent", () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
        const kept = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
        expect(parseXml(renderElement('g:title', text)).text).toBe(kept);
      }),
    );
  });

  it('drops unpaired surrogates', () => {
    expect(renderElement('a', 'x\ud800y')).toBe('<a>xy</a>');
    expect(renderElement('a', null)).toBe('');
  });
});

describe('a GTIN', () => {
  it.each([
    ['4006381333931', '4006381333931'],
    ['400-6381 333931', '4006381333931'],
    ['96385074', '96385074'],
    ['036000291452', '036000291452'],
    ['10012345678902', '10012345678902'],
    ['4006381333932', null],
    ['40063813339', null],
    ['no number', null],
    [null, null],
  ])('of %j is %j', (text, gtin) => {
    expect(readGtin(text)).toBe(gtin);
  });
});
