import { useId } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { defineIsland } from './island.shared.ts';
import { Behaviour, IdSalt, Island } from './island.tsx';

const Field = defineIsland('trial/field', function Field({ label }: { label: string }) {
  const id = useId();
  return (
    <label htmlFor={id}>
      {label} <input id={id} />
    </label>
  );
});

const Loose = defineIsland('trial/loose', (_props: { value: unknown }) => <p>loose</p>);

const findIds = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);

describe('an island on the server', () => {
  it('renders the component’s HTML with what the browser needs to hydrate it', () => {
    const html = renderToString(<Island of={Field} props={{ label: 'Name' }} when="idle" />);
    expect(html).toMatch(
      /^<vt-island name="trial\/field" when="idle" prefix="\w+" props="[^"]*" style="display:contents"><label/,
    );
    expect(html).toContain('<input');
  });

  it('hydrates when it becomes visible, by default', () => {
    expect(renderToString(<Island of={Field} props={{ label: '' }} />)).toContain('when="visible"');
  });

  it('can be rendered as a plain component', () => {
    expect(renderToStaticMarkup(<Field label="Name" />)).toMatch(
      /^<label for="[^"]+">Name <input id="[^"]+"\/><\/label>$/,
    );
  });

  it('escapes props in an attribute', () => {
    const label = `</script></vt-island>"'<img src=x onerror=alert(1)>&amp;\u2028\u2029`;
    const html = renderToString(<Island of={Field} props={{ label }} />);
    const attribute = /props="([^"]*)"/.exec(html)?.[1] ?? '';
    expect(attribute).not.toMatch(/[<>'"]/);
    const decoded = attribute
      .replaceAll('&quot;', '"')
      .replaceAll('&#x27;', "'")
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&');
    expect(JSON.parse(decoded)).toEqual({ label });
  });

  it('has unique ids, the same in each render of the page', () => {
    const page = () =>
      renderToString(
        <main>
          <Field label="plain" />
          <Island of={Field} props={{ label: 'first' }} />
          <ul>
            {['a', 'b', 'c'].map((label) => (
              <li key={label}>
                <Island of={Field} props={{ label }} />
              </li>
            ))}
          </ul>
        </main>,
      );
    const ids = findIds(page());
    expect(ids).toHaveLength(5);
    expect(new Set(ids).size).toBe(5);
    expect(page()).toBe(page());
  });

  it('gets different ids in later HTML', () => {
    const content = <Island of={Field} props={{ label: 'x' }} />;
    const later = (salt: string) => findIds(renderToString(<IdSalt value={salt}>{content}</IdSalt>))[0];
    expect(new Set([findIds(renderToString(content))[0], later('-a'), later('-b')]).size).toBe(3);
  });

  it.each([
    ['a function', () => {}, /props\.value is a function/],
    ['a date', new Date(0), /props\.value is a Date/],
    ['a map deep inside', { deep: [new Map()] }, /props\.value\.deep\.0 is a Map/],
    ['a number that JSON has no sign for', Number.NaN, /props\.value is NaN/],
    ['a React element', <p key="p" />, /props\.value/],
  ])('refuses %s as a prop in development', (_name, value, message) => {
    expect(() => renderToString(<Island of={Loose} props={{ value }} />)).toThrow(message);
  });

  it('omits an undefined prop', () => {
    expect(renderToString(<Island of={Loose} props={{ value: undefined }} />)).toContain('props="{}"');
  });
});

describe('a behaviour on the server', () => {
  it('wraps server HTML without a box', () => {
    const html = renderToString(
      <Behaviour of="trial/submit-on-change">
        <form />
      </Behaviour>,
    );
    expect(html).toBe(
      '<vt-behaviour name="trial/submit-on-change" when="idle" style="display:contents"><form></form></vt-behaviour>',
    );
  });
});
