import { describe, expect, it } from 'vitest';
import { checkTexts } from './check-texts.ts';
import { defineTexts } from './texts.ts';

const cart = defineTexts('cart', {
  title: 'Cart',
  emptyTitle: 'Your cart is empty',
  count: '{count, plural, =0 {Nothing} one {# item} other {# items of {name}}}',
});
const listing = defineTexts('listing', { title: 'Products', emptyText: 'Nothing here' });

const check = (texts: Record<string, string>) => checkTexts(texts, [cart, listing]);

describe('the texts of a shop', () => {
  it('may replace any default, with some or all of its placeholders', () => {
    const count = '{count, plural, one {# pot} other {# pots}}';
    expect(check({ 'cart.title': 'Basket', 'cart.count': count, 'listing.emptyText': "'{'empty'}'" })).toEqual([]);
    expect(check({ 'cart.count': '{name}: {count, number}' })).toEqual([]);
  });

  it('are refused under an unknown key, with the key that was probably meant', () => {
    expect(check({ 'cart.titel': 'Basket', 'catalog.emptyText': 'Nothing', 'shop.title': 'x', nonsense: 'x' })).toEqual(
      [
        "texts['cart.titel']: no feature has a text of this key; did you mean 'cart.title'?",
        "texts['catalog.emptyText']: no feature has a text of this key; did you mean 'listing.emptyText'?",
        "texts['shop.title']: no feature has a text of this key; did you mean 'cart.title' or 'listing.title'?",
        "texts['nonsense']: no feature has a text of this key",
      ],
    );
  });

  it.each([
    ['{count', 'EXPECT_ARGUMENT_CLOSING_BRACE at character 1'],
    ['Items: {}', 'EMPTY_ARGUMENT at character 8'],
    ['{count, plural, one {# pot}}', 'MISSING_OTHER_CLAUSE at character 28'],
    ['{count, amount}', 'INVALID_ARGUMENT_TYPE at character 9'],
  ])('are refused with broken syntax: %s', (message, fault) => {
    expect(check({ 'cart.count': message })).toEqual([
      `texts['cart.count']: expected an ICU message, found ${fault} of “${message}”`,
    ]);
  });

  it('are refused with placeholders that the default lacks', () => {
    expect(
      check({
        'cart.title': 'Basket of {name}',
        'cart.count': '{count, plural, one {# {kind}} other {{total, number}}}',
      }),
    ).toEqual([
      "texts['cart.title']: {name} is no placeholder of this text, which has none",
      "texts['cart.count']: {kind} is no placeholder of this text, which has {count}, {name}",
      "texts['cart.count']: {total} is no placeholder of this text, which has {count}, {name}",
    ]);
  });
});
