// `npm start`: installs and builds what is missing or outdated, then becomes the server.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { requireNode } from './node-version.mjs'

requireNode()
endWithNpm()

const { installIfNeeded } = await import('./install.mjs')
const { build } = await import('./build.mjs')
const { root, say } = await import('./run.mjs')

if (!(await installIfNeeded())) fail('The packages could not be installed; what npm says is above.')
if (!(await build())) fail('The build failed; what is wrong is above.')

// Plans can be tried without a payment provider [D31]; an operator's own setting wins.
process.env.BILLING = process.env.BILLING ?? 'sandbox'
process.chdir(root)
tolerateRepeatedSignals()

// Into this process rather than a child: there is one process to signal, to measure and to wait for, on every platform.
await import(pathToFileURL(join(root, 'out/server/index.js')).href)

/**
 * A terminal sends Ctrl-C to npm and to us, and npm passes it on: the server is told twice. These listeners keep the second
 * one from killing it in the middle of its shutdown, and end the process while the server does not listen yet.
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
  // The terminal's window was closed: stop in order too.
  process.on('SIGHUP', () => process.kill(process.pid, 'SIGTERM'))
}

/** npm hands SIGTERM to the shell between us, which dies without passing it on: being left alone by it means to stop too. */
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
