import { expect } from '@playwright/test'
import { createDocument } from '#shared/contract/documents/endpoints'
import { question } from './pages/mate'
import { openAs } from './pages/session'
import { navigation } from './pages/shell'
import { expectAccessible } from './support/axe'
import { serve, test } from './support/fixtures'
import { Person } from './support/person'

const server = serve()

test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

test('while the server does not answer, every page shows the layout of its content', async ({ page }) => {
  const ines = await Person.signUp(server, 'Ines')
  await ines.createWorkspace('Ridgeway Cycles')
  const { doc_id } = await ines.createLogbook('Bay log')
  const params = { document_name: 'Opening checklist', document_type: 'document', access: 'organisation' } as const
  const list = await ines.call(createDocument, params)
  await openAs(page, ines)
  await expect(question(page)).toBeVisible()
  // Requests of the page are never answered.
  await page.route(
    ({ pathname }) => pathname !== '/' && !/^\/(assets\/|favicon)/.test(pathname),
    () => {},
  )
  const pages: Record<string, string[]> = {
    '/chat': ['Loading the conversation'],
    '/docs': ['Loading logbooks'],
    [`/docs/${doc_id}`]: ['Loading logbooks', 'Loading the logbook'],
    [`/docs/${list.doc_id}`]: ['Loading logbooks', 'Loading the logbook'],
    [`/docs/${doc_id}/7`]: ['Loading graphs', 'Loading the graph'],
    '/feed': ['Loading sources'],
    '/feed/mine': ['Loading pictures'],
    '/search?q=bay': ['Searching…'],
    '/requests': ['Loading requests'],
  }
  for (const [path, labels] of Object.entries(pages)) {
    await page.goto('about:blank')
    await page.goto(`${server.url}/#${path}`)
    await expect(navigation(page)).toBeVisible()
    for (const label of labels) {
      const waiting = page.locator('[role=status][aria-busy=true]').filter({ hasText: label })
      await expect(waiting, path).toBeVisible()
      // Bars of a visible size, not a line of text.
      const box = await waiting.boundingBox()
      expect((box?.width ?? 0) > 150 && (box?.height ?? 0) > 100, `${path}: ${label}`).toBe(true)
    }
  }
  await page.goto(`${server.url}/#/docs/${doc_id}`)
  await expect(page.locator('[aria-busy=true]').filter({ hasText: 'Loading the logbook' })).toBeVisible()
  await expectAccessible(page, 'a logbook on its way', { isHeld: true })
})

test('while the code of a page loads, its place is not empty, for members and for guests', async ({ page }) => {
  const jon = await Person.signUp(server, 'Jon')
  await jon.createWorkspace('Ridgeway Cycles')
  await openAs(page, jon)
  await expect(question(page)).toBeVisible()
  const waiting = page.locator('[role=status][aria-busy=true]').filter({ hasText: 'Loading' })
  await page.route(/\/assets\/record-page-[^/]*\.js$/, () => {})
  await page.goto(`${server.url}/#/feed/mine`)
  await expect(waiting).toBeVisible()
  await expect(navigation(page)).toBeVisible()

  await page.goto(`${server.url}/#/logout`)
  await expect(page.getByRole('heading', { name: 'Sign in or sign up' })).toBeVisible()
  await page.route(/\/assets\/(guest-shell|page)-[^/]*\.js$/, () => {})
  await page.goto('about:blank')
  await page.goto(`${server.url}/#/chat-guest`)
  await expect(waiting).toBeVisible()
})
