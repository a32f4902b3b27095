import { describe, expect, it } from 'vitest';
import { createProject } from '../checks/create-project.ts';
import { findErrorCodes } from './error-codes.ts';

const codesOf = (text: string) => [...findErrorCodes(createProject({ 'src/a.ts': text })).keys()].sort();

describe('the search for error codes', () => {
  it.each([
    ['a failure’s type', "interface Failed { readonly code: 'SOLD' | 'NOT_SOLD'; status: 'ok' }", ['NOT_SOLD', 'SOLD']],
    ['a failure', "const gone = () => ({ ok: false, code: 'GONE' });", ['GONE']],
    ['a choice of two', "const f = (a: boolean) => ({ code: a ? 'ONE' : 'TWO' });", ['ONE', 'TWO']],
    ['a list that a schema takes', "const s = z.object({ code: z.enum(['added', 'GONE']) });", ['GONE']],
    ['a type of codes', "export type TrialCode = 'BIG' | 'too_small';", ['BIG', 'too_small']],
    ['a reply', "failure(reply, 400, bad ? 'bad_thing' : 'worse', 'Not like this.');", ['bad_thing', 'worse']],
    ['a function that makes failures', "addFailure('FULL', null, { max: 3 });", ['FULL']],
    ['an error for an operator', "throw new TrialError('NO_DISK', 'There is no disk.');", ['NO_DISK']],
    ['no code of another library', "if (error.code === 'EEXIST') throw new Error('MY WORDS');", []],
    ['no code that a value is compared with', "failure(reply, p.code === 'LOST' ? 404 : 409, 'lost');", ['lost']],
  ])('finds %s', (_what, text, codes) => {
    expect(codesOf(text)).toEqual(codes);
  });
});
