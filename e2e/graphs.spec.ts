import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { addAnnotation, listAnnotations } from '#shared/contract/graphs/annotations'
import { createGraph, labelLog } from '#shared/contract/graphs/endpoints'
import { log, openComposer, timeline } from './pages/logbook'
import { openAs } from './pages/session'
import { expectRoute } from './pages/shell'
import { expectAccessible } from './support/axe'
import { expectFits } from './support/fits'
import { serve, test } from './support/fixtures'
import { Person } from './support/person'

const server = serve()

const menuOf = (page: Page, title: string) => page.getByRole('menu', { name: `Labels of “${title}”` })

/** Adds labels to a log from its menu. */
async function give(page: Page, title: string, ...labels: string[]): Promise<void> {
  await log(page, title).getByRole('button', { name: 'Set labels' }).click()
  for (const label of labels) await menuOf(page, title).getByRole('menuitemcheckbox', { name: label }).click()
  await page.keyboard.press('Escape')
  await expect(menuOf(page, title)).toBeHidden()
}

const labelsOf = (page: Page, title: string): Locator =>
  log(page, title).getByRole('list', { name: 'Labels' }).getByRole('listitem')

/** Downloads an entry of the menu; returns the file's name and bytes. */
async function download(page: Page, what: string): Promise<{ name: string; bytes: Buffer }> {
  await page.getByRole('button', { name: 'Download' }).click()
  const waiting = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: what }).click()
  const file = await waiting
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

