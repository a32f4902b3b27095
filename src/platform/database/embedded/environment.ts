const PASSED_ON = ['PATH', 'HOME', 'USER', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'SYSTEMROOT', 'windir'];

/** PostgreSQL's environment: no secrets, no PG* settings, a fixed language and time zone. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const passed = PASSED_ON.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  return { ...Object.fromEntries(passed), LC_ALL: 'C', LANG: 'C', TZ: 'UTC' };
}
