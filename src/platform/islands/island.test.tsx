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

const idsIn = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);

describe('an island on the server', () => {
  it('is the component’s own HTML and what the browser needs to take it over', () => {
    const html = renderToString(<Island of={Field} props={{ label: 'Name' }} when="idle" />);
    expect(html).toMatch(
      /^<vt-island name="trial\/field" when="idle" prefix="\w+" props="[^"]*" style="display:contents"><label/,
    );
    expect(html).toContain('<input');
  });

  it('wakes when it becomes visible unless something else is said', () => {
    expect(renderToString(<Island of={Field} props={{ label: '' }} />)).toContain('when="visible"');
  });

  it('can be rendered plainly as well', () => {
    expect(renderToStaticMarkup(<Field label="Name" />)).toMatch(
      /^<label for="[^"]+">Name <input id="[^"]+"\/><\/label>$/,
    );
  });

  it('keeps props safe in an attribute, whatever is in them', () => {
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

  it('has ids of its own, and the same ones each time the page is rendered', () => {
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
    const ids = idsIn(page());
    expect(ids).toHaveLength(5);
    expect(new Set(ids).size).toBe(5);
    expect(page()).toBe(page());
  });

  it('gets other ids in HTML that is sent later', () => {
    const content = <Island of={Field} props={{ label: 'x' }} />;
    const later = (salt: string) => idsIn(renderToString(<IdSalt value={salt}>{content}</IdSalt>))[0];
    expect(new Set([idsIn(renderToString(content))[0], later('-a'), later('-b')]).size).toBe(3);
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

  it('lets an absent prop be absent', () => {
    expect(renderToString(<Island of={Loose} props={{ value: undefined }} />)).toContain('props="{}"');
  });
});

describe('a behaviour on the server', () => {
  it('surrounds what the server rendered, without a box', () => {
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
