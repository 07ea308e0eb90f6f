import { expect, type Page } from '@playwright/test'
import { createDocument } from '#shared/contract/documents/endpoints'
import { replaceContent } from '#shared/contract/documents/versions'
import { createGraph, labelLog } from '#shared/contract/graphs/endpoints'
import { log, openComposer, savedLog } from './pages/logbook'
import { answerTo } from './pages/mate'
import { openAs } from './pages/session'
import { expectRoute } from './pages/shell'
import { serve, test } from './support/fixtures'
import { printed, sheetsOf } from './support/paper'
import { Person } from './support/person'

const server = serve()

const shell = /Skip to content|Dashboard|Logbooks|Search|Export|Access|More/

async function open(page: Page, person: Person, place: string): Promise<void> {
  await openAs(page, person)
  await expectRoute(page, '/chat')
  await page.goto(`${server.url}/#${place}`)
}

test('a long page is printed whole, in light colours, without anything around it', async ({ page }) => {
  const anna = await Person.signUp(server, 'Anna')
  await anna.createWorkspace('Ridgeway Cycles')
  const { doc_id, version } = await anna.call(createDocument, { document_name: 'Handbook', document_type: 'document' })
  const rows = Array.from({ length: 60 }, (_, index) => `| Part ${index} | ${'long words '.repeat(8)} |`)
  const chapters = Array.from(
    { length: 30 },
    (_, at) => `## Chapter ${at + 1}\n\n${`Words of chapter ${at + 1}. `.repeat(40)}`,
  )
  const links = 'See [the makers](https://makers.example/chains) and <https://plain.example/pads>.'
  const small = `| Size | Bolt |\n|---|---|\n${Array.from({ length: 12 }, (_, at) => `| M${at + 1} | small ${at + 1} |`).join('\n')}`
  const tables = `${small}\n\n| Name | What |\n|---|---|\n${rows.join('\n')}`
  const content = `Firstword\n\n${links}\n\n${chapters.join('\n\n')}\n\n${tables}\n\nLastword`
  await anna.call(replaceContent, { doc_id, content, version })
  await page.emulateMedia({ colorScheme: 'dark' })
  await open(page, anna, `/docs/${doc_id}`)
  await expect(page.getByText('Firstword')).toBeVisible()
  const sheets = await printed(page)
  const words = sheets.join(' ')
  expect(sheets.length).toBeGreaterThan(4)
  // What workspace it is of, and where the links lead; an address that is written out is not repeated.
  expect(sheets[0]).toMatch(/^\s*Ridgeway Cycles Handbook.*Firstword/)
  expect(sheets[0]).toMatch(/the makers \(\s*https:\/\/makers\.example\/chains\s*\)/)
  expect(words.match(/https:\/\/plain\.example\/pads/g)).toHaveLength(1)
  // No heading ends a sheet, and a table that fits on one is not divided.
  for (const sheet of sheets) expect(sheet).not.toMatch(/Chapter \d+\s*$/)
  expect(sheets.filter(sheet => /\bsmall \d/.test(sheet))).toHaveLength(1)
  expect(sheets.at(-1)).toMatch(/Lastword\s*$/)
  expect([...words.matchAll(/Chapter (\d+)/g)].map(([, number]) => Number(number))).toEqual(
    Array.from({ length: 30 }, (_, at) => at + 1),
  )
  expect(words).not.toMatch(shell)
  expect(words).toContain('Part 59')

  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(page.getByText('Firstword')).toHaveCSS('color', 'rgb(19, 33, 44)')
})

test('a timeline is printed with all loaded logs, and nothing over them', async ({ page }) => {
  const anna = await Person.signUp(server, 'Anna')
  await anna.createWorkspace('Ridgeway Cycles')
  const { doc_id } = await anna.createLogbook('Bay log')
  for (let number = 1; number <= 40; number += 1)
    await anna.write(doc_id, `What happened in ${number}. `.repeat(12), `Entry ${number}`)
  await open(page, anna, `/docs/${doc_id}`)
  await expect(log(page, 'Entry 40')).toBeVisible()
  const place = () =>
    page.getByRole('feed').evaluate(feed => Math.round(feed.closest('.overflow-y-auto')?.scrollTop ?? -1))
  await log(page, 'Entry 40').hover()
  await page.mouse.wheel(0, 1_200)
  await expect.poll(place).toBe(1_200)
  const words = (await printed(page)).join(' ')
  const entries = [...words.matchAll(/Entry (\d+)/g)].map(([, number]) => Number(number))
  expect(entries.slice(0, 30)).toEqual(Array.from({ length: 30 }, (_, at) => 40 - at))
  expect(new Set(entries).size).toBe(entries.length)
  expect(words).toContain('Bay log')
  expect(words).not.toMatch(/Dashboard|Search|Newest|Go to date|About this day/)
  // After printing, the scroll position is unchanged.
  await expect.poll(place).toBe(1_200)
})

