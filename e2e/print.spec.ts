import { expect, type Page, test } from '@playwright/test'
import { createDocument } from '#shared/contract/documents/endpoints'
import { replaceContent } from '#shared/contract/documents/versions'
import { log } from './pages/logbook'
import { answerTo } from './pages/mate'
import { openAs } from './pages/session'
import { expectRoute } from './pages/shell'
import { printed } from './support/paper'
import { Person } from './support/person'
import { serve } from './support/server'

const server = serve()

const shell = /Skip to content|Dashboard|Logbooks|Search|Export|Access|More/

async function open(page: Page, person: Person, place: string): Promise<void> {
  await openAs(page, server, person.email)
  await expectRoute(page, '/chat')
  await page.goto(`${server.url}/#${place}`)
}

test('a long page is printed whole, in light colours, without anything around it', async ({ page }) => {
  const anna = await Person.signUp(server, 'Anna', 'anna.print@ridgeway.example')
  await anna.createWorkspace('Ridgeway Cycles')
  const { doc_id, version } = await anna.call(createDocument, { document_name: 'Handbook', document_type: 'document' })
  const rows = Array.from({ length: 60 }, (_, index) => `| Part ${index} | ${'long words '.repeat(8)} |`)
  const chapters = Array.from(
    { length: 30 },
    (_, at) => `## Chapter ${at + 1}\n\n${`Words of chapter ${at + 1}. `.repeat(40)}`,
  )
  const content = `Firstword\n\n${chapters.join('\n\n')}\n\n| Name | What |\n|---|---|\n${rows.join('\n')}\n\nLastword`
  await anna.call(replaceContent, { doc_id, content, version })
  await page.emulateMedia({ colorScheme: 'dark' })
  await open(page, anna, `/docs/${doc_id}`)
  await expect(page.getByText('Firstword')).toBeVisible()
  const sheets = await printed(page)
  const words = sheets.join(' ')
  expect(sheets.length).toBeGreaterThan(4)
  expect(sheets[0]).toMatch(/^\s*Handbook.*Firstword/)
  expect(sheets.at(-1)).toMatch(/Lastword\s*$/)
  expect([...words.matchAll(/Chapter (\d+)/g)].map(([, number]) => Number(number))).toEqual(
    Array.from({ length: 30 }, (_, at) => at + 1),
  )
  expect(words).not.toMatch(shell)
  expect(words).toContain('Part 59')

  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  const colour = await page.getByText('Firstword').evaluate(element => getComputedStyle(element).color)
  expect(colour).toBe('rgb(19, 33, 44)')
})

test('a timeline is printed with all loaded logs, and nothing over them', async ({ page }) => {
  const anna = await Person.signUp(server, 'Anna', 'anna.logs@ridgeway.example')
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
  const anna = await Person.signUp(server, 'Anna', 'anna.mate@ridgeway.example')
  await anna.createWorkspace('Ridgeway Cycles')
  const { doc_id } = await anna.createLogbook('Bay log')
  await anna.write(doc_id, 'The tandem is ready.', 'Tandem')
  await open(page, anna, '/chat')
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8]) await answerTo(page, `What about the tandem, question ${number}?`)
  const words = (await printed(page)).join(' ')
  expect([...words.matchAll(/question (\d)\?/g)].map(([, number]) => Number(number))).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(words).not.toMatch(/Dashboard|Search|Ask Mate|Start over/)
})
