import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Shop } from '#platform/features/shop.ts';
import type { SessionHook } from '#platform/sessions/actor.ts';
import type { CommandDefinition } from './command.ts';
import { createOutput, formatTable } from './output.ts';
import { runProgram, type StandaloneCommand } from './program.ts';

const refund: CommandDefinition = {
  name: 'orders refund',
  summary: 'give money back',
  requires: 'orders.refund',
  arguments: [{ name: '<number>', description: 'order number' }],
  options: [
    { flags: '--amount <amount>', description: 'how much' },
    { flags: '--note <text>', description: 'why', isRepeatable: true },
  ],
  run: async (_shop, { arguments: [number], options, actor }, output) => {
    output.line(`refunded ${number}`);
    output.result({ number, amount: options.amount, note: options.note, by: actor.name, staffId: actor.staffId });
    return number === '0' ? 1 : 0;
  },
};

const migrate: StandaloneCommand = { name: 'migrate', summary: 'change tables', run: async () => 0 };

/** Ada may refund, Bea may not. */
const findStaff: SessionHook['findStaff'] = async (_shop, email) => {
  const [name = '', host] = email.split('@');
  if (host !== 'example.com') return null;
  return { kind: 'staff', name, staffId: 7, permissions: new Map(name === 'ada' ? [['orders.refund', null]] : []) };
};

const shop = { implementations: () => [{ findStaff }] } as unknown as Shop;

describe('the command line', () => {
  const written: string[] = [];
  const capture = () => {
    written.length = 0;
    for (const stream of [process.stdout, process.stderr]) {
      vi.spyOn(stream, 'write').mockImplementation((text) => {
        written.push(String(text));
        return true;
      });
    }
  };
  const run = (...args: string[]) => {
    capture();
    return runProgram({ commands: [refund], standaloneCommands: [migrate], withShop: (work) => work(shop) }, args);
  };
  afterEach(() => vi.restoreAllMocks());

  it('runs a command by its words, with arguments and options', async () => {
    expect(await run('orders', 'refund', '12', '--amount', '5.00')).toBe(0);
    expect(written.join('')).toBe('refunded 12\n');
  });

  it('prints only JSON with --json', async () => {
    await run('orders', 'refund', '12', '--json', '--amount', '5.00');
    expect(JSON.parse(written.join(''))).toMatchObject({ number: '12', amount: '5.00' });
  });

  it('joins the values of an option that is given again', async () => {
    await run('orders', 'refund', '12', '--json', '--note', 'broken', '--note=late, too');
    expect(JSON.parse(written.join(''))).toMatchObject({ number: '12', note: 'broken\nlate, too' });
  });

  it('returns the exit code of the command', async () => {
    expect(await run('orders', 'refund', '0')).toBe(1);
  });

  it('shows help and returns 2 for wrong usage', async () => {
    expect(await run('orders', 'refund')).toBe(2);
    expect(written.join('')).toContain("missing required argument 'number'");
    expect(await run('nonsense')).toBe(2);
  });

  it('runs for the shop, or with --as for somebody of the staff, before the command or after it', async () => {
    await run('orders', 'refund', '12', '--json');
    expect(JSON.parse(written.join(''))).toMatchObject({ by: 'shop', staffId: null });
    for (const args of [
      ['--as', 'ada@example.com', 'orders', 'refund', '12', '--json'],
      ['orders', 'refund', '12', '--json', '--as=ada@example.com'],
    ]) {
      expect(await run(...args)).toBe(0);
      expect(JSON.parse(written.join(''))).toMatchObject({ by: 'ada', staffId: 7 });
    }
  });

  it('refuses what the role of that person does not allow, and who is no staff', async () => {
    expect(await run('orders', 'refund', '12', '--as', 'bea@example.com')).toBe(1);
    expect(written.join('')).toBe(
      "The role of bea does not allow 'orders refund': it needs the permission orders.refund.\n",
    );
    expect(await run('orders', 'refund', '12', '--as', 'eve@example.org')).toBe(1);
    expect(written.join('')).toBe('Nobody with the email address eve@example.org is staff.\n');
    expect(await run('migrate', '--as', 'ada@example.com')).toBe(2);
    expect(await run('--as', 'bea@example.com', 'orders', 'refund', '12', '--as', 'ada@example.com')).toBe(2);
    expect(await run('migrate')).toBe(0);
  });

  it('returns 0 for --help', async () => {
    expect(await run('--help')).toBe(0);
    expect(written.join('')).toContain('orders');
  });

  it('prints no control characters but line breaks and tabs, so that texts of strangers change nothing in the terminal', async () => {
    const text = 'One\ttwo\r\nthree\u001b[2J\u009b2J\u007f\r\u0000 – ü';
    const shown = 'One\ttwo\nthree\\u001b[2J\\u009b2J\\u007f\\u000d\\u0000 – ü';
    capture();
    const output = createOutput(false);
    output.line(text);
    output.warn(text);
    output.table(['Name'], [[text]]);
    expect(written).toEqual([
      `${shown}\n`,
      `${shown}\n`,
      `Name\n${shown.replace(/\s/g, ' ').replace('\\u000d', ' ')}\n`,
    ]);
    capture();
    createOutput(true).result({ text });
    expect(written.join('')).not.toMatch(/[^\P{Cc}\n]/u);
    expect(JSON.parse(written.join(''))).toEqual({ text });
  });

  it('[A7] prints marks of direction as what they are, in lines, warnings, tables and JSON', () => {
    const marks = '\u200e\u200f\u061c\u202a\u202e\u2066\u2069\u2028';
    capture();
    const output = createOutput(false);
    output.line(`+49${marks}1`);
    output.warn(marks);
    output.table(['Phone'], [[marks]]);
    createOutput(true).result({ marks });
    expect(written.join('')).not.toMatch(/[\p{Bidi_Control}\u2028]/u);
    expect(written[0]).toBe('+49\\u200e\\u200f\\u061c\\u202a\\u202e\\u2066\\u2069\\u20281\n');
  });

  it('aligns the columns of a table, numbers to the right', () => {
    expect(
      formatTable(
        ['Order', 'Total'],
        [
          ['12', '€5.00'],
          ['7', '€115.00'],
        ],
      ),
    ).toBe('Order    Total\n   12    €5.00\n    7  €115.00');
  });
});
