import type { BrowserContext } from '@playwright/test'

/** A network as browser developer tools define it, and how much slower the processor is. */
export interface Network {
  name: string
  /** Bytes a second, in both directions. */
  bytes: number
  /** The added latency in milliseconds. */
  latency: number
  slowdown: number
}

export const slow3G: Network = { name: 'slow 3G (400 kbit/s, 400 ms)', bytes: 50_000, latency: 400, slowdown: 1 }
export const fast3G: Network = { name: 'fast 3G (1.6 Mbit/s, 150 ms)', bytes: 200_000, latency: 150, slowdown: 1 }

export interface Start {
  /** Milliseconds to the first contentful paint. */
  paint: number
  /** Milliseconds until somebody can type, or until what they read last is there. */
  ready: number
}

/** Opens an address on a slow network, and waits until an expression that the page evaluates is true. */
export async function timed(
  context: BrowserContext,
  url: string,
  { bytes, latency, slowdown }: Network,
  isReady: string,
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
    if (!(${isReady})) return
    observer.disconnect()
    requestAnimationFrame(() => { globalThis.readyAt = performance.now() })
  }).observe(document, { childList: true, subtree: true, characterData: true })`)
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
