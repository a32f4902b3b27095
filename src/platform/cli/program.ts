import { Command, CommanderError, Option } from 'commander';
import type { Shop } from '#platform/features/shop.ts';
import type { CliOutput, CommandDefinition, CommandInput } from './command.ts';
import { createOutput } from './output.ts';

/** A command that opens what it needs itself: migrate, doctor, restore. */
export interface StandaloneCommand extends Omit<CommandDefinition, 'run'> {
  readonly run: (input: CommandInput, output: CliOutput) => Promise<number>;
}

interface Program {
  readonly commands: readonly CommandDefinition[];
  readonly standaloneCommands: readonly StandaloneCommand[];
  /** Opens the shop's database and services for one command. */
  readonly withShop: (work: (shop: Shop) => Promise<number>, output: CliOutput) => Promise<number>;
}

/**
 * Runs `shop <arguments>`.
 * @returns the exit code: 0 done, 1 refused, 2 wrong usage
 */
export async function runProgram(
  { commands, standaloneCommands, withShop }: Program,
  args: readonly string[],
): Promise<number> {
  let code = 0;
  const root = configureCommand(new Command('shop'), 'The shop from the command line. Every command takes --json.');
  for (const definition of standaloneCommands) {
    addCommand(root, definition, async (input, output) => {
      code = await definition.run(input, output);
    });
  }
  for (const definition of commands) {
    addCommand(root, definition, async (input, output) => {
      code = await withShop((shop) => definition.run(shop, input, output), output);
    });
  }
  try {
    await root.parseAsync([...args], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    throw error;
  }
  return code;
}

function configureCommand(command: Command, summary: string): Command {
  return command.description(summary).exitOverride().showHelpAfterError().helpCommand(false);
}

function addCommand(
  root: Command,
  definition: Omit<CommandDefinition, 'run'>,
  run: (input: CommandInput, output: CliOutput) => Promise<void>,
): void {
  const words = definition.name.split(' ');
  const parent = words.slice(0, -1).reduce(findOrAddCommand, root);
  const command = configureCommand(parent.command(words.at(-1) ?? ''), definition.summary);
  for (const { name, description } of definition.arguments ?? []) command.argument(name, description);
  for (const { flags, description, isRepeatable } of definition.options ?? []) {
    const addLine = (value: string, previous?: string) => (previous === undefined ? value : `${previous}\n${value}`);
    const option = new Option(flags, description);
    command.addOption(isRepeatable ? option.argParser(addLine) : option);
  }
  command.addOption(new Option('--json', 'print the answer as JSON'));
  command.action(async (...parameters: unknown[]) => {
    const options = command.opts<CommandInput['options']>();
    const values = parameters
      .slice(0, -2)
      .flat()
      .filter((value): value is string => typeof value === 'string');
    await run({ arguments: values, options }, createOutput(options.json === true));
  });
}

function findOrAddCommand(parent: Command, word: string): Command {
  return (
    parent.commands.find((command) => command.name() === word) ??
    configureCommand(parent.command(word), `commands about ${word}`)
  );
}
