import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contactForm } from '#features/form-definitions/definition/form.ts';
import { listFields } from '#features/form-definitions/definition/form-fields.ts';
import { parseFormTags } from './parse-form-tags.ts';

/** The field of a tag, without what is not set. */
function readField(source: string) {
  const { layout, problems } = parseFormTags(source);
  const [field] = listFields(layout);
  return { field: JSON.parse(JSON.stringify(field ?? null)), problems: problems.map(({ message }) => message) };
}

describe('a form tag', () => {
  it.each<[string, object]>([
    ['[text* your-name]', { kind: 'text', name: 'your-name', required: true, readonly: false }],
    ['[text a 40/100 placeholder "Name"]', { kind: 'text', size: 40, maxlength: 100, placeholder: 'Name' }],
    [
      '[text a minlength:2 maxlength:9 id:x class:b class:c "Ada"]',
      { minlength: 2, maxlength: 9, id: 'x', class: 'b c', defaultValue: 'Ada' },
    ],
    ['[email* your-email autocomplete:email]', { kind: 'email', required: true, autocomplete: 'email' }],
    ['[url site]', { kind: 'url', name: 'site' }],
    ["[tel phone 'x']", { kind: 'tel', defaultValue: 'x' }],
    [
      '[textarea* message 40x10/2000 placeholder "Hi"]',
      { kind: 'textarea', columns: 40, rows: 10, maxlength: 2000, placeholder: 'Hi' },
    ],
    ['[number n min:1 max:5 step:2 "3"]', { kind: 'number', min: 1, max: 5, step: 2, defaultValue: '3' }],
    ['[range r min:-10 max:10.5]', { kind: 'range', min: -10, max: 10.5 }],
    ['[date d min:2020-01-01 max:today+1week]', { kind: 'date', min: '2020-01-01', max: 'today+1week' }],
    ['[date* d default:today+2days]', { kind: 'date', required: true, defaultValue: 'today+2days' }],
    ['[time t step:60 "09:00"]', { kind: 'time', step: 60, defaultValue: '09:00' }],
    [
      '[select* menu include_blank "A" "B"]',
      { kind: 'select', includeBlank: true, options: [{ value: 'A' }, { value: 'B' }] },
    ],
    [
      '[select menu multiple first_as_label default:2_3 "A" "B" "C"]',
      { isMultiple: true, firstAsLabel: true, defaultValues: ['B', 'C'] },
    ],
    [
      '[checkbox c use_label_element exclusive free_text "A" "B|b@example.com"]',
      {
        ...{ kind: 'checkbox', isExclusive: true, hasFreeText: true },
        options: [{ value: 'A' }, { value: 'B', mailValue: 'b@example.com' }],
      },
    ],
    ['[radio r label_first default:1 "A"]', { kind: 'radio', required: true, labelFirst: true, defaultValues: ['A'] }],
    ['[file f limit:2mb filetypes:pdf|png]', { kind: 'file', maxBytes: 2_097_152, accept: ['.pdf', '.png'] }],
    [
      '[file* f limit:500kb filetypes:image/* capture:environment]',
      { capture: 'environment', required: true, maxBytes: 512_000, accept: ['image/*'] },
    ],
    [
      '[acceptance a optional] I read <b>the</b> <a href="/privacy">policy</a>. [/acceptance]',
      {
        ...{ kind: 'acceptance', isOptional: true, isInverted: false },
        content: [
          { text: 'I read ' },
          { text: 'the' },
          { text: ' ' },
          { text: 'policy', href: '/privacy' },
          { text: '.' },
        ],
      },
    ],
    [
      '[acceptance a invert default:on] No [/acceptance]',
      { isInverted: true, isChecked: true, content: [{ text: 'No' }] },
    ],
    [
      '[quiz q "1+1=?|2" "Sky?|blue"]',
      {
        kind: 'quiz',
        questions: [
          { question: '1+1=?', answer: '2' },
          { question: 'Sky?', answer: 'blue' },
        ],
      },
    ],
    ['[captchac x size:s]', { kind: 'captcha-image', name: 'x', size: 'small' }],
    ['[captchar x 4/6]', { kind: 'captcha', name: 'x', size: 4, maxlength: 6 }],
    ['[hidden h default:get]', { kind: 'hidden', defaultFrom: 'query' }],
    ['[text n default:user_display_name]', { defaultFrom: 'customer', defaultKey: 'name' }],
    ['[text n default:user_last_name]', { defaultFrom: 'customer', defaultKey: 'last_name' }],
    ['[hidden h default:user_email "x"]', { defaultFrom: 'customer', defaultKey: 'email', defaultValue: 'x' }],
    ['[text\n  a\n  "&quot;A&quot; &amp; b"\n]', { name: 'a', defaultValue: '"A" & b' }],
  ])('%s is a field', (source, expected) => {
    const { field, problems } = readField(source);
    expect(problems).toEqual([]);
    expect(field).toMatchObject(expected);
  });

  it('is a button, a counter, or text when it is doubled', () => {
    const { layout, problems } = parseFormTags('[textarea a][count a down][submit class:big "Send it"] [[text b]]');
    expect(problems).toEqual([]);
    expect(layout).toMatchObject([
      {
        ...{ kind: 'element', name: 'p' },
        content: [
          { kind: 'textarea', name: 'a' },
          { kind: 'count', field: 'a', direction: 'down' },
          { kind: 'submit', label: 'Send it', class: 'big' },
          { kind: 'plain', text: ' ' },
          { kind: 'plain', text: '[text b]' },
        ],
      },
    ]);
  });

  it.each([
    ['[text]', 'The tag “text” needs a name.'],
    ['[text 1a]', 'The tag “text” needs a name.'],
    ['[text _form]', 'The tag “text” needs a name.'],
    ['[text a', 'This bracket has no end: it is shown as text.'],
    ['[wpcf7 a]', 'This is no tag of a form: it is shown as text.'],
    ['[1]', 'This is no tag of a form: it is shown as text.'],
    ['[text a][email a]', 'Another field is named “a”.'],
    ['[text a fly:high]', 'The option “fly:high” is not known.'],
    ['[text a default:post_meta]', 'The option “default:post_meta” is not known.'],
    ['[text a default:user_login]', 'The option “default:user_login” is not known.'],
    ['[url a default:get default:user_url]', 'The option “default:user_url” is not known.'],
    ['[text a default:get default:user_email]', 'The option “default:user_email” is not known.'],
    ['[date d default:tomorrow]', 'The option “default:tomorrow” is not known.'],
    ['[radio r default:post "A"]', 'The option “default:post” is not known.'],
    ['[acceptance a default:off] Yes [/acceptance]', 'The option “default:off” is not known.'],
    ['[count]', 'A counter needs the name of a field.'],
    ['<script>alert(1)</script>', 'The element “script” is left out with its content.'],
    ['<p onclick="x()">a</p>', 'The attribute “onclick” is left out.'],
    ['<a href="javascript:x()">a</a>', 'The attribute “href” is left out.'],
    ['<p>a', 'The element “p” is not closed.'],
    ['a</p>', 'Nothing named “p” is open here.'],
    ['<form>a</form>', 'The element “form” is left out.'],
  ])('%s has a problem', (source, message) => {
    expect(parseFormTags(source).problems.map((problem) => problem.message)).toEqual([message]);
  });

  it.each([
    [
      '[text* a class:md:w-1/2 class:hover:bg-x class:wide]',
      { class: 'wide' },
      ['“md:w-1/2” can’t be a class', '“hover:bg-x”'],
    ],
    ['[text* a id:1a id:b]', { id: 'b' }, ['“1a” can’t be an id']],
    ['[email* a id:x/y]', { kind: 'email' }, ['“x/y” can’t be an id']],
    ['[text* a size:9999 maxlength:99999]', { size: 200, maxlength: 10000 }, ['200 is the most', '10000 is the most']],
    ['[text* a size:big]', { kind: 'text' }, ['“size:big” is not known']],
    ['[textarea* a 40x999]', { columns: 40, rows: 100 }, ['100 is the most for “rows”']],
    ['[text* a autocomplete:Given_Name]', { required: true }, ['“autocomplete” is left out']],
    ['[number* a min:one max:5 step:0]', { max: 5 }, ['“step” is left out', '“min:one” is not known']],
    ['[date* a min:1.1.2026]', { kind: 'date' }, ['“min” is left out']],
    [
      '[file* a limit:2.5mb filetypes:pdf|jpe?g]',
      { accept: ['.pdf'] },
      ['“.jpe?g” is left out', '“limit:2.5mb” is not'],
    ],
    [
      '[select* a default:7 "A|a@b.de" "A|c@d.de" "B"]',
      { options: [{ value: 'A', mailValue: 'a@b.de' }, { value: 'B' }] },
      ['no choice 7', '“A” is there twice'],
    ],
    ['[quiz a "1+1?|2" "Why?"]', { questions: [{ question: '1+1?', answer: '2' }] }, ['“Why?” has no answer']],
  ])('%s keeps its field, and says what is left out (G1)', (source, expected, sentences) => {
    const { field, problems } = readField(source);
    expect(field).toMatchObject({ name: 'a', ...expected });
    expect(problems.length).toBe(sentences.length);
    for (const sentence of sentences) expect(problems.join('\n')).toContain(sentence);
    expect(parseFormTags(source).isRefused).toBe(false);
  });

  it.each([
    ...([
      '[text* 1a]',
      '[select* a]',
      '[radio a]',
      '[text a][email* a]',
      '[name* a]',
      '[text* a',
      '<!-- [text a]',
    ] as const),
    ...([
      '<noscript>[submit]</noscript>',
      '<script>x()',
      '<button>Send',
      '[acceptance a]',
      '[file* f filetypes:a?]',
    ] as const),
    ...(['[text b]\n\n'.repeat(501), `[hidden x]${'[text* c]'.repeat(2)}`] as const),
  ])('%# refuses the form that needs it (G1)', (source) => {
    const { problems, isRefused } = parseFormTags(source);
    expect(isRefused).toBe(true);
    expect(problems.length).toBeGreaterThan(0);
  });

  it.each([
    ...([
      '[text 1a]',
      '[select a]',
      '[text a][email a]',
      '[wpcf7 a]',
      '<!-- [text a] -->',
      '<style>a</style>',
    ] as const),
    ...([
      '<script>a[submit]</script>',
      '<!-- note -->',
      '[acceptance a optional]',
      '<button type="button">Map</button>',
    ] as const),
  ])('%s does not', (source) => {
    expect(parseFormTags(source).isRefused).toBe(false);
  });

  it('with a problem says where it is', () => {
    expect(parseFormTags('<p>a</p>\n\n [text]').problems).toMatchObject([{ position: 11, line: 3 }]);
  });

  it('without choices or answers has a problem, and is left out', () => {
    for (const source of ['[select a]', '[quiz q "no answer"]', '[acceptance a]']) {
      const { layout, problems } = parseFormTags(source);
      expect([listFields(layout), problems.length]).toEqual([[], 1]);
    }
  });
});

