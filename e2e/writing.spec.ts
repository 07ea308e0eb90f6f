import { expect, type Page } from '@playwright/test'
import { createGraph } from '#shared/contract/graphs/endpoints'
import { readFeed } from '#shared/contract/sources/endpoints'
import { log, openComposer, savedLog } from './pages/logbook'
import { openAs } from './pages/session'
import { expectAccessible } from './support/axe'
import { pictureOf } from './support/camera'
import { networkErrors, serve, test } from './support/fixtures'
import { Person } from './support/person'
import { SharingComputer } from './support/sharing-computer'

const server = serve()
test.use({ serviceWorkers: 'allow' })
let priya: Person
let tom: Person

test.beforeAll(async () => {
  priya = await Person.signUp(server, 'Priya')
  await priya.createWorkspace('Ridgeway Cycles')
  tom = await Person.signUp(server, 'Tom')
  await priya.takesIn(tom)
})

async function openLogbook(page: Page, doc_id: number): Promise<void> {
  await page.goto(`${server.url}/#/docs/${doc_id}`)
  await expect(page.getByRole('button', { name: 'Log', exact: true }).first()).toBeVisible()
}

/** Opens a source in the dialog that chooses pictures. */
async function pickFrom(page: Page, name: string, opener = page.getByRole('button', { name: 'Add pictures' })) {
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'Add pictures of a source' })
  await dialog.getByRole('button', { name: new RegExp(`${name}\\b`) }).click()
  return dialog
}

