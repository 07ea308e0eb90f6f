import { type Browser, chromium } from '@playwright/test'
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

interface Start {
  /** Milliseconds to the first contentful paint. */
  paint: number
  /** Milliseconds until somebody can type. */
  ready: number
}

/**
 * The first start on slow networks, with nothing cached and no service worker: the first paint, and when the app is
 * usable.
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
  } finally {
    await browser.close()
  }
  return rows
}

async function start(
  browser: Browser,
  url: string,
  { bytes, latency, slowdown }: { bytes: number; latency: number; slowdown: number },
  account: SignedIn | null,
): Promise<Start> {
  const context = await browser.newContext({
    serviceWorkers: 'block',
    viewport: { width: 1280, height: 800 },
    ...(account && { storageState: account.storageState }),
  })
  try {
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
      if (!document.querySelector('#root :is(textarea, input):not([disabled])')) return
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
  } finally {
    await context.close()
  }
}