describe('the layout of form tags', () => {
  it('has paragraphs and labels as the author wrote them', () => {
    const source =
      '<label> Your name\n    [text* your-name] </label>\n\nTwo\nlines\n\n<h3 class="big">Title</h3>[hidden h]';
    expect(parseFormTags(source)).toMatchObject({
      problems: [],
      layout: [
        {
          name: 'p',
          content: [
            {
              name: 'label',
              content: [{ text: ' Your name' }, { name: 'br' }, { kind: 'plain', text: ' ' }, { kind: 'text' }],
            },
          ],
        },
        { name: 'p', content: [{ text: 'Two' }, { name: 'br' }, { text: 'lines' }] },
        { name: 'h3', attributes: { class: 'big' }, content: [{ text: 'Title' }] },
        { kind: 'hidden' },
      ],
    });
  });
});

describe('elements that send a form (G1)', () => {
  const listSubmits = (source: string) => {
    const { layout, problems, isRefused } = parseFormTags(source);
    const submits: unknown[] = [];
    JSON.stringify(layout, (_, value) => {
      if (value?.kind === 'submit') submits.push(value);
      return value;
    });
    return { submits, isRefused, problems: problems.map(({ message }) => message) };
  };
  it.each([
    ['[submit "Go" class:md:w-1/2 class:a id:b]', { label: 'Go', id: 'b', class: 'a' }, 1],
    [
      '<button type="submit" class="btn w-1/2" id="go">Send <b>it</b>\n now</button>',
      { label: 'Send it now', id: 'go', class: 'btn' },
      1,
    ],
    ['<p><button>&rarr; Ask</button></p>', { label: '→ Ask' }, 0],
    ['<BUTTON TYPE=Submit></BUTTON>', { label: 'Send' }, 0],
    ['<button onclick="x()" type="submit">Go</button>', { label: 'Go' }, 1],
    ['<div class="md:flex row"><input type="submit" value="Go"></div>', { label: 'Go' }, 1],
    ["<input type='image' src='go.png' alt='Go' />", { label: 'Go' }, 1],
    ['<button type="submit">[submit "Inside"]</button>', { label: 'Inside' }, 0],
  ])('%s', (source, expected, problems) => {
    const found = listSubmits(source);
    expect(found).toMatchObject({ submits: [{ kind: 'submit', ...expected }], isRefused: false });
    expect(found.problems.length).toBe(problems);
  });

  it('have the letters of their languages, and leave other references as they are', () => {
    const { layout } = parseFormTags('<button>Gr&ouml;&szlig;e &Uuml;ben &constructor; &nope;</button>');
    expect(JSON.stringify(layout)).toContain('"Größe Üben &constructor; &nope;"');
  });

  it('keep the fields within them', () => {
    const { layout } = parseFormTags('<button type="submit">Send [text* a] now</button>');
    expect(listFields(layout)).toMatchObject([{ name: 'a', required: true }]);
    expect(listSubmits('<button>Send [text* a] now</button>').submits).toMatchObject([{ label: 'Send now' }]);
  });

  it('keep the classes of other elements that can be classes', () => {
    const { layout, problems } = parseFormTags('<div class="md:w-1/2 row">a</div>');
    expect(layout).toMatchObject([{ name: 'div', attributes: { class: 'row' } }]);
    expect(problems.map(({ message }) => message)).toEqual(['“md:w-1/2” can’t be a class: it is left out.']);
  });
});

