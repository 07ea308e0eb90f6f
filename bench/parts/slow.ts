import { type Browser, chromium } from '@playwright/test'
import config from '../../playwright.config'
import { type Part, rounds } from '../bench-context'
import { fast3G, type Network, type Start, slow3G, timed } from '../slow-network'
import type { Row } from '../table'
import { type SignedIn, signedIn } from './signed-in'

/** The networks, and the most milliseconds until the first paint and until somebody signed in can type. */
const networks = [
  { ...slow3G, paint: 1_800, ready: null },
  { ...fast3G, paint: 900, ready: null },
  { ...fast3G, name: 'fast 3G, on a processor four times slower', slowdown: 4, paint: 1_500, ready: 3_500 },
]

/** Start pages: Mate, a list of logbooks, or the sign-in page for a new person. */
const beginnings = [
  { name: 'Mate', path: '/#/chat', isSignedIn: true },
  { name: 'logbooks', path: '/#/docs', isSignedIn: true },
  { name: 'sign-in', path: '/', isSignedIn: false },
] as const

/** The first start on slow networks, with nothing cached and no service worker: the first paint, and when the app is usable. */
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

async function start(browser: Browser, url: string, network: Network, account: SignedIn | null): Promise<Start> {
  const context = await browser.newContext({
    serviceWorkers: 'block',
    viewport: { width: 1280, height: 800 },
    ...(account && { storageState: account.storageState }),
  })
  try {
    return await timed(context, url, network, `document.querySelector('#root :is(textarea, input):not([disabled])')`)
  } finally {
    await context.close()
  }
}
