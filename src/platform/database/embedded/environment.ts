const PASSED_VARIABLES = ['PATH', 'HOME', 'USER', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'SYSTEMROOT', 'windir'];

/** Creates PostgreSQL's environment: no secrets, no PG* settings, a fixed language and time zone. */
export function createEnvironment(): NodeJS.ProcessEnv {
  const passed = PASSED_VARIABLES.flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]]],
  );
  return { ...Object.fromEntries(passed), LC_ALL: 'C', LANG: 'C', TZ: 'UTC' };
}
