import { type Browser, test as base, expect, type TestInfo } from '@playwright/test'
import type { Mailbox } from './mailbox'
import { PageErrors } from './page-errors'
import { Server, startTimeout } from './server'

/** Trusts the addresses that `Person` and `askForCode` name, so that limits per address count people, not stories. */
const shared = new Server({ TRUSTED_PROXIES: '127.0.0.1' })

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
      await shared.stop()
    },
    { scope: 'worker', auto: true, timeout: startTimeout },
  ],
})

/** Returns the server that a worker shares between its files. Nobody may stop it or rely on it being empty. */
export function serve(): Server {
  attachDetailsOf(shared)
  return shared
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
