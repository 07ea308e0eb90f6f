import { expect, type Page } from '@playwright/test'
import { createDocument, fetchDocument } from '#shared/contract/documents/endpoints'
import { listVersions, replaceContent } from '#shared/contract/documents/versions'
import { day, hour } from '#shared/limits'
import { expectWords, pageText, savedPage } from './pages/document'
import { openAs } from './pages/session'
import { networkErrors, serveAlone, test } from './support/fixtures'
import { Person } from './support/person'

const server = serveAlone()

test('what is written in a page in eight days without a network joins what others wrote meanwhile, under tokens that ended long ago [D46, 4.1b]', async ({
  browser,
  provokes,
}) => {
  provokes(networkErrors)
  const priya = await Person.signUp(server, 'Priya')
  await priya.createWorkspace('Ridgeway Cycles')
  const tom = await Person.signUp(server, 'Tom')
  await priya.takesIn(tom)
  const { doc_id, version } = await priya.call(createDocument, {
    ...{ document_name: 'Closing checklist', document_type: 'document', access: 'organisation' },
  })
  await priya.call(replaceContent, { doc_id, content: 'Lights off.\n\nCount the till.', version })
  const opened = async (who: Person) => {
    const page = await (await browser.newContext()).newPage()
    await page.clock.install()
    await openAs(page, who)
    await expect(page.getByText('Ask Mate').first()).toBeVisible()
    await page.goto(`${server.url}/#/docs/${doc_id}`)
    await expect(pageText(page)).toBeVisible()
    await savedPage(page)
    return page
  }
  const append = async (page: Page, after: string, words: string) => {
    await pageText(page).getByText(after).click()
    await page.keyboard.press('End')
    await page.keyboard.type(words)
  }
  const [ours, theirs] = [await opened(priya), await opened(tom)]
  const pass = async (milliseconds: number) => {
    await server.advance(milliseconds)
    for (const page of [ours, theirs]) await page.clock.fastForward(milliseconds)
  }
  await ours.context().setOffline(true)
  await append(ours, 'Count the till.', ' At eight.')
  await expect(ours.getByText(/Not saved. Your text is kept on this device/)).toBeVisible()
  await append(theirs, 'Count the till.', ' At nine.')
  await savedPage(theirs)
  await pass(4 * day)
  await append(ours, 'Lights off.', ' All of them.')
  await append(theirs, 'Lights off.', ' And the sign.')
  await savedPage(theirs)
  await pass(4 * day)

  // The server has cut versions of what Tom wrote.
  await priya.signIn()
  await expect.poll(async () => (await priya.call(listVersions, { doc_id })).length).toBeGreaterThan(1)
  await ours.context().setOffline(false)
  for (const page of [ours, theirs])
    for (const words of [/At eight\./, /At nine\./, /All of them\./, /And the sign\./]) await expectWords(page, words)
  await savedPage(ours)
  await server.advance(hour)
  await priya.signIn()
  await expect
    .poll(async () => (await priya.call(fetchDocument, { doc_id, ignoreLogs: true })).content)
    .toMatch(/^Lights off\.( All of them\.| And the sign\.){2}\n\nCount the till\.( At eight\.| At nine\.){2}$/)
  for (const page of [ours, theirs]) await page.context().close()
})
