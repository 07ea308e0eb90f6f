import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { run, say } from './run.mjs'

/**
 * Ensures that espeak-ng is installed where that is possible; the tests of the splitter need its voices and fail
 * without it.
 */
export async function prepareEspeak() {
  if (works()) return
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    say('Installing espeak-ng from the distribution')
    const quiet = { env: { DEBIAN_FRONTEND: 'noninteractive' } }
    await run('apt-get', ['update'], quiet)
    await run('apt-get', ['install', '-y', '--no-install-recommends', 'espeak-ng'], quiet)
  }
  if (!works()) say('There is no espeak-ng: install it for the tests of who spoke when')
}

function works() {
  return spawnSync('espeak-ng', ['--version'], { timeout: 20_000 }).status === 0
}
