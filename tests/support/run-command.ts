import type { CliOutput, CommandDefinition, CommandInput } from '#platform/cli/command.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type Actor, createSystemActor } from '#platform/sessions/actor.ts';

interface CommandResult {
  readonly code: number;
  /** What it printed for people. */
  readonly text: string;
  readonly warnings: string;
  /** What it would print with `--json`. */
  readonly data: unknown;
}

/**
 * Runs a command as the command line does.
 * @param name such as `orders cancel`
 * @param actor whose permissions are not checked
 * @param typed what it reads from standard input
 */
export async function runCommand(
  shop: Shop,
  commands: readonly CommandDefinition[],
  name: string,
  args: readonly string[] = [],
  options: CommandInput['options'] = {},
  actor: Actor = createSystemActor('shop'),
  typed = '',
): Promise<CommandResult> {
  const lines: string[] = [];
  const warnings: string[] = [];
  let data: unknown;
  const output: CliOutput = {
    json: false,
    line: (text) => lines.push(text),
    warn: (text) => warnings.push(text),
    table: (head, rows) => lines.push(...[head, ...rows].map((row) => row.join(' '))),
    result: (given) => {
      data = given;
    },
    progress: () => ({ advance: () => {}, end: () => {} }),
  };
  const command = commands.find((each) => each.name === name);
  if (!command) throw new Error(`there is no command '${name}'`);
  const code = await command.run(shop, { arguments: args, options, actor, readSecret: async () => typed }, output);
  return { code, text: lines.join('\n'), warnings: warnings.join('\n'), data };
}
