'use strict';
// Starts a built program on the right Node, for server/bin and agent/bin. Any Node from 16 on must be able to read
// this file, so it keeps to old syntax and to Node's built-ins: better-sqlite3 crashes the process on a Node older
// than 22, and imports are hoisted, so the check stands before them in a file of its own.

const childProcess = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const url = require('node:url');

const ROOT = path.join(__dirname, '..');
const OLDEST_MINOR = 18; // 22.18: the first Node 22 that strips types without a flag
const REEXECUTED = 'SCHOOLGATE_REEXECUTED'; // set for the one process started instead of this one

function suits(version) {
  const parts = version.split('.');
  return Number(parts[0]) === 22 && Number(parts[1]) >= OLDEST_MINOR;
}

/** The program of the pinned `node` package, or null when its install script did not fetch it. */
function pinnedNode() {
  try {
    const manifest = require.resolve('node/package.json', { paths: [ROOT] });
    const file = path.join(path.dirname(manifest), JSON.parse(fs.readFileSync(manifest, 'utf8')).bin.node);
    return fs.existsSync(file) ? file : null;
  } catch (error) {
    if (error.code === 'MODULE_NOT_FOUND') return null;
    throw error;
  }
}

function stop(name, sentence) {
  console.error(`${name}: ${sentence}`);
  process.exit(1);
}

/** Becomes `file`: its standard streams, arguments, signals and exit status are this process's own. */
function become(name, file) {
  const env = Object.assign({}, process.env);
  env[REEXECUTED] = '1';
  const child = childProcess.spawn(file, process.execArgv.concat(process.argv.slice(1)), {
    stdio: 'inherit',
    env: env,
  });
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) {
    process.on(signal, () => {
      // A terminal sends Ctrl-C to both processes itself; twice would mean "at once".
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  }
  child.on('error', (error) => {
    stop(name, `cannot run ${file}: ${error.message}.`);
  });
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    for (const each of signals) process.removeAllListeners(each);
    process.kill(process.pid, signal);
  });
}

/** Node 22 calls node:sqlite experimental on every start; it is what the agent keeps its state in, by decision. */
function silenceSqliteWarning() {
  const { emitWarning } = process;
  process.emitWarning = (warning, ...rest) => {
    if (rest[0] === 'ExperimentalWarning' && /SQLite/.test(String(warning))) return;
    emitWarning.call(process, warning, ...rest);
  };
}

/**
 * Runs the built program `entry` (a path from the repository's root) in this process when this Node suits, else in
 * the pinned Node, once. Ends with status 1 and one sentence when neither is possible.
 */
function launch(name, entry) {
  const reexecuted = process.env[REEXECUTED] === '1';
  delete process.env[REEXECUTED];
  const file = path.join(ROOT, entry);
  if (!fs.existsSync(file)) stop(name, `${entry} is missing: run "npm run build" first.`);
  if (!suits(process.versions.node)) {
    const pinned = pinnedNode();
    if (pinned === null || reexecuted) {
      stop(
        name,
        `needs Node 22.${OLDEST_MINOR} or a later 22, not ${process.versions.node}: run "npm ci" to install it.`,
      );
    }
    become(name, pinned);
    return;
  }
  silenceSqliteWarning();
  import(url.pathToFileURL(file).href).catch((error) => {
    console.error(error);
    process.exit(1);
  });
}

exports.launch = launch;
