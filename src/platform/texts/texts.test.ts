import { describe, expect, it } from 'vitest';
import { createTranslate, defineTexts } from './texts.ts';

const texts = defineTexts('cart', {
  count: '{count, plural, =0 {Nothing yet} one {# piece} other {# pieces}}',
  added: '{name} is in your cart.',
  plain: 'Show <b> as it is',
  range: '{first} to {last}',
});

describe('a text', () => {
  it('is formatted in its locale', () => {
    const t = createTranslate('en');
    expect(t(texts.count, { count: 0 })).toBe('Nothing yet');
    expect(t(texts.count, { count: 1234 })).toBe('1,234 pieces');
    expect(t(texts.added, { name: '<i>Bowl</i>' })).toBe('<i>Bowl</i> is in your cart.');
    expect(t(texts.plain)).toBe('Show <b> as it is');
  });

  it('shows plain placeholders as ICU does: numbers without grouping, and none may be missing', () => {
    const t = createTranslate('en');
    expect(t(texts.range, { first: 1234, last: '' })).toBe('1234 to ');
    expect(() => t(texts.range, { first: 1 })).toThrow('"last"');
  });

  it('can be replaced by a shop under its permanent key', () => {
    expect(texts.added.key).toBe('cart.added');
    expect(createTranslate('en', { 'cart.added': 'Got it: {name}' })(texts.added, { name: 'Bowl' })).toBe(
      'Got it: Bowl',
    );
  });
});
