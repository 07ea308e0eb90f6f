// `npm run dev`: the page with hot reloading on Vite's own server, and the server rebuilt and restarted after each
// change.
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { build, createServer } from 'vite'
import { root, say } from './run.mjs'

/** @type {import('node:child_process').ChildProcess | undefined} */
let server
let restarted = Promise.resolve()
let stopping = false

const page = await createServer({ root: join(root, 'src/renderer'), configFile: join(root, 'vite.config.ts') })
await page.listen()
page.printUrls()

// From here on, out/server is no longer what `npm start` built.
rmSync(join(root, 'out/server.stamp'), { force: true })
const watcher = await build({ configFile: join(root, 'vite.server.config.ts'), logLevel: 'warn', build: { watch: {} } })
if (!('on' in watcher)) throw new Error('Vite built once instead of watching')
watcher.on('event', async event => {
  if (event.code === 'BUNDLE_END') await event.result.close()
  if (event.code === 'ERROR') say(`The server does not build: ${event.error.message}`)
  // One after the other, because two changes at once must not start two servers.
  if (event.code === 'END') restarted = restarted.then(restart)
})

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, async () => {
    if (stopping) return
    stopping = true
    await restarted
    await Promise.all([stopServer(), watcher.close(), page.close()])
    process.exit(0)
  })
}

async function restart() {
  if (stopping) return
  await stopServer()
  server = spawn(process.execPath, ['--enable-source-maps', join(root, 'out/server/index.js')], {
    cwd: root,
    stdio: 'inherit',
    env: { BILLING: 'sandbox', ...process.env },
  })
}

/** Waits for the clean end, because the next server needs its port and its database. */
async function stopServer() {
  const old = server
  if (!old || old.exitCode !== null || old.signalCode !== null) return
  const ended = new Promise(resolve => old.once('exit', resolve))
  old.kill('SIGTERM')
  await ended
}
