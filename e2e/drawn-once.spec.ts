import { expect, type Locator, type Page } from '@playwright/test'
import { createDocument } from '#shared/contract/documents/endpoints'
import { readVersion, replaceContent } from '#shared/contract/documents/versions'
import type { Endpoint } from '#shared/contract/endpoint'
import { correctLog, readRevisions } from '#shared/contract/logs/corrections'
import { addLogComment } from '#shared/contract/logs/discussion'
import { chooseMore } from './pages/document'
import { savedLog } from './pages/logbook'
import { openAs } from './pages/session'
import { serve, test } from './support/fixtures'
import { Person } from './support/person'
import { expectKept } from './support/shifts'

const server = serve()
test.use({ viewport: { width: 1440, height: 900 } })

/** Holds the code that draws texts back; returns the function that lets it through. */
async function holdMarkdown(page: Page): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(/\/assets\/markdown-[^/]*\.js$/, async route => {
    await held
    await route.continue()
  })
  return () => release()
}

/** Presses a button, and waits for the answer that it asks for. */
async function pressFor(page: Page, button: Locator, { path }: Endpoint): Promise<void> {
  const answered = page.waitForResponse(answer => new URL(answer.url()).pathname.endsWith(path.replace(/.*\}/, '')))
  await button.click()
  await (await answered).finished()
}

test('what is opened before texts can be drawn shows none of them twice, and what it shows stays where it is', async ({
  page,
}) => {
  const maya = await Person.signUp(server, 'Maya')
  await maya.createWorkspace('Ridgeway Cycles')
  const { doc_id } = await maya.createLogbook('Bay log')
  const list = '**Seven** pedals came:\n\n- left\n- right\n\n```\ncount --all\n```'
  const { id: log_id } = await maya.write(doc_id, list, 'Delivery')
  for (const [revision, content] of [`${list}\n\n## Later\n\nOne is bent.`, 'Eight pedals came.'].entries())
    await maya.call(correctLog, { doc_id, log_id, content, revision })
  await maya.call(addLogComment, { doc_id, log_id, comment: 'Which **size**?\n\n- 32\n- 34' })

  const open = async (): Promise<() => void> => {
    const release = await holdMarkdown(page)
    await page.goto(`${server.url}/#/docs/${doc_id}`)
    await page.reload()
    await expect(savedLog(page, 'Delivery')).toBeVisible()
    return release
  }
  await openAs(page, maya)
  let release = await open()
  await pressFor(page, savedLog(page, 'Delivery').getByRole('button', { name: /^Corrected/ }), readRevisions)
  const history = page.getByRole('dialog', { name: 'History of “Delivery”' })
  const earlier = await expectKept(history, async () => {
    release()
    await expect(history.getByRole('strong').last()).toHaveText('Seven')
    await expect(history.getByRole('insertion').first()).toBeVisible()
  })
  expect(earlier).toEqual(expect.arrayContaining(['Seven', 'left', 'count --all', 'One is bent.']))
  await page.unrouteAll({ behavior: 'wait' })

  // A log that arrives meanwhile is not drawn without its marks either, in the timeline and beside it.
  release = await open()
  const second = await maya.write(doc_id, list, 'Second delivery')
  await maya.call(addLogComment, { doc_id, log_id: second.id, comment: 'Which **size**?' })
  const row = savedLog(page, 'Second delivery')
  await row.getByRole('button', { name: /^1 comment on/ }).click()
  const beside = page.getByRole('complementary', { name: 'Comments' })
  await expect(beside).toBeVisible()
  await expect(page.getByText(/Seven|left/).filter({ visible: true })).toHaveCount(0)
  const discussed = await expectKept(beside, async () => {
    release()
    await expect(beside.getByRole('strong')).toHaveText(['Seven', 'size'])
  })
  expect(discussed).toEqual(expect.arrayContaining(['Seven', 'size']))
  await expect(row.getByRole('listitem')).toHaveText(['left', 'right'])
  await page.unrouteAll({ behavior: 'wait' })
})

test('a version of a page that is opened before texts can be drawn shows its changes and its text once', async ({
  page,
}) => {
  const maya = await Person.signUp(server, 'Maya')
  await maya.createWorkspace('Ridgeway Cycles')
  const { doc_id, version } = await maya.call(createDocument, {
    ...{ document_name: 'Opening checklist', document_type: 'document', access: 'organisation' },
  })
  const text = '# Opening\n\nLights **first**.\n\n- till\n- back door'
  const first = await maya.call(replaceContent, { doc_id, content: text, version })
  await maya.call(replaceContent, { doc_id, content: `${text}\n- bay 2`, version: first.version })
  await openAs(page, maya)
  const release = await holdMarkdown(page)
  await page.goto(`${server.url}/#/docs/${doc_id}`)
  await chooseMore(page, 'History')
  const history = page.getByRole('complementary', { name: 'History' })
  await pressFor(page, history.getByRole('button', { name: /^Maya/ }).first(), readVersion)
  await expect(history.getByRole('combobox', { name: 'Compare with' })).toBeVisible()
  const changed = await expectKept(history, async () => {
    release()
    await expect(history.getByRole('insertion')).toContainText('bay 2')
  })
  expect(changed).toEqual(expect.arrayContaining(['first', 'till', 'bay 2']))
  await page.unrouteAll({ behavior: 'wait' })
})
