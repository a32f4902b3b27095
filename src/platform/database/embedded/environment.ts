const PASSED_ON = ['PATH', 'HOME', 'USER', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'SYSTEMROOT', 'windir'];

/** What Postgres sees of our environment: no secret of the shop, no PG* setting, and a known language and time zone. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const passed = PASSED_ON.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  return { ...Object.fromEntries(passed), LC_ALL: 'C', LANG: 'C', TZ: 'UTC' };
}
