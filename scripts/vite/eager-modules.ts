import type { Plugin, Rolldown } from 'vite';

type Program = ReturnType<Rolldown.PluginContext['parse']>;

/**
 * Turns the arrow functions around React's CommonJS modules into function expressions in parentheses.
 * V8 compiles those with the script, in the background. It would only scan the arrow functions there, and
 * parse them again, 200 kB in one task of the main thread, when React starts.
 */
export function eagerModules(): Plugin {
  return {
    name: 'vitrine:eager-modules',
    apply: 'build',
    applyToEnvironment: ({ config }) => config.consumer === 'client',
    generateBundle(_options, bundle) {
      const react = Object.values(bundle).find((output) => output.type === 'chunk' && output.name === 'react');
      if (react?.type !== 'chunk') throw new Error('the build has no chunk of React');
      react.code = wrapModules(react.code, this.parse(react.code));
    },
  };
}

/** `t((e=>{…}))`, the value of a variable, becomes `t((function(e){…}))`. */
function wrapModules(code: string, { body }: Program): string {
  let result = '';
  let end = 0;
  for (const statement of body) {
    for (const { init } of statement.type === 'VariableDeclaration' ? statement.declarations : []) {
      const module = init?.type === 'CallExpression' ? init.arguments[0] : undefined;
      if (module?.type !== 'ArrowFunctionExpression' || module.body.type !== 'BlockStatement') continue;
      const parameters = module.params.map((parameter) => code.slice(parameter.start, parameter.end));
      result += `${code.slice(end, module.start)}(function(${parameters})${code.slice(module.body.start, module.end)})`;
      end = module.end;
    }
  }
  if (end === 0) throw new Error('the chunk of React has no CommonJS modules');
  return result + code.slice(end);
}
