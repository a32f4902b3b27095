import { describe, expect, it } from 'vitest';
import { formatEmail, isEmail, normalizeEmail, toMailLink } from './email-address.ts';

describe('email addresses', () => {
  it.each([
    [' Ada@Example.COM ', 'Ada@example.com'],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['ada@BÜCHER.example', 'ada@xn--bcher-kva.example'],
    ['ada@ｅｘａｍｐｌｅ。ｃｏｍ', 'ada@example.com'],
    ['ａｄａ＠example.com', 'ada@example.com'],
    ['\u202aada@example.com\u202c', 'ada@example.com'],
    ['a\u200bda@exam\u00adple.com.', 'ada@example.com'],
    ['user@münchen.de', 'user@xn--mnchen-3ya.de'],
    ['user@mu\u0308nchen.de', 'user@xn--mnchen-3ya.de'],
    ['user@XN--MNCHEN-3YA.de', 'user@xn--mnchen-3ya.de'],
    ['o’brien@example.com', "o'brien@example.com"],
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

  it.each(['vİctim@gmail.com', 'vіctim@gmail.com', 'vıctim@gmail.com', 'käthe@example.com'])(
    'is not valid with other letters before the @: %s',
    (typed) => expect(isEmail(normalizeEmail(typed))).toBe(false),
  );

  it.each([
    '',
    'ada',
    'ada@',
    'example.com',
    'ada.example.com',
    '@example.com',
    'ada@example',
    'a@b@c.example',
    'ada @example.com',
    '"ada"@example.com',
    'Ada <ada@example.com>',
    'ada@example.com, eve@example.com',
    'ada@example.com\nBcc: eve@example.com',
    'ada@gmail.com﹫evil.example',
    '.ada@example.com',
    'ada.@example.com',
    'a..da@example.com',
    'ada@-example.com',
    'ada@example-.com',
    'ada@example..com',
    'ada@[127.0.0.1]',
    'ada@*.example.com',
    'ada@exa_mple.com',
    `${'a'.repeat(65)}@example.com`,
    `ada@${'a'.repeat(64)}.com`,
    `ada@${'a.'.repeat(130)}com`,
    `a@${'ü'.repeat(9_000)}.com`,
  ])('is not valid: %j', (typed) => expect(isEmail(normalizeEmail(typed))).toBe(false));

  it('are shown with the letters of their domain', () => {
    expect(formatEmail('ada@xn--bcher-kva.example')).toBe('ada@bücher.example');
    expect(formatEmail('ada@example.com')).toBe('ada@example.com');
  });
});

it('a link to an address writes a mail to it alone, whatever stands before the @', () => {
  expect(toMailLink('ada+shop@example.com')).toBe('mailto:ada%2Bshop@example.com');
  expect(toMailLink('a?bcc=eve&subject=#%@example.com')).toBe('mailto:a%3Fbcc%3Deve%26subject%3D%23%25@example.com');
});
