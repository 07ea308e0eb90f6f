import { type Browser, chromium, type Page } from '@playwright/test'
import config from '../../playwright.config'
import type { Part } from '../bench-context'
import { percentile } from '../load'
import { asOwner, type Owner, type Product } from '../product'
import type { Row } from '../table'

const tasks = 10_000
/** Openings of each grouping. Each starts from a page that was loaded anew, with another board on screen. */
const openings = 20
const groupings = { 'by role': 'rolewise', 'by person': 'userwise', 'by status': 'statuswise' } as const

/** From the click on a space with 10,000 tasks until its board is shown in Chromium [D4]. */
export const board: Part = async bench => {
  const product = await bench.newProduct('board')
  const owner = await bench.newOwner(product)
  const spaces = await plant(product, owner)
  const browser = await chromium.launch(config.use?.launchOptions)
  const rows: Row[] = []
  try {
    for (const [name, grouping] of Object.entries(groupings)) {
      const { times, cards } = await opened(browser, product, owner, { ...spaces, grouping })
      const what = `Board of ${tasks.toLocaleString('en')} tasks ${name}, from the click until it is shown`
      const row = (part: number, aim: Row['aim']) =>
        ({ what: `${what}, p${part * 100}`, unit: 'ms', product: [percentile(times, part)], floor: null, aim }) as const
      rows.push(row(0.5, null), row(0.95, { atMost: 300 }))
      rows.push({ what: '… cards in the page', unit: '', product: [cards], floor: null, aim: null })
    }
  } finally {
    await browser.close()
  }
  return rows
}

interface Opening {
  small: string
  large: string
  grouping: string
}

async function opened(browser: Browser, product: Product, owner: Owner, opening: Opening) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' })
  const { tokens, user_id: userId, organization_id: organizationId } = owner
  const session = { tokens, userId, organizationId, profileToken: null, isNewUser: false, clockOffset: 0 }
  const saved = JSON.stringify({ session, 'tasks.view': { selected_filter: opening.grouping, mine: 'list' } })
  const times: number[] = []
  try {
    const page = await context.newPage()
    await page.addInitScript(`localStorage.setItem('app', ${JSON.stringify(saved)})`)
    // The first opening warms the server up and is not counted.
    for (let nr = 0; nr <= openings; nr++) {
      const time = await openingOf(page, product, opening)
      if (nr > 0) times.push(time)
    }
    return { times, cards: await page.getByRole('article').count() }
  } finally {
    await context.close()
  }
}

async function openingOf(page: Page, { port }: Product, { small, large }: Opening): Promise<number> {
  await page.goto(`http://localhost:${port}/home/spaces`)
  await page.getByRole('link', { name: small }).click()
  await page.getByRole('article', { name: 'The only task' }).waitFor()
  await page.waitForLoadState('networkidle')
  return page.evaluate<number>(`new Promise((shown, failed) => {
    const link = [...document.querySelectorAll('a')].find(candidate => candidate.textContent.includes(${JSON.stringify(large)}))
    const began = performance.now()
    link.click()
    // A card of the large board has to be there, and then on screen.
    const look = () => [...document.querySelectorAll('article')].some(card => /^Task \\d+/.test(card.ariaLabel))
      ? requestAnimationFrame(() => setTimeout(() => shown(performance.now() - began)))
      : performance.now() - began > 20_000 ? failed(new Error('The board was not shown.')) : requestAnimationFrame(look)
    requestAnimationFrame(look)
  })`)
}

/** A small space, and one with all the tasks, of twelve people in five roles. Returns their names. */
async function plant(product: Product, { organization_id, user_id }: Owner): Promise<{ small: string; large: string }> {
  const [small, large] = ['Quiet corner', 'Harbourside']
  await asOwner(product.dataDir, async client => {
    const space = async (name: string) => {
      const { rows } = await client.query<{ id: number }>(
        `insert into branches (organization_id, name, is_open, is_primary, created_at, updated_at)
         values ($1, $2, true, false, now(), now()) returning id::int`,
        [organization_id, name],
      )
      return rows[0]?.id ?? 0
    }
    const insert = async (branch_id: number, count: number, title: string) =>
      client.query(
        `insert into tasks (organization_id, branch_id, title, description, excerpt, status, priority, labels, source,
           checklist, created_at, updated_at, deadline, reporter_id)
         select $1, $2, replace($4, '#', nr::text), '', 'As the ticket says.',
           (array['todo', 'in_progress', 'in_review', 'blocked'])[1 + nr % 4],
           (array['urgent', 'high', 'normal', 'low'])[1 + nr % 4], array['Ticket ' || nr], 'person', '[]', now(), now(),
           now() + make_interval(mins => nr * 7 % 20000), $5
         from generate_series(1, $3::int) nr`,
        [organization_id, branch_id, count, title, user_id],
      )
    await insert(await space(small), 1, 'The only task')
    const branch_id = await space(large)
    await insert(branch_id, tasks, 'Task # with a title of the usual length')
    const { rows: people } = await client.query<{ id: number }>(
      `insert into users (displayname, language, timezone, created_at)
       select 'Person ' || nr, 'en', 'UTC', now() from generate_series(1, 12) nr returning id::int`,
    )
    const ids = people.map(person => person.id)
    await client.query(
      `insert into memberships (organization_id, user_id, org_role, joined_at)
       select $1, id, 'member', now() from unnest($2::bigint[]) id`,
      [organization_id, ids],
    )
    const { rows: roles } = await client.query<{ id: number }>(
      `insert into roles (organization_id, name, capabilities, created_at)
       select $1, 'Role ' || nr, '{}', now() from generate_series(1, 5) nr returning id::int`,
      [organization_id],
    )
    await client.query(
      `insert into role_members (organization_id, role_id, user_id)
       select $1, ($3::bigint[])[1 + nr % 5], id from unnest($2::bigint[]) with ordinality p (id, nr)`,
      [organization_id, ids, roles.map(role => role.id)],
    )
    await client.query(
      `insert into task_assignees (organization_id, task_id, user_id, place)
       select $1, t.id, ($3::bigint[])[1 + t.id % 12], 1 from tasks t where t.branch_id = $2 and t.id % 10 <> 0`,
      [organization_id, branch_id, ids],
    )
    await client.query('vacuum analyze')
  })
  return { small, large }
}
