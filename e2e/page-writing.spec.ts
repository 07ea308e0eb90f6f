import { expect, type Page } from '@playwright/test'
import { createDocument, fetchDocument } from '#shared/contract/documents/endpoints'
import { pageText, savedPage } from './pages/document'
import { openAs } from './pages/session'
import { expectRoute } from './pages/shell'
import { expectAccessible } from './support/axe'
import { pictureOf } from './support/camera'
import { serve, test } from './support/fixtures'
import { Person } from './support/person'

const server = serve()

async function openPage(page: Page, who: Person, doc_id: number): Promise<void> {
  await openAs(page, who)
  await expectRoute(page, '/chat')
  await page.goto(`${server.url}/#/docs/${doc_id}`)
  await expect(page.locator('.page-text')).toBeVisible()
}

test('blocks, people, documents and pictures are put into a page by keys and by pointer, and stay after a reload [D46]', async ({
  page,
  browser,
}) => {
  const anna = await Person.signUp(server, 'Anna')
  await anna.createWorkspace('Ridgeway Cycles')
  const tom = await Person.signUp(server, 'Tom')
  await anna.takesIn(tom)
  const create = (document_name: string) =>
    anna.call(createDocument, { document_name, document_type: 'document', access: 'organisation' })
  const keys = await create('Where the keys hang')
  const { doc_id } = await create('Opening')
  const now = async () => (await anna.call(fetchDocument, { doc_id, ignoreLogs: true })).content

  await openPage(page, anna, doc_id)
  const text = pageText(page)
  await text.click()
  await page.keyboard.type('/head')
  const list = page.getByRole('listbox', { name: 'Insert' })
  await expect(list.getByRole('option', { name: 'Heading 1' })).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page, 'a page with the list of blocks')
  await page.keyboard.press('ArrowDown')
  await expect(list.getByRole('option', { name: 'Heading 2' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Morning\n/')
  await list.getByRole('option', { name: 'Checklist' }).click()
  await page.keyboard.type('Ask @to')
  await page.getByRole('listbox', { name: 'Mention' }).getByRole('option', { name: 'Tom' }).click()
  await page.keyboard.type('about [[')
  await page.getByRole('option', { name: 'Where the keys hang' }).click()
  await page.keyboard.type('\n\n/pic')
  const chooser = page.waitForEvent('filechooser')
  await expect(list.getByRole('option', { name: 'Picture' })).toBeVisible()
  await page.keyboard.press('Enter')
  await (await chooser).setFiles({
    name: 'The bay.jpg',
    mimeType: 'image/jpeg',
    buffer: await pictureOf(browser, '#3366cc'),
  })
  await expect(page.getByRole('button', { name: 'Open the picture The bay' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+End')
  await page.evaluate(() => {
    const data = new DataTransfer()
    data.setData('text/plain', '| Bay | Light |\n| --- | --- |\n| 1 | **on** |')
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  })
  await expect(page.getByRole('cell', { name: 'on' })).toBeVisible()
  await savedPage(page)
  await expect.poll(now).toMatch(/^## Morning\n\n- \[ \] Ask \[@Tom\]\(#\/people\/\d+\) about \[Where the keys hang\]/)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Open the picture The bay' })).toBeVisible()
  await expect(page.getByRole('cell', { name: 'on' })).toBeVisible()
  expect(await now()).toMatch(/!\[The bay\]\(#\/files\/[\da-f-]{36}\)/)

  // Whoever was named is told, and the page that was named knows by which.
  const others = await (await browser.newContext()).newPage()
  await openPage(others, tom, keys.doc_id)
  await others.getByRole('navigation', { name: 'Linked from' }).getByRole('link', { name: 'Opening' }).click()
  await expectRoute(others, `/docs/${doc_id}`)
  await expect(others.getByRole('button', { name: 'Open the picture The bay' })).toBeVisible()
  await others.goto(`${server.url}/#/notifications`)
  await expect(others.getByRole('link', { name: 'Anna mentioned you in Opening' })).toBeVisible()
})
