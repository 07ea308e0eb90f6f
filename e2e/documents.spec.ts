import { type BrowserContext, expect, type Page } from '@playwright/test'
import { createDocument, fetchDocument } from '#shared/contract/documents/endpoints'
import { replaceContent } from '#shared/contract/documents/versions'
import { chooseMore, createPage, expectWords, pageText, savedPage } from './pages/document'
import { choose } from './pages/select'
import { openAs } from './pages/session'
import { expectAccessible } from './support/axe'
import { expectFits } from './support/fits'
import { networkErrors, serve, test } from './support/fixtures'
import { Person } from './support/person'

const server = serve()
test.use({ serviceWorkers: 'allow' })

async function openFor(context: BrowserContext, person: Person, path: string): Promise<Page> {
  const page = await context.newPage()
  await openAs(page, person, '/docs')
  await expect(page.getByRole('heading', { name: 'Logbooks', exact: true }).first()).toBeVisible()
  await page.goto(`${server.url}/#${path}`)
  return page
}

/** Kills the process of a tab, which is told nothing and can keep nothing any more. */
async function crash(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash')
  const session = await page.context().newCDPSession(page)
  // Whoever is killed does not answer.
  session.send('Page.crash').catch(() => undefined)
  await crashed
  await page.close()
}

test('a page is written where it is read, survives a reload in the middle of a word, is restored from its history, deleted and undeleted [D18, 4.7b]', async ({
  page,
}) => {
  test.slow()
  const anna = await Person.signUp(server, 'Anna')
  await anna.createWorkspace('Ridgeway Cycles')
  await openAs(page, anna, '/docs')
  await expect(page.getByRole('heading', { name: 'No logbooks yet' })).toBeVisible()
  await createPage(page, 'Opening checklist')

  const field = pageText(page)
  await expect(page.getByRole('toolbar', { name: 'Formatting' })).toBeVisible()
  await field.click()
  await page.keyboard.type('## Morning')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Lights ')
  await page.keyboard.press('ControlOrMeta+b')
  await page.keyboard.type('first')
  await page.keyboard.press('ControlOrMeta+b')
  await page.keyboard.type(', 5 < 6 & *no* <b>html</b>')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Checklist', exact: true }).click()
  await expect(pageText(page)).toBeFocused()
  await page.keyboard.type('till')
  await page.keyboard.press('Enter')
  await page.keyboard.type('back do')
  await page.reload()
  await expect(pageText(page)).toContainText('back do')
  await expect(pageText(page).getByRole('heading', { level: 2, name: 'Morning' })).toBeVisible()
  await pageText(page).getByRole('paragraph').filter({ hasText: 'back do' }).click()
  await page.keyboard.press('End')
  await page.keyboard.type('or')
  await savedPage(page)
  await expect(page.getByRole('checkbox', { name: 'back door' })).toBeVisible()
  await expect(page.getByRole('strong')).toHaveText('first')
  await expect(page.getByText(', 5 < 6 & no <b>html</b>')).toBeVisible()
  await expectAccessible(page, 'page')

  // Creates another version, so that there is one to return to.
  const doc_id = Number(/docs\/(\d+)/.exec(page.url())?.[1])
  const tom = await Person.signUp(server, 'Tom')
  await anna.takesIn(tom)
  const asStored = () => tom.call(fetchDocument, { doc_id, ignoreLogs: true })
  // A version is cut when writing pauses.
  await expect.poll(async () => (await asStored()).content, { timeout: 60_000 }).toContain('back door')
  await tom.call(replaceContent, { doc_id, content: 'All is gone.', version: (await asStored()).version })
  await expect(page.getByText('All is gone.')).toBeVisible()
  await chooseMore(page, 'History')
  const history = page.getByRole('complementary', { name: 'History' })
  await expect(history.getByRole('button', { name: /^Tom/ })).toContainText('Newest')
  await expectAccessible(page, 'history')
  await history.getByRole('button', { name: /^Anna/ }).first().click()
  await expect(history.getByRole('region')).toBeVisible()
  await expectAccessible(page, 'version')
  await history.getByRole('button', { name: 'Name this version' }).click()
  const naming = page.getByRole('dialog', { name: 'Name the version' })
  await naming.getByRole('textbox', { name: 'Name' }).fill('As we open')
  await naming.getByRole('button', { name: 'Save name' }).click()
  await expect(history.getByRole('region', { name: 'As we open' })).toBeVisible()
  await history.getByRole('button', { name: 'All versions' }).click()

  // The newest one beside the named one, with those who wrote each passage, in the colours of their carets.
  await anna.call(replaceContent, {
    ...{ doc_id, content: 'All is gone.\n\nNobody knows why.', version: (await asStored()).version },
  })
  await history.getByRole('button', { name: /^Anna.*Newest/ }).click()
  await history.getByText('Side by side').click()
  await choose(history.getByRole('combobox', { name: 'Compare with' }), 'As we open')
  const [gone, added] = [history.getByRole('deletion').last(), history.getByRole('insertion').last()]
  await expect(gone.getByRole('checkbox', { name: 'back door' })).toBeVisible()
  await expect(added).toContainText('Nobody knows why.')
  const [left, right] = [await gone.boundingBox(), await added.boundingBox()]
  expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThan(right?.x ?? 0)
  const names = history.getByRole('paragraph').filter({ hasText: /^By/ })
  const colourOf = (name: string) =>
    names
      .getByText(name, { exact: true })
      .first()
      .evaluate(shown => getComputedStyle(shown).backgroundColor)
  const colours = [await colourOf('Anna'), await colourOf('Tom'), 'rgba(0, 0, 0, 0)']
  expect(new Set(colours).size, colours.join()).toBe(3)
  await expectAccessible(page, 'two versions side by side')
  await history.getByRole('button', { name: 'All versions' }).click()

  await history.getByRole('button', { name: /As we open/ }).click()
  await history.getByRole('button', { name: 'Restore this version' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore this version' }).click()
  await expect(page.getByRole('checkbox', { name: 'back door' })).toBeVisible()
  // What was restored is one more version, and no other is lost.
  await expect(history.getByRole('button', { name: /Newest/ })).toContainText('Restored')
  await expect(history.getByRole('button', { name: /^Tom/ })).toBeVisible()
  await history.getByRole('button', { name: 'Close history' }).click()

  await chooseMore(page, 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  const listed = page.getByRole('link', { name: /^Opening checklist/ })
  await expect(listed).toHaveCount(0)
  await expect(page.getByText('“Opening checklist” deleted')).toBeVisible()
  await page.keyboard.press('Alt+KeyT')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await listed.click()
  await expect(page.getByRole('checkbox', { name: 'back door' })).toBeVisible()

  await chooseMore(page, 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(listed).toHaveCount(0)
  await page.getByRole('button', { name: 'List options' }).click()
  await page.getByRole('menuitem', { name: 'Deleted' }).click()
  await expect(page.getByRole('dialog', { name: 'Deleted' }).getByText(/by Anna/)).toBeVisible()
  await expectAccessible(page, 'deleted')
  await page.getByRole('button', { name: 'Restore Opening checklist' }).click()
  await page.keyboard.press('Escape')
  await expect(listed).toBeVisible()
  await page.getByRole('link', { name: /^Opening checklist/ }).hover()
  await page.getByRole('button', { name: 'Options for Opening checklist' }).click()
  await page.getByRole('menuitem', { name: 'Pin' }).click()
  await expect(page.getByRole('heading', { name: 'Pinned' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Pinned' })).toBeVisible()
  await expectAccessible(page, 'list with pins')
})

test('two people write one page at once, with carets; work offline and killed tabs lose no letter of either [D46]', async ({
  browser,
  provokes,
}) => {
  provokes(networkErrors)
  test.slow()
  const priya = await Person.signUp(server, 'Priya')
  await priya.createWorkspace('Ridgeway Cycles')
  const tom = await Person.signUp(server, 'Tom')
  await priya.takesIn(tom)
  const { doc_id } = await priya.call(createDocument, {
    document_name: 'Closing checklist',
    document_type: 'document',
    access: 'organisation',
  })
  await priya.call(replaceContent, { doc_id, content: 'Lights off.\n\nCount the till.\n\nLock the door.', version: 0 })
  const ours = await openFor(await browser.newContext(), priya, `/docs/${doc_id}`)
  const theirs = await openFor(await browser.newContext(), tom, `/docs/${doc_id}`)
  for (const page of [ours, theirs]) await expect(pageText(page)).toBeVisible()
  const hereWith = (page: Page) => page.getByRole('list', { name: 'Here now' }).getByRole('img')
  await expect(hereWith(ours)).toHaveAccessibleName('Tom')
  await expect(hereWith(theirs)).toHaveAccessibleName('Priya')

  const append = async (page: Page, after: string, words: string) => {
    await pageText(page).getByText(after).click()
    await page.keyboard.press('End')
    await page.keyboard.type(words)
  }
  await append(theirs, 'Lock the door.', ' Twice.')
  await append(ours, 'Lights off.', ' All of them.')
  await expect(pageText(ours)).toContainText('Lock the door. Twice.')
  await expect(pageText(theirs)).toContainText('Lights off. All of them.')
  await expect(pageText(ours).getByText('Tom', { exact: true })).toBeVisible()
  await expect(pageText(theirs).getByText('Priya', { exact: true })).toBeVisible()
  await expectAccessible(ours, 'a page that two people write')

  // The same line, while one is offline and her tab is killed in the middle of it.
  await savedPage(ours)
  await ours.context().setOffline(true)
  await append(ours, 'Count the till.', ' At eight.')
  await expect(ours.getByText(/Not saved. Your text is kept on this device/)).toBeVisible()
  await append(theirs, 'Count the till.', ' At nine.')
  await savedPage(theirs)
  await ours.keyboard.type(' Sharp.')
  await crash(ours)
  const later = await ours.context().newPage()
  await ours.context().setOffline(false)
  await later.goto(`${server.url}/#/docs/${doc_id}`)
  for (const page of [later, theirs]) {
    await expectWords(page, /At eight\. Sharp\./)
    await expectWords(page, /At nine\./)
  }
  // Two tabs of one person, one of which is killed and opened again.
  const second = await later.context().newPage()
  await second.goto(`${server.url}/#/docs/${doc_id}`)
  await append(later, 'Lock the door.', ' Thrice.')
  await append(second, 'Lights off.', ' And the sign.')
  await crash(second)
  const third = await later.context().newPage()
  await third.goto(`${server.url}/#/docs/${doc_id}`)
  await expectWords(third, /And the sign\./)
  await savedPage(third)
  await savedPage(later)
  for (const page of [later, third, theirs]) await expectWords(page, /And the sign\..*Thrice\./)
  await expect
    .poll(async () => (await tom.call(fetchDocument, { doc_id, ignoreLogs: true })).content)
    .toContain('Lock the door. Twice. Thrice.')
  for (const page of [later, theirs]) await page.context().close()
})

test('on a phone a page is written, its history fills the screen, and nothing overflows it', async ({ browser }) => {
  const lena = await Person.signUp(server, 'Lena')
  await lena.createWorkspace('Ridgeway Cycles')
  const { doc_id } = await lena.call(createDocument, {
    document_name: 'Rules of the yard, as they hold since the great flood',
    document_type: 'document',
    access: 'organisation',
  })
  await lena.call(replaceContent, { doc_id, content: `# Rules\n\n${'Longword'.repeat(30)}`, version: 0 })
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const page = await openFor(context, lena, `/docs/${doc_id}`)
  const fits = () => expectFits(page)
  await expect(page.getByRole('heading', { name: 'Rules', exact: true })).toBeVisible()
  await fits()
  await expect(page.getByRole('toolbar', { name: 'Formatting' })).toBeVisible()
  await fits()
  await pageText(page).getByText('Longword').tap()
  await page.keyboard.type('More words ')
  await savedPage(page)
  await chooseMore(page, 'History')
  const history = page.getByRole('dialog', { name: 'History' })
  await history.getByRole('button', { name: /^Lena/ }).first().tap()
  await expect(history.getByRole('region')).toBeVisible()
  await fits()
  expect((await history.boundingBox())?.width).toBe(390)
  await context.close()
})
