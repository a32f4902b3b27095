import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { createHtmlTemplate, createHtmlTemplates } from './html-template.ts';

interface RowProps {
  readonly id: string | number;
  readonly name: string;
}

function Row({ id, name }: RowProps) {
  return (
    <p title={`Row of ${name}`}>
      <input name={`items[${id}]`} value={id} readOnly />
      {name} <a href={`/rows?id=${id}&view=1`}>{name}</a>
      <textarea defaultValue={name} />
    </p>
  );
}

const names = ['Bowl', `<b>"Tide" & 'line'</b>`, '&amp; {name} $& $1'];

describe('an HTML template', () => {
  it.each(names)('has the bytes that React renders for each row: %j', (name) => {
    const fill = createHtmlTemplate(['id', 'name'], (places) => <Row {...places} />);
    expect(fill({ id: 12, name })).toBe(renderToString(<Row id={12} name={name} />));
  });

  it('renders its element once', () => {
    let renders = 0;
    const fill = createHtmlTemplate(['name'], ({ name }) => {
      renders += 1;
      return <Row id={1} name={name} />;
    });
    for (const name of names) fill({ name });
    expect(renders).toBe(1);
  });

  it('puts in a text that looks like a place as it is', () => {
    let place = '';
    const fill = createHtmlTemplate(['name', 'id'], ({ name, id }) => {
      place = id;
      return (
        <p title={id}>
          <b>{name}</b>
        </p>
      );
    });
    expect(fill({ name: place, id: '9' })).toBe(`<p title="9"><b>${place}</b></p>`);
  });

  it('puts in parts as the HTML that they are', () => {
    const fill = createHtmlTemplate(
      ['id'],
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the part is written here
      ({ id, cell }) => <td id={id} dangerouslySetInnerHTML={{ __html: cell }} />,
      ['cell'],
    );
    expect(fill({ id: 'a&b', cell: '<b>1 &amp; 2</b>' })).toBe('<td id="a&amp;b"><b>1 &amp; 2</b></td>');
  });

  it('renders each kind of row once', () => {
    let renders = 0;
    const fill = createHtmlTemplates(['name']);
    const render = (tag: 'p' | 'b') => (kind: string, name: string) =>
      fill(kind, { name }, (places) => {
        renders += 1;
        return tag === 'p' ? <p>{places.name}</p> : <b>{places.name}</b>;
      });
    const rows =
      names.map((name) => render('p')('plain', name)).join('') +
      names.map((name) => render('b')('bold', name)).join('');
    const asReact = names.map((name) => <p key={name}>{name}</p>);
    const asBold = names.map((name) => <b key={name}>{name}</b>);
    expect(rows).toBe(renderToString([...asReact, ...asBold]));
    expect(renders).toBe(2);
  });
});
