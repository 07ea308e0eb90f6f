import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { run, say } from './run.mjs'

/** Ensures that ffmpeg is installed where that is possible; the tests of cameras need it and fail without it. */
export async function prepareFfmpeg() {
  if (works()) return
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    say('Installing ffmpeg from the distribution')
    const quiet = { env: { DEBIAN_FRONTEND: 'noninteractive' } }
    await run('apt-get', ['update'], quiet)
    await run('apt-get', ['install', '-y', '--no-install-recommends', 'ffmpeg'], quiet)
  }
  if (!works()) say('There is no ffmpeg: install it for the tests of cameras')
}

function works() {
  return spawnSync('ffmpeg', ['-version'], { timeout: 20_000 }).status === 0
}