test('a conversation with Mate is printed from its first question to its last answer', async ({ page }) => {
  const anna = await Person.signUp(server, 'Anna')
  await anna.createWorkspace('Ridgeway Cycles')
  const { doc_id } = await anna.createLogbook('Bay log')
  await anna.write(doc_id, 'The tandem is ready.', 'Tandem')
  await open(page, anna, '/chat')
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8]) await answerTo(page, `What about the tandem, question ${number}?`)
  const words = (await printed(page)).join(' ')
  expect([...words.matchAll(/question (\d)\?/g)].map(([, number]) => Number(number))).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(words).not.toMatch(/Dashboard|Search|Ask Mate|Start over/)
})

test('a graph is printed in light colours and no wider than the paper, with its legend and its time', async ({
  page,
}) => {
  const anna = await Person.signUp(server, 'Anna')
  await anna.createWorkspace('Ridgeway Cycles')
  const { doc_id } = await anna.createLogbook('Bay log')
  const name = 'Queue at the counter'
  const { graph_id } = await anna.call(createGraph, {
    logbook_id: doc_id,
    name,
    labels: { 0: 'Clear', 1: 'Long queue' },
  })
  const { id: log_id } = await anna.write(doc_id, 'Six were waiting.', 'Six waiting')
  await anna.call(labelLog, { doc_id, log_id, graph_id, labels: [1] })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, anna, `/docs/${doc_id}/${graph_id}`)
  const chart = page.getByRole('img', { name: /Long queue 1/ })
  await expect(chart).toBeVisible()
  const [sheet, ...others] = await sheetsOf(page)
  expect(others).toEqual([])
  expect(sheet?.words).toMatch(/Queue at the counter.*Logs per hour,.*20\d\d.*Long queue/)
  expect(sheet?.words).not.toMatch(/Bars|Table|Week|Today|Download|Select a mark/)
  // The browser prints what is drawn as letters and lines.
  expect(sheet?.words).toContain('2 AM')

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.setViewportSize({ width: 700, height: 900 })
  await page.evaluate(() => void window.dispatchEvent(new Event('beforeprint')))
  await expect(chart).toHaveCount(1)
  const box = await chart.boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(700)
  // On a dark screen no printed part is dark.
  const darkest = await chart.evaluate((canvas: HTMLCanvasElement) => {
    const { data = [] } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {}
    let least = 255
    for (let at = 0; at < data.length; at += 4)
      if (data[at + 3] === 255) least = Math.min(least, Math.max(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0))
    return least
  })
  expect(darkest).toBeLessThan(120)
  await page.evaluate(() => void window.dispatchEvent(new Event('afterprint')))
})

test('the keys for printing wait for the pictures of logs that were never scrolled to', async ({ page }) => {
  const anna = await Person.signUp(server, 'Anna')
  await anna.createWorkspace('Ridgeway Cycles')
  const { doc_id } = await anna.createLogbook('Bay log')
  await open(page, anna, `/docs/${doc_id}`)
  const png = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: 320, height: 240 })
    canvas.getContext('2d')?.fillRect(0, 0, 320, 240)
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })
  await (await openComposer(page)).fill('The rotor is bent.')
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach files' }).click()
  await (await choosing).setFiles({ name: 'rotor.png', mimeType: 'image/png', buffer: Buffer.from(png, 'base64') })
  await expect(page.getByRole('list', { name: 'Attached files' }).getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: 'Save log' }).click()
  await expect(savedLog(page, 'The rotor is bent').getByRole('button', { name: /rotor\.png/ })).toBeVisible()
  for (let number = 1; number <= 20; number += 1)
    await anna.write(doc_id, `What happened in ${number}. `.repeat(30), `Entry ${number}`)
  await page.reload()
  await expect(log(page, 'Entry 20')).toBeVisible()
  await expect(log(page, 'The rotor is bent')).toHaveCount(0)

  await page.evaluate(() => {
    window.print = () => {
      document.documentElement.dataset.asked = ''
    }
  })
  await page.keyboard.press('Control+p')
  await expect(page.locator('html[data-asked]')).toHaveCount(1)
  const sheets = await sheetsOf(page)
  expect(sheets.at(-1)?.words).toContain('The rotor is bent')
  expect(sheets.flatMap(({ pictures }) => pictures)).toContain(320)
})
