import { openBackOffice } from '#platform/admin/admin.ts';
import type { CliOutput, CommandDefinition, CommandInput } from '#platform/cli/command.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Mutation } from '#platform/mutations/mutation.ts';
import type { Calls } from './register-calls.ts';

/** Calls any mutation in the same way as its JSON call. */
export const createCallCommand = (findCalls: (shop: Shop) => Calls | undefined): CommandDefinition => ({
  name: 'call',
  summary: 'call any mutation with JSON; without its name, list them',
  requires: openBackOffice.name,
  arguments: [
    { name: '[mutation]', description: 'such as promotions.save-coupon' },
    { name: '[input]', description: 'JSON, or - for standard input; default: {}' },
  ],
  options: [
    { flags: '--param <name=value>', description: 'a parameter of its path, such as id=12', isRepeatable: true },
    { flags: '--key <key>', description: 'idempotency key of an operation: the same key never does it twice' },
    { flags: '--list', description: 'list the mutations' },
  ],
  run: async (shop, input, output) => {
    const calls = findCalls(shop);
    if (!calls) throw new Error('the shop was opened without calls');
    const [name] = input.arguments;
    if (name === undefined || input.options.list === true) return listMutations(calls, output);
    const mutation = calls.mutations.find((each) => each.name === name);
    if (!mutation) return refuse(output, 'CALL_UNKNOWN', `There is no mutation '${name}'. \`shop call\` lists them.`);
    return callMutation(calls, mutation, input, output);
  },
});

function listMutations({ mutations, listParameters }: Calls, output: CliOutput): number {
  const listed = mutations
    .map((mutation) => ({
      name: mutation.name,
      parameters: listParameters(mutation),
      requires: mutation.requires ?? null,
      description: mutation.description,
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
  output.table(
    ['mutation', 'parameters', 'permission', 'what'],
    listed.map(({ name, parameters, requires, description }) => [
      ...[name, parameters.join(' '), requires ?? ''],
      description,
    ]),
  );
  output.result(listed);
  return 0;
}

async function callMutation(
  calls: Calls,
  mutation: Mutation,
  { arguments: [, typed = '{}'], options, actor, readSecret }: CommandInput,
  output: CliOutput,
): Promise<number> {
  const parameters = readParameters(typeof options.param === 'string' ? options.param : '');
  const expected = calls.listParameters(mutation);
  if (Object.keys(parameters).toSorted().join() !== expected.toSorted().join()) {
    const wanted = expected.map((name) => `--param ${name}=…`).join(' ');
    return refuse(output, 'CALL_PARAMETERS', `'${mutation.name}' takes ${wanted || 'no --param'}.`);
  }
  let input: unknown;
  try {
    input = JSON.parse(typed === '-' ? await readSecret('input as JSON') : typed);
  } catch {
    return refuse(output, 'CALL_NO_JSON', `The input of '${mutation.name}' is no JSON, such as '{"name":"Ada"}'.`);
  }
  const key = typeof options.key === 'string' ? options.key : undefined;
  const { status, body } = await calls.call({ mutation, actor, parameters, input, key });
  output.line(JSON.stringify(body, null, 2));
  output.result(body);
  if (status < 400) return 0;
  const { message } = body as { readonly message?: string };
  output.warn(message ?? `'${mutation.name}' was refused.`);
  return 1;
}

/** @param lines one `name=value` per line */
const readParameters = (lines: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    lines.split('\n').flatMap((line) => {
      const [, name, value] = /^(\w+)=(.+)$/.exec(line) ?? [];
      if (name !== undefined && value !== undefined) return [[name, value]];
      // A malformed line keeps its whole text as the name, so that the check of names refuses it.
      return line === '' ? [] : [[line, '']];
    }),
  );

function refuse(output: CliOutput, code: string, message: string): number {
  output.warn(message);
  output.result({ ok: false, code });
  return 2;
}
