import { type Browser, chromium } from '@playwright/test'
import config from '../../playwright.config'
import { type Part, rounds } from '../bench-context'
import { buildEmptyPage, serveFolder } from '../empty-page'
import { percentile } from '../load'
import type { Row } from '../table'
import { type SignedIn, signedIn } from './signed-in'

const loadsEachRound = 5
const kilobyte = 1_000

interface Load {
  /** Bytes of compressed script over the wire, without response headers. */
  script: number
  /** Milliseconds to the largest contentful paint. */
  paint: number
}

/**
 * The first load of a signed-in person: script over the wire, and when the page is complete, compared with an empty
 * React page.
 */
export const web: Part = async bench => {
  const address = await signedIn(bench)
  const empty = await serveFolder(await buildEmptyPage(await bench.newFolder('empty-page')))
  bench.atEnd(empty.stop)
  const browser = await chromium.launch(config.use?.launchOptions)
  const ours = () => firstLoad(browser, `${address.origin}/chat`, address)
  const theirs = () => firstLoad(browser, `http://127.0.0.1:${empty.port}/`)
  const script: number[] = []
  const paints: number[] = []
  const floors: number[] = []
  try {
    await ours()
    await theirs()
    for (let round = 0; round < rounds; round++) {
      const [mine, floor]: [Load[], Load[]] = [[], []]
      while (mine.length < loadsEachRound) {
        floor.push(await theirs())
        mine.push(await ours())
      }
      script.push(
        percentile(
          mine.map(load => load.script / kilobyte),
          0.5,
        ),
      )
      paints.push(
        percentile(
          mine.map(load => load.paint),
          0.5,
        ),
      )
      floors.push(
        percentile(
          floor.map(load => load.paint),
          0.5,
        ),
      )
    }
  } finally {
    await browser.close()
  }
  return [
    {
      what: 'Signed-in first load: script over the wire',
      unit: 'kB',
      product: script,
      floor: null,
      aim: { atMost: 150 },
    },
    {
      what: '… largest contentful paint, beside an empty page',
      unit: 'ms',
      product: paints,
      floor: floors,
      aim: { atMost: 3.5 },
    },
  ] satisfies Row[]
}

/** Loads an address in a fresh browser: nothing cached, no service worker. */
async function firstLoad(browser: Browser, url: string, signedInAs?: SignedIn): Promise<Load> {
  const context = await browser.newContext({
    serviceWorkers: 'block',
    viewport: { width: 1280, height: 800 },
    ...(signedInAs && { storageState: signedInAs.storageState }),
  })
  try {
    const page = await context.newPage()
    const network = await context.newCDPSession(page)
    await network.send('Network.enable')
    const scripts = new Set<string>()
    let script = 0
    network.on('Network.responseReceived', ({ requestId, type }) => {
      if (type === 'Script') scripts.add(requestId)
    })
    network.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) script += encodedDataLength
    })
    await page.addInitScript(`new PerformanceObserver(list => {
      for (const entry of list.getEntries()) globalThis.largestPaint = entry.startTime
    }).observe({ type: 'largest-contentful-paint', buffered: true })`)
    await page.goto(url)
    await page.waitForLoadState('networkidle')
    // The paint is reported a moment after it happened, on a busy machine later than the last response.
    let paint: number | null = null
    while (paint === null) paint = await page.evaluate<number | null>('globalThis.largestPaint ?? null')
    return { script, paint }
  } finally {
    await context.close()
  }
}
