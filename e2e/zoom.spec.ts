import { expect } from '@playwright/test'
import { listDocuments } from '#shared/contract/documents/endpoints'
import { listGraphs } from '#shared/contract/graphs/endpoints'
import { addSamples } from '#shared/contract/intro/endpoints'
import { openAs } from './pages/session'
import { expectRoute } from './pages/shell'
import { expectFits } from './support/fits'
import { serve, test } from './support/fixtures'
import { Person } from './support/person'

const server = serve()
/** The widths that are left of a window of 1280 pixels whose content is enlarged to 400 and to 200 %. */
const windows = [
  { width: 320, height: 512 },
  { width: 640, height: 512 },
]

test('every screen fits a window whose content is enlarged to 200 and to 400 % [2.15]', async ({ page }) => {
  const lena = await Person.signUp(server, 'Lena')
  await lena.createWorkspace('Ridgeway Cycles of the northern harbour')
  await lena.call(addSamples, {})
  const documents = await lena.call(listDocuments, {})
  const logbook_id = documents.find(({ document_type }) => document_type === 'logbook')?.doc_id ?? -1
  const [graph] = await lena.call(listGraphs, { logbook_id })
  await openAs(page, lena)
  for (const path of [
    '/chat',
    '/docs',
    ...documents.map(({ doc_id }) => `/docs/${doc_id}`),
    `/docs/${logbook_id}/${graph?.graph_id}`,
    '/docs#org',
    '/docs#payment',
    '/feed',
    '/jobs',
    '/jobs/new',
    '/home/spaces',
    '/home/spaces/1',
    '/dashboard',
    '/search',
    '/plans',
    '/profile',
    '/intro',
    '/meeting',
    ...['general', 'people', 'branches', 'invites', 'sharing', 'plan', 'audit'].map(part => `/organisation/${part}`),
  ]) {
    await page.goto(`${server.url}/#${path}`)
    await expectRoute(page, path)
    await expect(page.getByRole('heading').first()).toBeAttached()
    for (const size of windows) {
      await page.setViewportSize(size)
      await expectFits(page)
    }
  }
})