test('logs are labelled, counted over time, chosen from the graph and saved as files [1.6, 3.9, 7.24, 9.8c, D22]', async ({
  page,
  browser,
}) => {
  test.slow()
  await page.setViewportSize({ width: 1440, height: 900 })
  const tom = await Person.signUp(server, 'Tom')
  await tom.createWorkspace('Ridgeway Cycles')
  const maya = await Person.signUp(server, 'Maya')
  await tom.takesIn(maya)
  const { doc_id } = await tom.createLogbook('Counter log')
  for (const title of ['Six waiting', 'Two waiting', 'Nobody there', 'Tills counted'])
    await tom.write(doc_id, 'As seen from the counter.', title)
  await openAs(page, tom)
  await expectRoute(page, '/chat')
  await page.goto(`${server.url}/#/docs/${doc_id}`)

  await page.getByRole('button', { name: 'Graphs' }).click()
  await page.getByRole('menuitem', { name: 'New graph' }).click()
  const dialog = page.getByRole('dialog', { name: 'New graph' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('=Queue at the counter')
  await dialog.getByRole('textbox', { name: 'Label 1' }).fill('Clear')
  await dialog.getByRole('button', { name: 'Add label' }).click()
  await page.keyboard.type('Long queue')
  await dialog.getByRole('button', { name: 'Add label' }).click()
  await page.keyboard.type('Unattended')
  await expectAccessible(page, 'a new graph')
  await dialog.getByRole('button', { name: 'Create graph' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '=Queue at the counter' })).toBeVisible()
  await expect(page.getByText(/^No logs from this period have labels/)).toBeVisible()
  const graphAddress = page.url()
  await page.getByRole('link', { name: /Counter log$/ }).click()

  await give(page, 'Six waiting', 'Long queue')
  await give(page, 'Two waiting', 'Clear')
  await give(page, 'Nobody there', 'Clear', 'Unattended')
  await expect(labelsOf(page, 'Nobody there')).toHaveText(['Clear', 'Unattended'])
  await expectAccessible(page, 'a timeline with labels')
  const counts = page.getByRole('region', { name: 'Labels today' }).getByRole('listitem')
  await expect(counts).toHaveText(['Clear2', 'Long queue1', 'Unattended1'])

  await page.goto(graphAddress)
  await expect(page.getByText('Labels from 3 logs')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Clear 2' })).toBeVisible()
  await expect(page.getByRole('img', { name: /Clear 2, Long queue 1, Unattended 1/ })).toBeVisible()
  await expectAccessible(page, 'a graph with lines')
  await page.getByText('Bars', { exact: true }).click()
  await expectAccessible(page, 'a graph with bars')
  await page.getByRole('button', { name: 'Compare with before' }).click()
  await expect(page.getByRole('region', { name: /^Compared with/ })).toContainText('Clear: 2, 2 more than before (0)')
  await expectAccessible(page, 'a graph compared with the period before')
  await page.getByRole('button', { name: 'Compare with before' }).click()

  // Another graph of the logbook stands beside it where there is room, and below it where there is none.
  const other = { logbook_id: doc_id, name: 'Tills', labels: { 0: 'Counted' } }
  const { graph_id: other_id } = await tom.call(createGraph, other)
  const alone = page.url()
  await page.goto(`${alone}&with=${other_id}`)
  const [main, tills] = [
    page.locator('section[aria-labelledby="graph-chart"]'),
    page.getByRole('region', { name: 'Tills' }),
  ]
  const places = async () => {
    const [one, two] = [await main.boundingBox(), await tills.boundingBox()]
    if (!one || !two) return 'not there'
    return two.x >= one.x + one.width ? 'beside' : two.y >= one.y + one.height ? 'below' : 'over it'
  }
  await expect.poll(places).toBe('beside')
  await expectAccessible(page, 'two graphs beside each other')
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect.poll(places).toBe('below')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(alone)

  const slider = page.getByRole('slider', { name: /^Time/ })
  await slider.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+End')
  await expect(slider).toHaveAttribute('aria-valuetext', /: Clear 2, Long queue 1, Unattended 1$/)
  await page.keyboard.press('Enter')
  const chosen = page.getByRole('article', { name: 'Nobody there' })
  await expect(chosen).toBeVisible()
  await expectAccessible(page, 'logs that were chosen')
  await page.getByRole('button', { name: 'Long queue 1' }).click()
  await expect(page.getByRole('article', { name: 'Six waiting' })).toBeVisible()
  await expect(chosen).toBeHidden()
  await page.getByRole('slider', { name: /^Logs with Unattended/ }).press('Enter')
  await expect(chosen).toBeVisible()

  const [graph_id = 0] =
    page
      .url()
      .match(/\/(\d+)\?/)
      ?.slice(1)
      .map(Number) ?? []
  await page.getByRole('button', { name: 'Add annotation' }).click()
  const annotation = page.getByRole('dialog', { name: 'New annotation' })
  await annotation.getByRole('textbox', { name: 'Text' }).fill('The second till was shut')
  await expectAccessible(page, 'a new annotation')
  await annotation.getByRole('button', { name: 'Add annotation' }).click()
  const annotations = (of: Page) => of.getByRole('list', { name: 'Annotations' }).getByRole('listitem')
  await expect(annotations(page)).toHaveText([/^The second till was shut.*Tom$/])
  const [first] = await tom.call(listAnnotations, { graph_id })
  await maya.call(addAnnotation, { graph_id, text: 'A bus arrived', from: first?.from ?? '' })
  await expect(annotations(page)).toHaveCount(2)
  await expectAccessible(page, 'a graph with annotations')
  await page.getByRole('button', { name: 'Delete “A bus arrived”' }).click()
  await expect(annotations(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(annotations(page)).toHaveCount(2)

  const png = await download(page, 'Picture (PNG)')
  expect(png.name).toBe('Queue-at-the-counter.png')
  expect([...png.bytes.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  expect([png.bytes.readUInt32BE(16), png.bytes.readUInt32BE(20)]).toEqual([2400, 2 * (640 + 3 * 22)])
  const svg = (await download(page, 'Vector graphic (SVG)')).bytes.toString('utf8')
  expect(svg).toMatch(/^<svg /)
  for (const text of [
    '=Queue at the counter',
    'Logs per hour',
    'Clear',
    'Long queue',
    'Unattended',
    '1  The second till was shut',
    '2  A bus arrived',
  ])
    expect(svg.replaceAll('\u00a0', ' ')).toContain(text)
  const figures = (await download(page, 'Figures')).bytes.toString('utf8').split('\r\n')
  expect(figures[0]).toBe('\uFEFFFrom,To,Clear,Long queue,Unattended,Annotations')
  expect(figures.at(-2)).toBe('Total,,2,1,1,')
  expect(figures).toHaveLength(27)
  const every = await download(page, 'Every log')
  expect(every.name).toBe('Queue-at-the-counter-logs.csv')
  const rows = every.bytes.toString('utf8').trimEnd().split('\r\n')
  expect(rows.slice(1).map(row => row.split(',').slice(2).join())).toEqual([
    'Nobody there,1,0,1',
    'Two waiting,1,0,0',
    'Six waiting,0,1,0',
  ])

  await page.getByText('Table', { exact: true }).click()
  const table = page.getByRole('table', { name: 'Figures of =Queue at the counter' })
  await expect(table.getByRole('row').last()).toHaveText('Total211')
  await expectAccessible(page, 'a graph as a table')

  await page.getByRole('button', { name: 'Add threshold' }).click()
  const threshold = page.getByRole('dialog', { name: 'New threshold' })
  await threshold.getByRole('combobox', { name: 'Label' }).click()
  await page.getByRole('option', { name: 'Long queue' }).click()
  await threshold.getByRole('textbox', { name: 'Value' }).fill('1')
  await threshold.getByRole('combobox', { name: 'Logs in' }).click()
  await page.getByRole('option', { name: 'One day' }).click()
  await expectAccessible(page, 'a new threshold')
  await threshold.getByRole('button', { name: 'Add threshold' }).click()
  await expect(page.getByRole('list', { name: 'Thresholds' })).toContainText('Long queue: above 1 per day')

  // Labels by somebody else are counted at once.
  const fifth = await maya.write(doc_id, 'The queue reached the door.', 'Nine waiting')
  await maya.call(labelLog, { doc_id, log_id: fifth.id, graph_id, labels: [1] })
  await expect(table.getByRole('row').last()).toHaveText('Total221')
  await page.getByRole('button', { name: '1 unread notification' }).click()
  await page.getByRole('link', { name: /^Long queue in =Queue at the counter: 2, above 1/ }).click()
  await expect(page.getByRole('region', { name: /^Long queue, / })).toBeVisible()
  await expectAccessible(page, 'the point of a graph that crossed a threshold')
  await page.getByRole('link', { name: 'Nine waiting' }).click()
  await expect(log(page, 'Nine waiting')).toBeFocused()

  // Somebody on a phone who only writes.
  const phone = await browser.newPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await openAs(phone, maya)
  await expectRoute(phone, '/chat')
  await phone.goto(`${server.url}/#/docs/${doc_id}/${graph_id}`)
  await expect(phone.getByText('Labels from 4 logs')).toBeVisible()
  await expect(phone.getByRole('button', { name: 'More actions for this graph' })).toBeHidden()
  await expect(annotations(phone)).toHaveCount(2)
  await expect(phone.getByRole('button', { name: /^Edit “/ })).toHaveAccessibleName('Edit “A bus arrived”')
  await expectFits(phone)
  await expectAccessible(phone, 'a graph on a phone')
  await phone.getByRole('button', { name: 'Back to' }).tap()
  await expect(log(phone, 'Nine waiting').getByRole('button', { name: 'Set labels' })).toBeVisible()
  await expect(log(phone, 'Six waiting').getByRole('button', { name: 'Set labels' })).toBeHidden()
  await phone.close()
})

test('a timeline is filtered by labels and people with a link that keeps the filter [7.14c]', async ({ page }) => {
  // The timeline renders only what is in view.
  await page.setViewportSize({ width: 1280, height: 900 })
  const dev = await Person.signUp(server, 'Dev')
  await dev.createWorkspace('Harbour Rowing')
  const kira = await Person.signUp(server, 'Kira')
  await dev.takesIn(kira)
  const { doc_id } = await dev.createLogbook('Boat log')
  const { graph_id } = await dev.call(createGraph, {
    logbook_id: doc_id,
    name: 'Boats',
    labels: { 0: 'Out', 1: 'In repair' },
  })
  const label = (who: Person, log_id: number, index: number) =>
    who.call(labelLog, { doc_id, log_id, graph_id, labels: [index] })
  await label(dev, (await dev.write(doc_id, 'Heron is out.', 'Heron')).id, 0)
  await label(kira, (await kira.write(doc_id, 'Swan has a leak.', 'Swan')).id, 1)
  await kira.write(doc_id, 'The tide is late.', 'Tide')
  await openAs(page, dev)
  await expectRoute(page, '/chat')
  await page.goto(`${server.url}/#/docs/${doc_id}`)
  const titles = timeline(page).getByRole('heading', { level: 3 })
  await expect(titles).toHaveText(['Tide', 'Swan', 'Heron'])

  const filter = page.getByRole('region', { name: 'Filter' })
  await filter.getByRole('button', { name: 'All labels' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Out' }).click()
  await expect(titles).toHaveText(['Heron'])
  await page.getByRole('menuitemcheckbox', { name: 'In repair' }).click()
  await expect(titles).toHaveText(['Swan', 'Heron'])
  await page.keyboard.press('Escape')
  await filter.getByRole('button', { name: 'Everybody' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Kira' }).click()
  await page.keyboard.press('Escape')
  await expect(titles).toHaveText(['Swan'])
  await expectAccessible(page, 'a filtered timeline')
  await page.reload()
  await expect(titles).toHaveText(['Swan'])

  const next = await kira.write(doc_id, 'Swan is dry again.', 'Swan afloat')
  await label(kira, next.id, 1)
  await expect(filter.getByText('Labels changed.')).toBeVisible()
  await filter.getByRole('button', { name: 'Refresh' }).click()
  await expect(titles).toHaveText(['Swan afloat', 'Swan'])
  await (await openComposer(page)).fill('Heron is back.')
  await page.getByRole('button', { name: 'Save log' }).click()
  await expect(filter.getByText('Your log is saved. It does not match the filter.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(titles).toHaveText(['Swan afloat', 'Swan'])

  await filter.getByRole('button', { name: 'Remove filter In repair' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible()
  await filter.getByRole('button', { name: 'Clear filters' }).click()
  await expect(titles).toHaveText(['Heron is back', 'Swan afloat', 'Tide', 'Swan', 'Heron'])
})

test('beside a timeline are the labels, the authors and the files of the visible day; they filter it and follow changes by others, on a phone behind a button [3.7, 3.8, D20, D22]', async ({
  page,
}) => {
  test.slow()
  await page.setViewportSize({ width: 1200, height: 800 })
  const tom = await Person.signUp(server, 'Tom')
  await tom.createWorkspace('Ridgeway Cycles')
  const maya = await Person.signUp(server, 'Maya')
  await tom.takesIn(maya)
  const { doc_id } = await tom.createLogbook('Bay log')
  const bays = { logbook_id: doc_id, name: 'Bays', labels: { 0: 'In use', 1: 'Over plan' } }
  const { graph_id } = await tom.call(createGraph, bays)
  const brakes = await tom.write(doc_id, 'Twenty minutes longer than planned.', 'Brakes bled')
  const rotor = await maya.write(doc_id, 'It was contaminated.', 'Rotor cleaned')
  for (const { id } of [brakes, rotor]) await tom.call(labelLog, { doc_id, log_id: id, graph_id, labels: [0] })
  await openAs(page, tom)
  await expectRoute(page, '/chat')
  await page.goto(`${server.url}/#/docs/${doc_id}`)

  const labels = page.getByRole('region', { name: 'Labels today' })
  const writers = page.getByRole('region', { name: 'Written by' })
  await expect(labels.getByRole('listitem')).toHaveText(['In use2'])
  await expect(writers.getByRole('listitem')).toHaveText([/Maya1$/, /Tom1$/])
  await tom.call(labelLog, { doc_id, log_id: brakes.id, graph_id, labels: [0, 1] })
  await expect(labels.getByRole('listitem')).toHaveText(['In use2', 'Over plan1'])
  await maya.write(doc_id, 'Bay 2 is free again.', 'Bay free')
  await expect(writers.getByRole('listitem')).toHaveText([/Maya2$/, /Tom1$/])
  await expectAccessible(page, 'a timeline with what stands beside it')

  await labels.getByRole('button', { name: 'Over plan 1' }).click()
  await expect(log(page, 'Rotor cleaned')).toBeHidden()
  await expect(log(page, 'Brakes bled')).toBeVisible()
  await labels.getByRole('button', { name: 'Over plan 1', pressed: true }).click()
  await writers.getByRole('button', { name: 'Maya 2' }).click()
  await expect(log(page, 'Brakes bled')).toBeHidden()
  await expect(log(page, 'Bay free')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()

  const field = await openComposer(page)
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach files' }).click()
  await (await choosing).setFiles({ name: 'torque.csv', mimeType: 'text/csv', buffer: Buffer.from('bolt,Nm\n') })
  await field.fill('As the maker says.')
  await page.getByRole('button', { name: 'Save log' }).click()
  await page.keyboard.press('Escape')
  const files = page.getByRole('region', { name: 'Files' })
  const saving = page.waitForEvent('download')
  await files.getByRole('button', { name: 'torque.csv' }).click()
  expect((await saving).suggestedFilename()).toBe('torque.csv')

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(labels).toHaveCount(0)
  await page.getByRole('button', { name: 'About this day' }).click()
  const sheet = page.getByRole('dialog', { name: 'Today' })
  await expect(sheet.getByRole('region', { name: 'Files' }).getByRole('listitem')).toHaveText(['torque.csv'])
  await expectAccessible(page, 'what stands beside a timeline, on a phone')
  await sheet.getByRole('button', { name: 'Over plan 1' }).click()
  await expect(sheet).toBeHidden()
  await expect(log(page, 'Rotor cleaned')).toBeHidden()
  await expect(log(page, 'Brakes bled')).toBeVisible()
})
