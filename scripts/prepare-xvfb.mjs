import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run, say } from './run.mjs'

/** Ensures that Xvfb is installed where that is possible; it gives each story of the desktop app a separate screen. */
export async function prepareXvfb() {
  if (process.platform !== 'linux' || isThere()) return
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    say('Installing Xvfb from the distribution')
    const quiet = { env: { DEBIAN_FRONTEND: 'noninteractive' } }
    await run('apt-get', ['update'], quiet)
    await run('apt-get', ['install', '-y', '--no-install-recommends', 'xvfb'], quiet)
  }
  if (!isThere()) say('There is no Xvfb: install it for the stories of the desktop app')
}

function isThere() {
  return (process.env.PATH ?? '').split(delimiter).some(folder => folder && existsSync(join(folder, 'Xvfb')))
}
