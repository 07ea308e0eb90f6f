// `npm start`: installs and builds what is missing or outdated, then becomes the server.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { requireNode } from './node-version.mjs'

requireNode()
endWithNpm()

const { installIfNeeded } = await import('./install.mjs')
const { build } = await import('./build.mjs')
const { root, say } = await import('./run.mjs')

if (!(await installIfNeeded())) fail("The packages could not be installed; see npm's messages above.")
if (!(await build())) fail('The build failed; see the messages above.')

// Plans can be tried without a payment provider [D31]; an operator's own setting takes precedence.
process.env.BILLING = process.env.BILLING ?? 'sandbox'
process.chdir(root)
tolerateRepeatedSignals()

// Imported into this process instead of a child, so that there is one process to signal, measure and wait for, on every
// platform.
await import(pathToFileURL(join(root, 'out/server/index.js')).href)

/**
 * A terminal sends Ctrl-C to npm and to this process, and npm forwards it, so the server is signalled twice. These
 * listeners keep the second signal from killing it during shutdown, and end the process before the server listens.
 */
function tolerateRepeatedSignals() {
  for (const [signal, code] of /** @type {const} */ ([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ])) {
    let told = false
    process.on(signal, () => {
      const serverListens = process.listenerCount(signal) > 1
      if (!serverListens && !told) process.exit(code)
      told = true
    })
  }
  // The terminal window was closed: stops cleanly too.
  process.on('SIGHUP', () => process.kill(process.pid, 'SIGTERM'))
}

/**
 * npm sends SIGTERM to the shell in between, which dies without forwarding it; losing that parent therefore means
 * stopping too.
 */
function endWithNpm() {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return
  const shell = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  watch.unref()
}

/** @param {string} sentence */
function fail(sentence) {
  say(sentence)
  process.exit(1)
}
