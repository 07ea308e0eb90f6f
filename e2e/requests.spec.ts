import { expect } from '@playwright/test'
import { requestAccess } from '#shared/contract/access/endpoints'
import { openAs } from './pages/session'
import { expectAccessible } from './support/axe'
import { serve, test } from './support/fixtures'
import { Person } from './support/person'

const server = serve()

test('a request for access waits on its own page, across a reload, until it is answered there [D41]', async ({
  page,
  browser,
}) => {
  const priya = await Person.signUp(server, 'Priya')
  await priya.createWorkspace('Ridgeway Cycles')
  const tom = await Person.signUp(server, 'Tom')
  await priya.takesIn(tom)
  const { doc_id } = await priya.createLogbook('Payroll log', 'private')
  await tom.call(requestAccess, { kind: 'document', id: doc_id, note: 'For the audit' })

  await openAs(page, priya)
  await page.getByRole('link', { name: '1 request for access' }).click()
  const requests = page.getByRole('list', { name: 'Requests for access' })
  await expect(requests.getByRole('listitem')).toContainText('For the audit')
  await expectAccessible(page, 'requests for access')
  await page.reload()
  await expect(page.getByRole('link', { name: '1 request for access' })).toBeVisible()
  await page.getByRole('button', { name: 'Give access to Tom' }).click()
  await expect(page.getByRole('heading', { name: 'No open requests' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Requests for access', exact: true })).toBeVisible()

  const his = await (await browser.newContext()).newPage()
  await openAs(his, tom, `/docs/${doc_id}`)
  await expect(his.getByRole('heading', { level: 1, name: 'Payroll log' })).toBeVisible()
  await his.context().close()
})

test('unread logs are marked in the list, in the navigation and in the title of the tab, until they are read', async ({
  page,
  browser,
}) => {
  const ines = await Person.signUp(server, 'Ines')
  await ines.createWorkspace('Ridgeway Cycles')
  const lena = await Person.signUp(server, 'Lena')
  await ines.takesIn(lena)
  const { doc_id } = await ines.createLogbook('Bay log')
  await openAs(page, ines)
  await expect(page.getByRole('heading', { name: 'Hello, Ines' })).toBeVisible()
  await expect(page).toHaveTitle('Mate · Wheelhouse')
  await lena.write(doc_id, 'The brake bleed took longer.')
  await expect(page).toHaveTitle('(1) Mate · Wheelhouse')
  await expect(page.getByRole('link', { name: 'Logbooks 1 unread logbook' })).toBeVisible()
  // Also after a reload, and on another device.
  await page.reload()
  await expect(page).toHaveTitle(/^\(1\) /)
  await page.getByRole('link', { name: /^Logbooks/ }).click()
  await expect(page.getByRole('searchbox', { name: 'Search logbooks' })).toBeVisible()
  const phone = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await openAs(phone, ines)
  await expect(phone).toHaveTitle(/^\(1\) /)
  await page.getByRole('link', { name: /^Bay log ?new/ }).click()
  await expect(page).toHaveTitle('Bay log · Wheelhouse')
  await expect(page.getByRole('link', { name: /^Bay log ?new/ })).toBeHidden()
  await phone.reload()
  await expect(phone.getByRole('link', { name: /^Logbooks/ })).toBeVisible()
  await expect(phone).toHaveTitle(/^Mate/)
  await phone.context().close()
})
