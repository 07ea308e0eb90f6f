import { expect, type Page } from '@playwright/test'
import { log, timeline } from './pages/logbook'
import { openAs } from './pages/session'
import { expectRoute } from './pages/shell'
import { serve, test } from './support/fixtures'
import { Person } from './support/person'

const server = serve()
const count = 80
const name = (number: number) => `Check ${String(number).padStart(2, '0')}`

/** Whether a press would reach a log while the list is still scrolling. */
const isReachedWhileScrolling = (page: Page) =>
  timeline(page)
    .getByRole('article')
    .first()
    .evaluate(
      async first =>
        new Promise<boolean>(done => {
          const scrolled = () =>
            // Runs after the list has rendered for it.
            requestAnimationFrame(() =>
              requestAnimationFrame(() => {
                const { right, bottom } = first.getBoundingClientRect()
                done(document.elementFromPoint(right - 5, bottom + 20)?.closest('article') != null)
              }),
            )
          document.addEventListener('scroll', scrolled, { capture: true, once: true })
          first.closest('[class*=overflow-y-auto]')?.scrollBy(0, 4)
        }),
    )

test('a long logbook is read around a log, on to newer and older ones, and on a day; logs by others meanwhile move nothing [2.24, 4.8, D20]', async ({
  page,
}) => {
  const tom = await Person.signUp(server, 'Tom')
  await tom.createWorkspace('Ridgeway Cycles')
  const { doc_id } = await tom.createLogbook('Bay log')
  const ids: number[] = []
  for (let number = 1; number <= count; number += 1)
    ids.push((await tom.write(doc_id, 'All is well.', name(number))).id)
  await openAs(page, tom)
  await expectRoute(page, '/chat')

  await page.goto(`${server.url}/#/docs/${doc_id}?log=${ids[39]}`)
  await expect(log(page, name(40))).toBeFocused()
  await expect(log(page, name(40))).toBeInViewport()
  await tom.write(doc_id, 'Ticket 4182 came in.', 'A new ticket')
  await expect(page.getByRole('button', { name: '1 new log' })).toBeVisible()
  await expect(log(page, name(40))).toBeInViewport()

  const seen = new Set<string>()
  const look = async () => {
    for (const title of await timeline(page).getByRole('heading', { level: 3 }).allTextContents()) seen.add(title)
    return seen
  }
  await timeline(page).hover()
  await expect(async () => {
    await page.mouse.wheel(0, 350)
    await look()
    await expect(page.getByText('The beginning of this logbook')).toBeInViewport({ timeout: 100 })
  }).toPass({ timeout: 30_000, intervals: [50] })
  await expect(log(page, name(1))).toHaveCount(1)
  await expect(async () => {
    await page.mouse.wheel(0, -350)
    expect(await look()).toContain('A new ticket')
    await expect(page.getByRole('button', { name: '1 new log' })).toBeHidden({ timeout: 100 })
  }).toPass({ timeout: 30_000, intervals: [50] })
  expect([...seen].sort()).toEqual(['A new ticket', ...ids.map((_, at) => name(at + 1))])

  expect(await isReachedWhileScrolling(page)).toBe(true)

  // The hint of a button disappears with it.
  await log(page, 'A new ticket').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  const hint = page.getByText('More actions for “A new ticket”')
  await expect(hint).toBeVisible()
  await page.mouse.wheel(0, 600)
  await expect(hint).toBeHidden()

  await page.goto(`${server.url}/#/docs/${doc_id}?log=${ids[9]}`)
  await expect(log(page, name(10))).toBeFocused()
  await page.getByRole('button', { name: 'Newest logs' }).click()
  await expect(timeline(page).getByRole('article').first()).toHaveAccessibleName('A new ticket')
  await expect(log(page, 'A new ticket')).toBeInViewport()

  await page.getByRole('button', { name: 'Go to date' }).click()
  await page.getByLabel('Date', { exact: true }).fill('2020-02-29')
  await page.getByRole('button', { name: 'Go', exact: true }).click()
  await expect(page.getByText('Nothing was written on Saturday, February 29, 2020')).toBeVisible()
})
