import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';

/**
 * Reads a secret: all of standard input, or, at a terminal, typed text that is not shown. A command line
 * argument would appear in the shell's history and in the list of processes.
 * @returns empty when nothing was given
 */
export async function readSecret(question: string): Promise<string> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY) return await text(stdin);
  stderr.write(`${question}: `);
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output, terminal: true, historySize: 0 });
  const line = await new Promise<string>((resolve) => {
    lines.once('line', resolve);
    // Ctrl-C and Ctrl-D close the input.
    lines.once('close', () => resolve(''));
  });
  lines.close();
  stderr.write('\n');
  return line;
}