test('a log gets labels and pictures of a colleague’s screen, who sees the watching; large, its pictures lead to those of other logs [3.8, 4.8a, 7.14b, D22, D32, D34]', async ({
  page,
  browser,
  provokes,
}) => {
  provokes(networkErrors)
  test.slow()
  const { doc_id } = await priya.createLogbook('Bay log')
  await priya.call(createGraph, { logbook_id: doc_id, name: 'Bay', labels: { 0: 'Bay free', 1: 'Over plan' } })
  const computer = await SharingComputer.open(tom, await pictureOf(browser, '#3366cc'))
  await openAs(page, priya)
  await openLogbook(page, doc_id)
  await openComposer(page)

  // The list watches nobody; opening a screen does, and its owner sees who it is.
  const dialog = await pickFrom(page, 'Tom')
  const watching = async () =>
    (await tom.call(readFeed, {})).screen_viewers.flatMap(screen_viewer => screen_viewer.users.map(who => who.name))
  await expect.poll(watching).toEqual(['Priya'])
  await expect(dialog.getByRole('note')).toContainText('Tom sees that you are looking.')
  const take = dialog.getByRole('button', { name: 'Take this picture' })
  await take.click()
  await expect(dialog.getByRole('status').first()).toHaveText('1 of 12 chosen')
  await expectAccessible(page, 'choosing pictures of a source')
  await dialog.getByRole('button', { name: 'Add to the log' }).click()
  await expect.poll(watching).toEqual([])
  await expect(page.getByRole('list', { name: 'Pictures that go into the log' }).getByRole('listitem')).toHaveCount(1)

  // Labels, with the keyboard alone.
  await page.getByRole('button', { name: 'Labels', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitemcheckbox', { name: 'Bay free' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Remove label Bay free' })).toBeVisible()
  await expectAccessible(page, 'a log with labels and pictures that is being written')

  // Without a network the log waits with everything, also across a reload.
  await page.getByRole('textbox', { name: 'What happened' }).fill('First look')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Save log' }).click()
  await expect(log(page, 'First look').getByRole('list', { name: 'Labels' })).toHaveText('Bay free')
  await page.context().setOffline(false)
  const first = savedLog(page, 'First look')
  await expect(first.getByRole('list', { name: 'Labels' })).toHaveText('Bay free')
  await expect(first.getByRole('button', { name: /^Open the picture of/ })).toBeVisible()

  // A second log, with two earlier pictures of that screen.
  computer.picture = await pictureOf(browser, '#cc3333')
  await openComposer(page)
  const again = await pickFrom(page, 'Tom')
  const earlier = again.getByRole('region', { name: 'Earlier pictures' }).getByRole('button', { name: /^Picture of/ })
  await earlier.first().click()
  // Until the screen sends a new picture, the current one is that earlier one, which another press would remove.
  await expect(again.getByRole('button', { name: 'Take this picture', pressed: false })).toBeVisible()
  await again.getByRole('button', { name: 'Take this picture' }).click()
  await expect(again.getByRole('status').first()).toHaveText('2 of 12 chosen')
  await again.getByRole('button', { name: 'Add to the log' }).click()
  await page.getByRole('textbox', { name: 'What happened' }).fill('Second look')
  await page.getByRole('button', { name: 'Happened earlier' }).click()
  await page.getByLabel('When it happened').and(page.locator('input')).fill('2025-11-20T09:10')
  await page.getByRole('button', { name: 'Use this time' }).click()
  await expectAccessible(page, 'a log of something earlier')
  await page.getByRole('button', { name: 'Save log' }).click()
  const second = savedLog(page, 'Second look')
  await expect(second).toContainText(/Happened .*November 20, 2025, 9:10 AM, written later/)
  await page.keyboard.press('Escape')
  await second
    .getByRole('button', { name: /^Open the picture of/ })
    .first()
    .click()
  const large = page.getByRole('dialog', { name: /^Today, / })
  await expect(large).toContainText('Second look, Today')
  await page.keyboard.press('ArrowLeft')
  await expect(large.getByText('No newer pictures')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(large).toContainText('2 of 2')
  await page.keyboard.press('ArrowRight')
  await expect(large.getByText(/^Log “First look”, Today/)).toBeVisible()
  await expect.poll(() => large.getByRole('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320)
  await expectAccessible(page, 'a picture of another log')
  await page.keyboard.press('ArrowRight')
  await expect(large.getByText('No older pictures')).toBeVisible()
  await large.getByRole('button', { name: 'Show the log' }).click()
  await expect(page).toHaveURL(/\?log=\d+/)
  await expect(first).toBeFocused()
  computer.close()
})

test('on a phone pictures are chosen in a sheet over the sheet, and Escape goes back step by step [3.8]', async ({
  page,
  browser,
}) => {
  const { doc_id } = await priya.createLogbook('Pocket log')
  const computer = await SharingComputer.open(tom, await pictureOf(browser, '#33aa66'))
  await page.setViewportSize({ width: 390, height: 844 })
  await openAs(page, priya)
  await openLogbook(page, doc_id)
  await openComposer(page)
  const sheet = page.getByRole('dialog', { name: 'Write a log' })
  const add = sheet.getByRole('button', { name: 'Add', exact: true })
  await add.click()
  await expect(page.getByRole('menuitem')).toHaveText([
    'Photos and videos',
    'Take a photo',
    'Screens and cameras',
    'Files',
  ])
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('menuitem', { name: 'Photos and videos' }).click()
  const photo = { name: 'gate.jpg', mimeType: 'image/jpeg', buffer: await pictureOf(browser, '#cc9933') }
  await (await choosing).setFiles(photo)
  await expect(sheet.getByRole('list', { name: 'Attached files' })).toContainText('gate.jpg')
  await add.click()
  const dialog = await pickFrom(page, 'Tom', page.getByRole('menuitem', { name: 'Screens and cameras' }))
  await dialog.getByRole('button', { name: 'Take this picture' }).click()
  await expectAccessible(page, 'choosing pictures on a phone')
  await dialog.getByRole('button', { name: 'Add to the log' }).click()
  await expect(sheet.getByRole('button', { name: 'Remove picture 1' })).toBeVisible()
  await add.click()
  await page.getByRole('menuitem', { name: 'Screens and cameras' }).click()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(sheet).toBeVisible()
  computer.close()
})

test('on a full device a log, its correction and a question to Mate say that they are in this tab only, and leaving asks first', async ({
  page,
  provokes,
}) => {
  provokes(/could not be kept on this device/)
  const { doc_id } = await priya.createLogbook('Full log')
  const tabAlone = page
    .getByRole('alert')
    .filter({ hasText: 'This device is out of space, so this text exists only in this tab.' })
  const goTo = (hash: string) =>
    page.evaluate(to => {
      location.hash = to
    }, hash)
  await openAs(page, priya)
  await openLogbook(page, doc_id)
  await page.evaluate(() => {
    const { setItem } = Storage.prototype
    Storage.prototype.setItem = function (name, value) {
      if (name.startsWith('app.draft')) throw new DOMException('There is no room.', 'QuotaExceededError')
      setItem.call(this, name, value)
    }
  })
  await (await openComposer(page)).pressSequentially('Only here')
  await expect(tabAlone).toBeVisible()

  await goTo('#/chat')
  await page.getByRole('textbox', { name: 'Ask Mate' }).fill('What happened today?')
  await expect(tabAlone).toBeVisible()

  const dialog = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const question = await dialog
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  // The person stayed, and so did the text.
  await goTo(`#/docs/${doc_id}`)
  await expect(await openComposer(page)).toHaveValue('Only here')
  await page.getByRole('button', { name: 'Save log' }).click()
  await page.keyboard.press('Escape')
  const saved = savedLog(page, 'Only here')
  await expect(saved).toBeVisible()
  await saved.getByRole('button', { name: /^More actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Correct' }).click()
  await expect(page.getByRole('textbox', { name: 'What happened' })).toBeFocused()
  await page.keyboard.type(', still')
  await expect(tabAlone).toBeVisible()
})