describe('hostile sources', () => {
  const pieces = fc.constantFrom(
    ...[
      '[',
      ']',
      '[[',
      '[text a',
      '[text b]',
      '[acceptance a]',
      '[/acceptance]',
      '"',
      "'",
      '<',
      '>',
      '</',
      '<p>',
      '</p>',
    ],
    ...[
      '<label>',
      '<script>',
      '</script>',
      '<!--',
      '-->',
      '<a href="',
      '<button>',
      '</button>',
      '<input type=submit>',
      '[text* c class:a/b]',
      '[quiz q "a|b"]',
      '\n\n',
      ' ',
      '&#0;',
      '&lt;',
      '<div ',
    ],
  );
  const source = fc
    .array(fc.oneof(pieces, fc.string({ maxLength: 8 })), { maxLength: 60 })
    .map((parts) => parts.join(''));

  it('never throw, and give a layout that a definition takes', () => {
    fc.assert(
      fc.property(source, (text) => {
        const { layout } = parseFormTags(text);
        const withSubmit = [...layout, { kind: 'submit', label: 'Send' }];
        const { error } = contactForm.safeParse({ id: 1, title: 'Form', layout: withSubmit });
        expect(error).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  });

  it('take time in proportion to their length', () => {
    const repeated = [
      '[',
      '[text a',
      '[text "',
      '<',
      '<a "',
      '<script>',
      '<!--',
      '[acceptance a]',
      '<p>',
      '</p>',
      '\n \t',
      '&',
      "'",
    ];
    /** Milliseconds of processor time, which other processes hardly change. */
    const measure = (length: number) => {
      const before = process.cpuUsage();
      for (const piece of repeated) parseFormTags(piece.repeat(Math.ceil(length / piece.length)));
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    };
    measure(2_000);
    // Four times the length: sixteen times the work if it were quadratic.
    const short = measure(25_000);
    expect(measure(100_000)).toBeLessThan(9 * short + 200);
  });

  it('with 10,000 tags have 200 fields', () => {
    const tags = Array.from({ length: 10_000 }, (_, index) => `[text f${index}]`).join('\n\n');
    const { layout, problems } = parseFormTags(tags);
    expect(listFields(layout).length).toBe(200);
    expect(problems.length).toBe(100);
  });
});
