import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import config from '../../playwright.config'
import { type Part, rounds } from '../bench-context'
import type { Row } from '../table'
import { type SignedIn, signedIn } from './signed-in'

/**
 * Networks as browser developer tools define them: bytes a second, and the added latency in milliseconds; how much slower
 * the processor is; and the most milliseconds until the first paint and until somebody signed in can type.
 */
const networks = [
  { name: 'slow 3G (400 kbit/s, 400 ms)', bytes: 50_000, latency: 400, slowdown: 1, paint: 1_800, ready: null },
  { name: 'fast 3G (1.6 Mbit/s, 150 ms)', bytes: 200_000, latency: 150, slowdown: 1, paint: 900, ready: null },
  {
    name: 'fast 3G, on a processor four times slower',
    bytes: 200_000,
    latency: 150,
    slowdown: 4,
    paint: 1_500,
    ready: 3_500,
  },
] as const

/** Start pages: Mate, a list of logbooks, or the sign-in page for a new person. */
const beginnings = [
  { name: 'Mate', path: '/#/chat', isSignedIn: true },
  { name: 'logbooks', path: '/#/docs', isSignedIn: true },
  { name: 'sign-in', path: '/', isSignedIn: false },
] as const

/** The most milliseconds until somebody who comes back sees the app, and what they read last. */
const mostReturn = 1_000

interface Start {
  /** Milliseconds to the first contentful paint. */
  paint: number
  /** Milliseconds until somebody can type, or until what they read last is there. */
  ready: number
}

interface Network {
  bytes: number
  latency: number
  slowdown: number
}

/**
 * The first start on slow networks, with nothing cached and no service worker: the first paint, and when the app is
 * usable. Then what somebody waits for who comes back to a logbook, with the app's files and their last logs on the device.
 */
export const slow: Part = async bench => {
  const account = await signedIn(bench)
  const browser = await chromium.launch(config.use?.launchOptions)
  const rows: Row[] = []
  try {
    for (const network of networks) {
      for (const { name, path, isSignedIn } of beginnings) {
        const starts: Start[] = []
        while (starts.length < rounds)
          starts.push(await start(browser, account.origin + path, network, isSignedIn ? account : null))
        const product = (figure: keyof Start) => starts.map(run => run[figure])
        rows.push(
          {
            what: `First start on ${network.name}, ${name}: first paint`,
            unit: 'ms',
            product: product('paint'),
            floor: null,
            aim: { atMost: network.paint },
          },
          {
            what: '… until it can be typed into',
            unit: 'ms',
            product: product('ready'),
            floor: null,
            aim: network.ready !== null && isSignedIn ? { atMost: network.ready } : null,
          },
        )
      }
    }
    const returns: Start[] = []
    while (returns.length < rounds) returns.push(await comeBack(browser, account, networks[1]))
    const aim = { atMost: mostReturn }
    rows.push(
      {
        what: `Coming back to a logbook on ${networks[1].name}: first paint`,
        unit: 'ms',
        product: returns.map(run => run.paint),
        floor: null,
        aim,
      },
      { what: '… until its logs are there', unit: 'ms', product: returns.map(run => run.ready), floor: null, aim },
    )
  } finally {
    await browser.close()
  }
  return rows
}

async function start(browser: Browser, url: string, network: Network, account: SignedIn | null): Promise<Start> {
  const context = await browser.newContext({
    serviceWorkers: 'block',
    viewport: { width: 1280, height: 800 },
    ...(account && { storageState: account.storageState }),
  })
  try {
    return await timed(context, url, network, '#root :is(textarea, input):not([disabled])')
  } finally {
    await context.close()
  }
}

/** Reads a logbook on a fast network, closes the page, and opens it again on a slow one. */
async function comeBack(
  browser: Browser,
  { origin, doc_id, storageState }: SignedIn,
  network: Network,
): Promise<Start> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, storageState })
  try {
    const url = `${origin}/#/docs/${doc_id}`
    const first = await context.newPage()
    await first.goto(url)
    await first.locator(log).first().waitFor()
    await first.evaluate('navigator.serviceWorker.ready')
    await stored(first)
    await first.close()
    return await timed(context, url, network, log)
  } finally {
    await context.close()
  }
}

const log = '#root article'

/** Resolves when the logs of a logbook are among the copies on the device. */
async function stored(page: Page): Promise<void> {
  await page.waitForFunction(
    `(async () => {
      const names = await indexedDB.databases()
      for (const { name } of names) {
        const database = await new Promise(resolve => {
          const opening = indexedDB.open(name)
          opening.onsuccess = () => resolve(opening.result)
          opening.onerror = () => resolve(null)
        })
        if (!database) continue
        try {
          for (const store of database.objectStoreNames) {
            const rows = await new Promise(resolve => {
              const reading = database.transaction(store).objectStore(store).getAll()
              reading.onsuccess = () => resolve(reading.result)
            })
            if (JSON.stringify(rows).includes('Pads changed on ticket')) return true
          }
        } finally {
          database.close()
        }
      }
      return false
    })()`,
  )
}

/** Opens an address on a slow network, and waits until there is an element. */
async function timed(
  context: BrowserContext,
  url: string,
  { bytes, latency, slowdown }: Network,
  selector: string,
): Promise<Start> {
  const page = await context.newPage()
  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: bytes,
    uploadThroughput: bytes,
  })
  await network.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.addInitScript(`new MutationObserver((_, observer) => {
    if (!document.querySelector(${JSON.stringify(selector)})) return
    observer.disconnect()
    requestAnimationFrame(() => { globalThis.readyAt = performance.now() })
  }).observe(document, { childList: true, subtree: true })`)
  await page.goto(url, { waitUntil: 'commit' })
  let found: Start | null = null
  while (!found) {
    await page.waitForTimeout(100)
    found = await page.evaluate<Start | null>(`(() => {
      const [paint] = performance.getEntriesByName('first-contentful-paint')
      return paint && globalThis.readyAt ? { paint: paint.startTime, ready: globalThis.readyAt } : null
    })()`)
  }
  return found
}
