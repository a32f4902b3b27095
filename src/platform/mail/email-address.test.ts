import { describe, expect, it } from 'vitest';
import { isEmail, normalizeEmail } from './email-address.ts';

describe('e-mail addresses', () => {
  it.each([
    [' Ada@Example.COM ', 'Ada@example.com'],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['ada@BÜCHER.example', 'ada@xn--bcher-kva.example'],
    ['ada@ｅｘａｍｐｌｅ。ｃｏｍ', 'ada@example.com'],
    ['ada@0x7f.example', 'ada@0x7f.example'],
    ["o'brien+shop@mail.museum", "o'brien+shop@mail.museum"],
  ])('of %s is %s', (typed, address) => {
    expect(normalizeEmail(typed)).toBe(address);
    expect(normalizeEmail(address)).toBe(address);
    expect(isEmail(address)).toBe(true);
  });

  it('with other letters in the domain is of another domain', () => {
    const address = normalizeEmail('victim@gmaİl.com');
    expect(address).toMatch(/^victim@xn--/);
    expect(address.toLowerCase()).not.toBe('victim@gmail.com');
  });

  it.each(['vİctim@gmail.com', 'ｖictim@gmail.com', 'vıctim@gmail.com', 'käthe@example.com'])(
    'is not valid with other letters before the @: %s',
    (typed) => expect(isEmail(normalizeEmail(typed))).toBe(false),
  );

  it.each([
    '',
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'a@b@c.example',
    'ada@\u0000.com',
    `a@${'ü'.repeat(9_000)}.com`,
  ])('is not valid: %j', (typed) => expect(isEmail(normalizeEmail(typed))).toBe(false));
});
