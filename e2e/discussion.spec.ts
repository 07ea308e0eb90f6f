import { expect, type Page } from '@playwright/test'
import { addLogComment, editLogComment, listLogComments, reactToLog } from '#shared/contract/logs/discussion'
import { listNotifications } from '#shared/contract/notifications/endpoints'
import { log, savedLog } from './pages/logbook'
import { openAs } from './pages/session'
import { expectAccessible } from './support/axe'
import { serve, test } from './support/fixtures'
import { Person } from './support/person'

const server = serve()

test('a log is discussed beside the timeline: comments and reactions of others appear at once, and a mention notifies [D38]', async ({
  page,
  browser,
}) => {
  const tom = await Person.signUp(server, 'Tom')
  const ana = await Person.signUp(server, 'Ana')
  await tom.createWorkspace('Ridgeway Cycles')
  await tom.takesIn(ana)
  const { doc_id } = await tom.createLogbook('Bay log')
  const { id: log_id } = await tom.write(doc_id, 'Belt changed.')
  await page.setViewportSize({ width: 1440, height: 900 })
  await openAs(page, tom, `/docs/${doc_id}`)
  const row = savedLog(page, 'Belt changed')
  await expect(row).toBeVisible()

  await ana.call(reactToLog, { doc_id, log_id, emoji: '👍' })
  await expect(row.getByRole('button', { name: '👍, 1' })).toBeVisible()
  await row.getByRole('button', { name: '👍, 1' }).click()
  await expect(row.getByRole('button', { name: '👍, 2' })).toHaveAttribute('aria-pressed', 'true')

  await row.getByRole('button', { name: /^0 comments on/ }).click()
  const drawer = page.getByRole('complementary', { name: 'Comments' })
  await expect(drawer.getByText('No comments yet.')).toBeVisible()
  const asked = await ana.call(addLogComment, { doc_id, log_id, comment: 'Which size?' })
  await expect(drawer.getByRole('article', { name: 'Ana' })).toContainText('Which size?')
  await expect(row.getByRole('button', { name: /^1 comment on/ })).toBeVisible()

  await ana.call(editLogComment, { comment_id: asked.comment_id, comment: 'Which width?' })
  await expect(drawer.getByRole('article', { name: 'Ana' })).toContainText(/Edited, .*Which width\?/)

  const field = drawer.getByRole('textbox', { name: 'Write a comment' })
  await field.pressSequentially('32 mm, @an')
  await page.getByRole('option', { name: 'Ana' }).click()
  await expect(field).toHaveValue('32 mm, @Ana ')
  await field.press('ControlOrMeta+Enter')
  await expect(drawer.getByRole('article', { name: 'Tom' })).toContainText('32 mm')
  await expect(row.getByRole('button', { name: /^2 comments on/ })).toBeVisible()
  const own = drawer.getByRole('article', { name: 'Tom' })
  await own.getByRole('button', { name: 'Edit comment' }).click()
  await own.getByRole('textbox', { name: 'Edit comment' }).pressSequentially(' it is')
  await expectAccessible(page, 'a log with its discussion')
  await own.getByRole('button', { name: 'Save' }).click()
  await expect(own).toContainText(/Edited, .*32 mm, @Ana ?it is/)
  await expect
    .poll(async () => (await ana.call(listNotifications, {})).filter(({ kind }) => kind === 'mention'))
    .toHaveLength(1)

  // A comment that is deleted is gone at once, comes back by Undo, and is deleted for others although the page is reloaded.
  // Somebody who works by keys goes on at the comment before it.
  const remove = () => own.getByRole('button', { name: 'Delete comment' }).press('Enter')
  await remove()
  await expect(own).toHaveCount(0)
  await expect(drawer.getByRole('article', { name: 'Ana' })).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(own).toBeVisible()
  await remove()
  await expect(own).toHaveCount(0)
  await page.reload()
  await expect.poll(() => ana.call(listLogComments, { doc_id, log_id })).toHaveLength(1)
  await expect(row.getByRole('button', { name: /^1 comment on/ })).toBeVisible()

  // The palette begins with what can be done to the log that has the focus.
  await row.focus()
  await page.keyboard.press('ControlOrMeta+K')
  await expect(page.getByRole('option').first()).toHaveText(/^CorrectMore actions for “Belt changed”/)
  await page.keyboard.press('Enter')
  await expect(log(page, 'Belt changed').getByRole('textbox', { name: 'What happened' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(row).toBeFocused()

  // Each sees in the header that the other has the logbook open, until they leave it.
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const hers = await context.newPage()
  await openAs(hers, ana, `/docs/${doc_id}`)
  const inHeader = (of: Page) => of.getByRole('list', { name: 'Here now' }).getByRole('img')
  await expect(inHeader(page)).toHaveAccessibleName('Ana')
  await expect(inHeader(hers)).toHaveAccessibleName('Tom')
  await expectAccessible(hers, 'a logbook that somebody else has open')
  await hers.goto(`${server.url}/#/docs`)
  await expect(inHeader(page)).toHaveCount(0)
  await context.close()
})
