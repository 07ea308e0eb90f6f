import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { findBrowser, findHeadlessBrowser } from './scripts/find-browser.mjs'
import { findElectron } from './scripts/find-electron.mjs'
import { keepTemporaryFilesInMemory } from './scripts/temporary-files.mjs'

keepTemporaryFilesInMemory()

/** Chromium must talk to nobody but the server under test, and its sandbox does not start as root. */
const BROWSER_ARGUMENTS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

const electron = findElectron()
// What stories of the desktop app run it with, told to all who load them.
process.env.DESKTOP_BROWSER = findBrowser() ?? ''
process.env.DESKTOP_ELECTRON = 'file' in electron ? electron.file : ''
process.env.DESKTOP_WITHOUT = 'why' in electron ? electron.why : ''

const hour = new Date().getUTCHours()
// A timeline whose logs lie on both sides of midnight shows other headings, so stories run where it is day. Chosen once,
// for all processes of a run.
const timezoneId = process.env.STORY_TIME_ZONE ?? (hour >= 3 && hour < 21 ? 'UTC' : 'Asia/Tokyo')
process.env.STORY_TIME_ZONE = timezoneId

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/support/empty-data.ts',
  // Browser, server and story wait for each other, so one worker more than there are processors keeps all of them busy.
  workers: availableParallelism() + 1,
  // The stories of a file are spread over the workers too, because each worker has one server for all of its stories.
  fullyParallel: true,
  // Far beyond what a story takes: a machine that is busy with other work must not fail it.
  timeout: 120_000,
  retries: 0,
  forbidOnly: true,
  expect: { timeout: 20_000 },
  reporter: [[process.stdout.isTTY ? 'line' : 'dot'], ['json', { outputFile: 'out/reports/e2e.json' }]],
  use: {
    browserName: 'chromium',
    // Without a browser of the system, Playwright takes the one it has downloaded.
    launchOptions: { executablePath: findHeadlessBrowser(), args: BROWSER_ARGUMENTS },
    locale: 'en-GB',
    timezoneId,
    // Waiting until something has moved into its place takes time in every story.
    contextOptions: { reducedMotion: 'reduce' },
    // Each new context would fetch and store the whole app. Stories that lose the network or the server allow it, and the
    // journeys `first-answer` and `two-people`.
    serviceWorkers: 'block',
    // Traces take a quarter of the time of every story: `npx playwright test --trace on` makes them where they are wanted.
    trace: 'off',
    // What is covered, or never comes, is told soon, and leaves the time to the other stories.
    actionTimeout: 30_000,
  },
})
