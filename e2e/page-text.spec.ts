import { expect, type Page } from '@playwright/test'
import { createDocument, fetchDocument, grantAccess } from '#shared/contract/documents/endpoints'
import { replaceContent } from '#shared/contract/documents/versions'
import { pageText, savedPage } from './pages/document'
import { log } from './pages/logbook'
import { openAs } from './pages/session'
import { expectRoute } from './pages/shell'
import { expectAccessible } from './support/axe'
import { serve, test } from './support/fixtures'
import { Person } from './support/person'

const server = serve()
test.use({ serviceWorkers: 'allow' })

test('tasks are ticked where they are read: in a page by everybody who may write there, two at a time, in a log by its author [D19, D46]', async ({
  page,
  browser,
}) => {
  const anna = await Person.signUp(server, 'Anna')
  await anna.createWorkspace('Ridgeway Cycles')
  const tom = await Person.signUp(server, 'Tom')
  await anna.takesIn(tom)
  const { doc_id, version } = await anna.call(createDocument, {
    document_name: 'Opening',
    document_type: 'document',
    access: 'organisation',
  })
  const content = '## Morning\n\n- [ ] Lights\n- [ ] Till\n  - [ ] Change\n- [x] Door'
  await anna.call(replaceContent, { doc_id, content, version })
  const book = await anna.createLogbook('Bay log')
  await anna.write(book.doc_id, '- [ ] Order pads\n- [ ] Call the rider', 'To do')
  const now = async () => (await anna.call(fetchDocument, { doc_id, ignoreLogs: true })).content

  await openAs(page, anna)
  await expectRoute(page, '/chat')
  await page.goto(`${server.url}/#/docs/${doc_id}`)
  await expect(pageText(page)).toBeVisible()
  const others = await (await browser.newContext()).newPage()
  await openAs(others, tom)
  await expectRoute(others, '/chat')
  await others.goto(`${server.url}/#/docs/${doc_id}`)
  await expect(pageText(others)).toBeVisible()
  await page.getByRole('checkbox', { name: 'Lights' }).click()
  await expect(page.getByRole('checkbox', { name: 'Lights' })).toBeChecked()
  await others.getByRole('checkbox', { name: 'Change' }).click()
  await expect.poll(now).toBe(content.replace('[ ] L', '[x] L').replace('[ ] C', '[x] C'))
  await expect(page.getByRole('checkbox', { name: 'Change' })).toBeChecked()
  await expect(others.getByRole('checkbox', { name: 'Lights' })).toBeChecked()
  await expectAccessible(page, 'a page with tasks')

  // Without a network nothing is lost, and it is saved by itself later.
  await page.context().setOffline(true)
  await page.getByRole('checkbox', { name: 'Till' }).click()
  await expect(page.getByText(/^Not saved/)).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Till' })).toBeChecked()
  await page.context().setOffline(false)
  await expect.poll(now).toContain('[x] Till')
  await savedPage(page)

  await others.goto(`${server.url}/#/docs/${book.doc_id}`)
  await expect(others.getByRole('checkbox', { name: 'Order pads' })).toBeDisabled()
  await page.goto(`${server.url}/#/docs/${book.doc_id}`)
  await log(page, 'To do').getByRole('checkbox', { name: 'Call the rider' }).click()
  await expect(others.getByRole('checkbox', { name: 'Call the rider' })).toBeChecked()
  await expect(log(page, 'To do').getByRole('button', { name: /^Corrected/ })).toBeVisible()
  await expectAccessible(page, 'a log with tasks')
})

test('a page looks the same to those who may only read it, whose links lead on with a click [D18, D46]', async ({
  page,
  browser,
}) => {
  const anna = await Person.signUp(server, 'Anna')
  await anna.createWorkspace('Ridgeway Cycles')
  const tom = await Person.signUp(server, 'Tom')
  await anna.takesIn(tom)
  const { doc_id, version } = await anna.call(createDocument, { document_name: 'Wrapping', document_type: 'document' })
  const long = 'Whoever opens the workshop switches on the lights first and looks at the bench, '.repeat(4).trim()
  const content = `# Opening\n\n${long}\n\n## Morning\n\nFirst line\nSecond line, see [the bay](#/docs)\n\n### Till\n\n- ${long}\n  - below\n- [ ] ${long}\n\n1. one\n2. two\n\n> ${long}`
  await anna.call(replaceContent, { doc_id, content, version })
  await anna.call(grantAccess, { doc_id, grantee_kind: 'user', grantee_id: tom.userId, level: 'viewer' })
  await openAs(page, anna)
  await expectRoute(page, '/chat')
  const reader = await (await browser.newContext()).newPage()
  await openAs(reader, tom)
  await expectRoute(reader, '/chat')
  const styleOf = (on: Page) =>
    on.locator('.page-text').evaluate(root =>
      [...root.querySelectorAll('h1, h2, h3, h4, h5, p, blockquote, li')].map(element => {
        const { fontSize, fontWeight } = getComputedStyle(element)
        const { height, width, left } = element.getBoundingClientRect()
        return [element.textContent.trim().slice(0, 12), fontSize, fontWeight, ...[height, width, left].map(Math.round)]
      }),
    )
  for (const width of [1440, 390]) {
    for (const on of [page, reader]) {
      await on.setViewportSize({ width, height: 900 })
      await on.goto(`${server.url}/#/docs/${doc_id}`)
      await on.reload()
      await expect(on.locator('.page-text')).toBeVisible()
    }
    await expect(page.getByRole('heading', { name: 'Opening' })).toHaveCSS('font-size', '26px')
    await expect(page.getByRole('heading', { name: 'Morning' })).toHaveCSS('font-size', '20px')
    await expect(page.getByRole('heading', { name: 'Till' })).toHaveCSS('font-size', '16px')
    expect(await styleOf(reader)).toEqual(await styleOf(page))
  }
  await expect(pageText(reader)).toHaveCount(0)
  await expect(reader.getByRole('checkbox')).toBeDisabled()
  await expectAccessible(reader, 'a page that may only be read')
  await reader.getByRole('link', { name: 'the bay' }).click()
  await expectRoute(reader, '/docs')
})
