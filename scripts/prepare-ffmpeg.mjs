import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { run, say } from './run.mjs'

/** Makes sure that there is ffmpeg for the tests of cameras, where that can be done. Without it those tests fail and say so. */
export async function prepareFfmpeg() {
  if (works()) return
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    say('Installing ffmpeg from the distribution')
    const quiet = { env: { DEBIAN_FRONTEND: 'noninteractive' } }
    await run('apt-get', ['update'], quiet)
    await run('apt-get', ['install', '-y', '--no-install-recommends', 'ffmpeg'], quiet)
  }
  if (!works()) say('There is no ffmpeg: install it, and the tests of cameras can pass')
}

function works() {
  return spawnSync('ffmpeg', ['-version'], { timeout: 20_000 }).status === 0
}
