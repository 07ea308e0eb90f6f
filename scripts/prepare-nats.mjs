import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { run, say } from './run.mjs'

/**
 * Ensures that nats-server is installed where that is possible; the test of several servers needs it and
 * fails without it.
 */
export async function prepareNats() {
  if (works()) return
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    say('Installing nats-server from the distribution')
    const quiet = { env: { DEBIAN_FRONTEND: 'noninteractive' } }
    await run('apt-get', ['update'], quiet)
    await run('apt-get', ['install', '-y', '--no-install-recommends', 'nats-server'], quiet)
  }
  if (!works()) say('There is no nats-server: install it for the test of several servers')
}

function works() {
  return spawnSync('nats-server', ['--version'], { timeout: 20_000 }).status === 0
}
