import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { FormField, FormProblems } from './form-field.tsx';

const field = {
  name: 'email',
  kind: 'email',
  label: 'E-mail',
  required: true,
  max: 254,
  autoComplete: 'email',
} as const;

it('connects a control with its label, hint and problem, and keeps what was typed', () => {
  const html = renderToStaticMarkup(<FormField field={{ ...field, hint: 'For news' }} value="ada" error="Wrong" />);
  expect(html).toContain('<label class="field__label" for="email">');
  expect(html).toMatch(/<input type="email" id="email" required="" aria-describedby="email-hint email-error"/);
  for (const part of ['aria-invalid="true"', 'name="email"', 'inputMode="email"', 'maxLength="254"'])
    expect(html).toContain(part);
  expect(html).toContain('value="ada"');
});

it('leaves it to the server to require what browsers must not', () => {
  const html = renderToStaticMarkup(<FormField field={{ ...field, requiredInBrowser: false }} value="" />);
  expect(html).not.toContain('required');
});

it('offers choices and several lines', () => {
  const render = (more: object) => renderToStaticMarkup(<FormField field={{ ...field, ...more }} value="CA" />);
  const choices = [{ value: 'CA', label: 'Canada' }];
  expect(render({ kind: 'select', options: choices })).toContain('<option value="CA" selected="">Canada</option>');
  expect(render({ kind: 'text' })).toMatch(/<textarea[^>]*rows="3"[^>]*>CA<\/textarea>/);
});

it('lists problems with links to their fields, and nothing without any', () => {
  const html = renderToStaticMarkup(<FormProblems title="Fix" problems={[{ field: 'email', message: 'Wrong' }]} />);
  expect(html).toContain('id="problems"');
  expect(html).toContain('<a href="#email">Wrong</a>');
  expect(renderToStaticMarkup(<FormProblems title="Fix" problems={[]} />)).toBe('');
});
