import { describe, expect, it } from 'vitest';
import { suggestEmail } from './suggest-email.ts';

describe('a suggestion for an email address', () => {
  it.each([
    ['ada@gmial.com', 'ada@gmail.com'],
    ['ada@gmail.con', 'ada@gmail.com'],
    ['ada@hotmial.co.uk', 'ada@hotmail.co.uk'],
    ['ada@outlok.com', 'ada@outlook.com'],
    ['ada@yahooo.com', 'ada@yahoo.com'],
    ['ada@wev.de', 'ada@web.de'],
  ])('of %s is %s', (typed, meant) => {
    expect(suggestEmail(typed)).toBe(meant);
  });

  it.each(['ada@gmail.com', 'ada@mail.com', 'ada@gmx.at', 'ada@example.com', 'ada@gm.ie', 'ada', '@gmial.com', ''])(
    'is not made for %s',
    (typed) => {
      expect(suggestEmail(typed)).toBeNull();
    },
  );
});
