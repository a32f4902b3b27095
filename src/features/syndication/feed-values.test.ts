import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '#tests/support/any-character.ts';
import { parseXml } from '#tests/support/syndication/xml.ts';
import { readGtin } from './offer-facts.ts';
import { renderElement } from './xml.ts';

describe('text in XML', () => {
  it("is well-formed and unchanged except for characters that XML can't represent", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
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
