import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Checkbox, RadioGroup } from './choices.tsx';
import { TextInput } from './controls.tsx';
import { Field } from './field.tsx';

const findTag = (html: string, name: string) => new RegExp(`<${name}\\b[^>]*>`).exec(html)?.[0] ?? '';

describe('a field', () => {
  it('connects its control to label, hint and error', () => {
    const html = renderToString(
      <Field id="city" label="Town" hint="Where you live." error="Add the town." required>
        {(control) => <TextInput {...control} name="city" autoComplete="address-level2" />}
      </Field>,
    );
    expect(findTag(html, 'label')).toContain('for="city"');
    const input = findTag(html, 'input');
    for (const part of ['id="city"', 'aria-describedby="city-hint city-error"', 'aria-invalid="true"', 'required=""']) {
      expect(input).toContain(part);
    }
    expect(html).toMatch(/id="city-hint"[^>]*>Where you live\./);
    expect(html).toMatch(/id="city-error".*Add the town\./);
  });

  it('renders no markup for a missing hint or error', () => {
    const html = renderToString(
      <Field id="note" label="Note" note="optional">
        {(control) => <TextInput {...control} />}
      </Field>,
    );
    expect(html).not.toMatch(/aria-describedby|aria-invalid|required|note-hint|note-error/);
    expect(html).toContain('optional');
  });

  it('passes native attributes and the error to a checkbox', () => {
    const html = renderToString(
      <Checkbox id="terms" name="terms" value="yes" label="I agree" error="Agree first." required />,
    );
    const input = findTag(html, 'input');
    for (const part of [
      'type="checkbox"',
      'name="terms"',
      'value="yes"',
      'required=""',
      'aria-describedby="terms-error"',
    ]) {
      expect(input).toContain(part);
    }
  });

  it('groups radio buttons under a legend, with the checked one and details', () => {
    const options = [
      { value: 'post', label: 'By post', detail: 'Two days.' },
      { value: 'pickup', label: 'Collect', disabled: true },
    ];
    const html = renderToString(<RadioGroup id="by" name="by" legend="Delivery" options={options} value="post" />);
    expect(html).toMatch(/<fieldset[^>]*><legend[^>]*>Delivery/);
    const [post = '', pickup = ''] = html.match(/<input\b[^>]*>/g) ?? [];
    expect(post).toContain('checked=""');
    expect(post).toContain('aria-describedby="by-post-detail"');
    expect(pickup).toContain('disabled=""');
    expect(pickup).not.toContain('checked');
  });
});
