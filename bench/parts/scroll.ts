import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import config from '../../playwright.config'
import { type Part, rounds } from '../bench-context'
import { percentile } from '../load'
import { asOwner, type Owner, type Product } from '../product'
import { median, type Row } from '../table'

const logs = 10_000
/** One in this many logs has a label. */
const labelled = 5
/**
 * The distance of one turn of the wheel in CSS pixels, and the milliseconds between two: somebody in a hurry to see the
 * first log.
 */
const turn = { by: 600, every: 16 }
/** The shortest and the longest time in seconds. */
const seconds = { least: 20, most: 180 }

/** Scrolling through a logbook of 10,000 logs in Chromium, compared with a page of as many plain rows. */
export const scroll: Part = async bench => {
  const product = await bench.newProduct('scroll')
  const owner = await bench.newOwner(product)
  await fill(product, owner)
  const browser = await chromium.launch(config.use?.launchOptions)
  const [ours, theirs]: [Scrolled[], Scrolled[]] = [[], []]
  try {
    for (let round = 0; round < rounds; round++) {
      theirs.push(await scrolled(browser, plain))
      ours.push(await scrolled(browser, context => timeline(context, product, owner)))
    }
  } finally {
    await browser.close()
  }
  const row = (what: string, unit: string, of: (run: Scrolled) => number, aim: Row['aim']) => ({
    what,
    unit,
    product: ours.map(of),
    floor: theirs.map(of),
    aim,
  })
  return [
    {
      what: `Scrolling through ${logs.toLocaleString('en')} logs from the newest to the oldest, median`,
      unit: 'frames/s',
      product: ours.map(our => our.perSecond),
      floor: null,
      aim: { atLeast: 59 },
    },
    row('… beside as many plain rows', 'frames/s', run => run.perSecond, null),
    row('… p95 of a frame', 'ms', run => run.p95, null),
    row('… the longest frame', 'ms', run => run.longest, null),
    row('… until the end', 's', run => run.took, null),
    { ...row('… logs gone past', '', run => run.reached, null), floor: null },
  ] satisfies Row[]
}

interface Scrolled {
  /** By the median frame. */
  perSecond: number
  /** Milliseconds. */
  p95: number
  longest: number
  /** Seconds. */
  took: number
  /** Logs passed. */
  reached: number
}

/** Turns the wheel steadily from the newest log to the oldest, and measures the time between frames. */
async function scrolled(browser: Browser, open: (context: BrowserContext) => Promise<Page>): Promise<Scrolled> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' })
  try {
    const page = await open(context)
    await page.mouse.move(640, 500)
    await page.evaluate(countFrames)
    const began = performance.now()
    const passed = () => (performance.now() - began) / 1_000
    let reached = 0
    for (let turns = 1; passed() < seconds.least || (reached < logs && passed() < seconds.most); turns++) {
      const from = performance.now()
      await page.mouse.wheel(0, turn.by)
      if (turns % 30 === 0) reached = await page.evaluate<number>(lastTicket)
      const rest = turn.every - (performance.now() - from)
      if (rest > 0) await new Promise(resolve => setTimeout(resolve, rest))
    }
    const frames = await page.evaluate<number[]>('globalThis.framesTaken.slice(1)')
    return {
      perSecond: 1_000 / median(frames),
      p95: percentile(frames, 0.95),
      longest: Math.max(...frames),
      took: passed(),
      reached,
    }
  } finally {
    await context.close()
  }
}

/** The number of the last rendered log. */
const lastTicket = `Number([...document.querySelectorAll('article')].at(-1)?.textContent.match(/Ticket (\\d+)/)?.[1] ?? 0)`

const countFrames = `{
  const taken = globalThis.framesTaken = []
  let before = performance.now()
  const next = now => {
    taken.push(now - before)
    before = now
    requestAnimationFrame(next)
  }
  requestAnimationFrame(next)
}`

/** As many plain rows, all rendered, and nothing else on the page. */
async function plain(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.setContent(
    `<style>p { height: 96px; margin: 0; border-bottom: 1px solid silver }</style>
     <body>${Array.from({ length: logs }, (_, nr) => `<article><p>Ticket ${nr + 1}</p></article>`).join('')}`,
  )
  return page
}

async function timeline(context: BrowserContext, { port }: Product, owner: Owner): Promise<Page> {
  const { tokens, user_id: userId, organization_id: organizationId, doc_id } = owner
  const session = { tokens, userId, organizationId, profileToken: null, isNewUser: false, clockOffset: 0 }
  const page = await context.newPage()
  await page.addInitScript(`localStorage.setItem('app', ${JSON.stringify(JSON.stringify({ session }))})`)
  await page.goto(`http://localhost:${port}/docs/${doc_id}`)
  await page.getByRole('feed').getByRole('article').first().waitFor()
  return page
}

/** Logs of one to twelve sentences, some with markdown, some with a label. */
async function fill({ dataDir }: Product, { organization_id, doc_id, user_id }: Owner): Promise<void> {
  await asOwner(dataDir, async client => {
    await client.query("set session_replication_role = 'replica'")
    await client.query(
      `insert into logs (organization_id, doc_id, title, content, created_by, created_at)
       select $1, $2, 'Ticket ' || n,
         repeat('Pads changed on ticket ' || n || ', **front left**, test drive without noise. ', 1 + (n * 7) % 12)
           || case when n % 4 = 0 then E'\\n\\n- torque 5 Nm\\n- washer replaced\\n- see [the sheet](https://a.example)' else '' end,
         $3, now() - make_interval(mins => n)
       from generate_series($4::int, 1, -1) n`,
      [organization_id, doc_id, user_id, logs],
    )
    const { rows } = await client.query<{ id: number }>(
      `insert into graphs (organization_id, logbook_id, name, created_at, updated_at)
       values ($1, $2, 'Bay', now(), now()) returning id::int`,
      [organization_id, doc_id],
    )
    const graph = rows[0]?.id ?? 0
    await client.query(
      "insert into graph_labels (organization_id, graph_id, label, text) values ($1, $2, 0, 'Clear'), ($1, $2, 1, 'Queue')",
      [organization_id, graph],
    )
    await client.query(
      `insert into log_labels (organization_id, log_id, graph_id, label, created_at)
       select organization_id, id, $1, id % 2, created_at from logs where doc_id = $2 and id % $3 = 0`,
      [graph, doc_id, labelled],
    )
    await client.query('vacuum analyze logs, log_labels')
  })
}
