import { describe, expect, it } from 'vitest';
import type { ContactFormInput } from '#features/form-definitions/index.ts';
import { defineContactForms } from './find-forms.ts';

type Layout = ContactFormInput['layout'];

const image: Layout = [
  { kind: 'captcha-image', name: 'code' },
  { kind: 'captcha', name: 'code' },
];
const quiz: Layout = [{ kind: 'quiz', name: 'sum', questions: [{ question: '3 + 4 = ?', answer: '7' }] }];
const group = (content: Layout): Layout => [
  { kind: 'text', name: 'topic' },
  { kind: 'group', showWhen: [{ field: 'topic', values: ['clay'] }], content },
];
const define = (layout: Layout) => () => defineContactForms([{ id: 5, title: 'Captcha', layout }]);

describe('a form in shop.config.ts with the image of a captcha', () => {
  it.each<[string, Layout]>([
    ['a quiz', [...image, ...quiz]],
    ['a quiz in the same group', group([...image, ...quiz])],
    ['a quiz outside of its group', [...group(image), ...quiz]],
  ])('is taken with %s', (_, layout) => {
    expect(define(layout)).not.toThrow();
  });

  it.each<[string, Layout]>([
    ['alone', image],
    ['with a quiz that is not always shown', [...image, ...group(quiz)]],
  ])('is refused %s, for who can’t see it', (_, layout) => {
    expect(define(layout)).toThrow(
      "contact form 5: who can't see the image can't send it; add a field of the kind 'quiz'",
    );
  });
});
