import { describe, expect, it } from 'vitest';
import { measureProcessorTime } from '#tests/support/fastest.ts';
import { findWebAddresses, removeWebAddresses, separateWebAddresses } from './web-addresses.ts';

const clean = (text: string) => removeWebAddresses(text, '…');

describe('web addresses in a text (F1)', () => {
  it.each([
    'https://evil.example/x?y=1#z',
    'HTTP://EVIL.EXAMPLE',
    'hxxp://evil.example',
    'www.evil.example',
    'evil.example',
    'shop.evil.co.uk/pay',
    'evil.example:8080/x',
    'bücher.example',
    'xn--bcher-kva.example',
    'пример.рф',
    '例え。テスト',
    'evil．example',
    'ｅｖｉｌ．ｅｘａｍｐｌｅ',
    'ev\u200bil.exam\u200dple',
    'evil\u2060.\u00adexample',
    'h\u200bt\ufefftps://evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'tel:+3531234567',
    'mailto:me@evil.example',
    'me@evil.example',
    'skype:evil.user?call',
    'tg://resolve?domain=evil',
    'https:\\\\evil.example',
    'https:/evil.example',
    '192.0.2.1/pay',
    'http://[2001:db8::1]/',
    'http://0x7f000001',
    'evil.example.',
    '(evil.example)',
    '<evil.example>',
    'see:evil.example',
  ])('are left out: %s', (address) => {
    const cleaned = clean(`Look at ${address} now`);
    expect(cleaned).not.toMatch(/evil|ｅｖｉｌ|bücher|bcher|пример|例え|alert|html|353|192|2001|7f0/i);
    expect(cleaned).toBe('Look at … now');
    expect(findWebAddresses(cleaned)).toEqual([]);
  });

  it('leave a text without them as it is, to the byte', () => {
    for (const text of [
      'Hello,\n\nmy mug has a crack. Can you help?',
      'Size: 30 cm, 1.250 kg, 12:30, 24.12.2026, €10.50 … and so on',
      'z. B. e.g. a.m. No. 5: blue/green (50 %)',
      'Zoë O’Brien \u{1f44d}\u{1f3fd}',
      'ﬁne ½ ²',
      '👩\u200d👧',
    ])
      expect(clean(text)).toBe(text);
  });

  it.each([
    ['www.spam.example', 'www. spam. example'],
    ['1.OG links', '1. OG links'],
    ['https://spam.example/x', 'https: //spam. example/x'],
    ['sp\u200bam。example', 'spam. example'],
    ['drawing.png', 'drawing. png'],
  ])('are separated until none is left: %s', (text, separated) => {
    expect(separateWebAddresses(text)).toBe(separated);
    expect(findWebAddresses(separated).filter((word) => word.includes('.'))).toEqual([]);
  });

  it('stay where they are allowed', () => {
    const isOwn = (found: string) => found === 'ada@example.com';
    expect(removeWebAddresses('Ada <ada@example.com>, evil.example', '…', isOwn)).toBe('Ada <ada@example.com>, …');
  });

  it('are found in time that grows with the text alone', async () => {
    const texts = [
      'a.'.repeat(20_000),
      `${'a'.repeat(40_000)}@`,
      'a-'.repeat(20_000),
      '[:'.repeat(20_000),
      'ab:'.repeat(15_000),
    ];
    expect(await measureProcessorTime(() => texts.map(clean))).toBeLessThan(2_000);
  });
});
