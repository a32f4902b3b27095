import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import type { Shop } from '#platform/features/shop.ts';
import { createSystemActor, findStaffActor, isPermitted } from '#platform/sessions/actor.ts';
import type { CliOutput, CommandDefinition, TypedInput } from './command.ts';
import { createOutput } from './output.ts';
import { readSecret } from './read-secret.ts';

/** A command that opens its own resources instead of a shop: migrate, doctor, restore. */
export interface StandaloneCommand extends Omit<CommandDefinition, 'run' | 'requires'> {
  readonly run: (input: TypedInput, output: CliOutput) => Promise<number>;
}

interface Program {
  readonly commands: readonly CommandDefinition[];
  readonly standaloneCommands: readonly StandaloneCommand[];
  readonly withShop: (work: (shop: Shop) => Promise<number>, output: CliOutput) => Promise<number>;
}

/**
 * Runs `shop <arguments>`.
 * @returns the exit code: 0 for success, 1 for a refusal, 2 for wrong usage
 */
export async function runProgram(
  { commands, standaloneCommands, withShop }: Program,
  args: readonly string[],
): Promise<number> {
  let code = 0;
  const root = configureCommand(new Command('shop'), 'The shop from the command line. Every command takes --json.')
    .option(
      '--as <email>',
      'who of the staff runs the command: histories name them, and their role must permit it',
      takeOnce,
    )
    .configureHelp({ showGlobalOptions: true });
  for (const definition of standaloneCommands) {
    addCommand(root, definition, async (input, output, email) => {
      if (email !== undefined) output.warn(`--as: '${definition.name}' is run by whoever has the shop's server.`);
      code = email === undefined ? await definition.run(input, output) : 2;
    });
  }
  for (const definition of commands) {
    addCommand(root, definition, async (input, output, email) => {
      code = await withShop((shop) => runAs(shop, definition, input, output, email), output);
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

/**
 * Refuses a second `--as`, so that untrusted text which a script appends to a command can't run it as another person.
 */
function takeOnce(value: string, previous: string | undefined): string {
  if (previous !== undefined) throw new InvalidArgumentError('It is given once.');
  return value;
}

/** Runs a command as a member of staff whose role permits it, or as the shop when no email address is given. */
async function runAs(
  shop: Shop,
  { name, requires, run }: CommandDefinition,
  input: TypedInput,
  output: CliOutput,
  email: string | undefined,
): Promise<number> {
  const actor = email === undefined ? createSystemActor('shop') : await findStaffActor(shop, email);
  if (actor && isPermitted(actor, requires)) return run(shop, { ...input, actor, readSecret }, output);
  output.warn(
    actor
      ? `The role of ${actor.name} does not allow '${name}': it needs the permission ${requires}.`
      : `Nobody with the email address ${email} is staff.`,
  );
  output.result({ ok: false, code: actor ? 'PERMISSION_MISSING' : 'STAFF_NOT_FOUND' });
  return 1;
}

function configureCommand(command: Command, summary: string): Command {
  return command.description(summary).exitOverride().showHelpAfterError().helpCommand(false);
}

function addCommand(
  root: Command,
  definition: Omit<CommandDefinition, 'run' | 'requires'>,
  run: (input: TypedInput, output: CliOutput, email: string | undefined) => Promise<void>,
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
    const { as: email, ...options } = command.optsWithGlobals<TypedInput['options']>();
    const values = parameters
      .slice(0, -2)
      .flat()
      .filter((value): value is string => typeof value === 'string');
    await run(
      { arguments: values, options },
      createOutput(options.json === true),
      typeof email === 'string' ? email : undefined,
    );
  });
}

function findOrAddCommand(parent: Command, word: string): Command {
  return (
    parent.commands.find((command) => command.name() === word) ??
    configureCommand(parent.command(word), `commands about ${word}`)
  );
}
