import { expect, it } from 'vitest';
import { judgeCard } from './judge-card.ts';

const tell = (liability_shift: string, enrollment_status?: string, authentication_status?: string) => ({
  ...{ liability_shift, three_d_secure: { enrollment_status, authentication_status } },
});

it.each([
  ['the shopper was known to the bank', tell('POSSIBLE', 'Y', 'Y'), 'pay'],
  ['the bank noted the attempt', tell('POSSIBLE', 'Y', 'A'), 'pay'],
  ['the bank answers for it', tell('YES'), 'pay'],
  ['the shopper failed', tell('NO', 'Y', 'N'), 'refuse'],
  ['the bank rejected it', tell('NO', 'Y', 'R'), 'refuse'],
  ['the card takes no part', tell('NO', 'N'), 'pay'],
  ['the bank can’t tell', tell('NO', 'U'), 'pay'],
  ['the bank was passed over', tell('NO', 'B'), 'pay'],
  ['the bank failed', tell('UNKNOWN', 'Y', 'U'), 'retry'],
  ['the question was not answered', tell('UNKNOWN', 'Y', 'C'), 'retry'],
  ['nobody knows', tell('UNKNOWN', 'U'), 'retry'],
  ['something new is told', tell('MAYBE', 'Y', 'Y'), 'retry'],
  ['nothing is told of the enrolment', { liability_shift: 'NO' }, 'refuse'],
])('a card is judged by what 3-D Secure told: %s', (_, told, judgement) => {
  expect(judgeCard(told, false)).toBe(judgement);
  expect(judgeCard(told, true)).toBe(judgement);
});

it('a card that nobody asked about pays, unless the shop wants it asked always', () => {
  expect([judgeCard(null, false), judgeCard(undefined, true)]).toEqual(['pay', 'refuse']);
});
