import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { run, say } from './run.mjs'

/** Ensures that tesseract is installed where that is possible; the tests of words on pictures need it and fail without it. */
export async function prepareTesseract() {
  if (works()) return
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    say('Installing tesseract from the distribution')
    const quiet = { env: { DEBIAN_FRONTEND: 'noninteractive' } }
    await run('apt-get', ['update'], quiet)
    await run('apt-get', ['install', '-y', '--no-install-recommends', 'tesseract-ocr', 'tesseract-ocr-eng'], quiet)
  }
  if (!works()) say('There is no tesseract with English: install it for the tests of words on pictures')
}

function works() {
  const { status, stdout } = spawnSync('tesseract', ['--list-langs'], { encoding: 'utf8', timeout: 20_000 })
  return status === 0 && stdout.split('\n').includes('eng')
}
