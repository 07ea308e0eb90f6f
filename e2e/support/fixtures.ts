import { type Browser, test as base, expect, type TestInfo } from '@playwright/test'
import type { Mailbox } from './mailbox'
import { PageErrors } from './page-errors'
import { Server, startTimeout } from './server'

/** Trusts the addresses that `Person` and `askForCode` name, so that limits per address count people, not stories. */
const trustingStories = { TRUSTED_PROXIES: '127.0.0.1' }
const shared = new Server(trustingStories)

/** Settings of servers that look at the cameras of stories, which are on loopback. */
export const withCameras = { CAMERA_ALLOWED_NETWORKS: '127.0.0.0/8' }
/** The same, where all that a paid plan allows is allowed. */
export const withoutPlans = { ...withCameras, BILLING: 'off' }
/** Settings of servers whose plans are paid for in the sandbox. */
export const withSandbox = { BILLING: 'sandbox' }

/** The servers with settings that files of the worker have asked for, by these settings. */
const withSettings = new Map<string, Server>()

/** One for each worker. Stories that launch a browser of their own have it watched. */
export const pageErrors = new PageErrors()

/** What the browser prints of requests and sockets while the network or the server is away. */
export const networkErrors =
  /net::ERR_(?:CONNECTION_|INTERNET_DISCONNECTED|SOCKET_NOT_CONNECTED|EMPTY_RESPONSE|CONTENT_LENGTH_MISMATCH|INCOMPLETE_CHUNKED|NETWORK_|FAILED)/

/** Tests whose worker runs one server for all of its files, and that fail on errors of any page that they open. */
export const test = base.extend<
  {
    /**
     * Allows the errors of pages that this story provokes on purpose, such as `networkErrors`. No story needs it for
     * answers of 4xx.
     */
    provokes: (pattern: RegExp) => void
  },
  {
    sharedServer: Server
    watchedBrowser: Browser
  }
>({
  watchedBrowser: [
    async ({ browser }, use) => {
      pageErrors.watch(browser)
      await use(browser)
    },
    { scope: 'worker', auto: true },
  ],
  provokes: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern.
    async ({}, use) => {
      pageErrors.begin()
      await use(pattern => pageErrors.provoke(pattern))
      expect(await pageErrors.end(), 'errors of pages').toEqual([])
    },
    { auto: true },
  ],
  sharedServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern.
    async ({}, use) => {
      await shared.start()
      await use(shared)
      await Promise.all([shared, ...withSettings.values()].map(server => server.stop()))
    },
    { scope: 'worker', auto: true, timeout: startTimeout },
  ],
})

/**
 * Returns the server with these settings that a worker shares between its files. Nobody may stop it, move its clock or
 * rely on it being empty. Those with settings start before the first file that needs them.
 */
export function serve(settings: Readonly<Record<string, string>> = {}): Server {
  const server = serverWith(settings)
  test.beforeAll(async () => {
    test.setTimeout(startTimeout)
    if (!server.isRunning) await server.start()
  })
  attachDetailsOf(server)
  return server
}

function serverWith(settings: Readonly<Record<string, string>>): Server {
  const key = JSON.stringify(settings)
  if (key === '{}') return shared
  const server = withSettings.get(key) ?? new Server({ ...trustingStories, ...settings })
  withSettings.set(key, server)
  return server
}

/** A server for the stories of one file or group: started before the first, stopped after the last. */
export function serveAlone(settings: Readonly<Record<string, string>> = {}, mailbox?: Mailbox): Server {
  const server = new Server(settings, mailbox)
  test.beforeAll(async () => {
    test.setTimeout(startTimeout)
    await server.start()
  })
  attachDetailsOf(server)
  test.afterAll(() => server.stop())
  return server
}

function attachDetailsOf(server: Server): void {
  test.afterEach(async ({ browser }, info) => {
    if (info.status !== info.expectedStatus) await attachDetails(info, server, browser)
  })
}

/** Attaches to a failed story what its readers need: every page at that moment, and the server's last output. */
async function attachDetails(info: TestInfo, server: Server, browser: Browser): Promise<void> {
  const contexts = new Set([...browser.contexts(), ...pageErrors.opened])
  for (const page of [...contexts].flatMap(context => context.pages())) {
    const shown = await page
      .locator('body')
      .ariaSnapshot({ timeout: 2_000 })
      .catch(cause => String(cause))
    await info.attach('page', { body: `${page.url()}\n${shown}`, contentType: 'text/plain' })
  }
  await info.attach('server', { body: server.output, contentType: 'text/plain' })
}
