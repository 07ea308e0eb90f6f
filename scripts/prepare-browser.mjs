import { existsSync } from 'node:fs'
import { findBrowser } from './find-browser.mjs'
import { run, runPackage, say } from './run.mjs'

/** Ensures that there is a browser for the stories: the system's, else Debian's package, else Playwright's download. */
export async function prepareBrowser() {
  if (findBrowser()) return
  const { chromium } = await import('@playwright/test')
  if (existsSync(chromium.executablePath())) return
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    say('Installing Chromium from the distribution')
    const quiet = { env: { DEBIAN_FRONTEND: 'noninteractive' } }
    await run('apt-get', ['update'], quiet)
    await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], quiet)
    // Older distributions have none; the stories then run without it.
    await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium-headless-shell'], quiet)
    if (findBrowser()) return
  }
  say('Downloading Chromium through Playwright')
  const code = await runPackage('@playwright/test', ['install', 'chromium'])
  if (code !== 0) throw new Error('There is no browser: install Chromium or Chrome, or name one in CHROME_PATH')
}
