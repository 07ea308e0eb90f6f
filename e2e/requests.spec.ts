import { expect, test } from '@playwright/test'
import { requestAccess } from '#shared/contract/access'
import { openAs } from './pages/session'
import { expectAccessible } from './support/axe'
import { Person } from './support/person'
import { serve } from './support/server'

const server = serve()

test('a request for access waits in its own place, over a reload, until it is answered there [D41]', async ({
  page,
  browser,
}) => {
  const priya = await Person.signUp(server, 'Priya', 'priya@ridgeway.example')
  await priya.createWorkspace('Ridgeway Cycles')
  const tom = await Person.signUp(server, 'Tom', 'tom@ridgeway.example')
  await priya.takesIn(tom)
  const { doc_id } = await priya.createLogbook('Payroll log', 'private')
  await tom.call(requestAccess, { kind: 'document', id: doc_id, note: 'For the audit' })

  await openAs(page, server, priya.email)
  await page.getByRole('link', { name: '1 request for access' }).click()
  const requests = page.getByRole('list', { name: 'Requests for access' })
  await expect(requests.getByRole('listitem')).toContainText('For the audit')
  await expectAccessible(page, 'requests for access')
  await page.reload()
  await expect(page.getByRole('link', { name: '1 request for access' })).toBeVisible()
  await page.getByRole('button', { name: 'Give access to Tom' }).click()
  await expect(page.getByRole('heading', { name: 'Nobody waits for your answer' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Requests for access', exact: true })).toBeVisible()

  const his = await (await browser.newContext()).newPage()
  await openAs(his, server, tom.email, `/docs/${doc_id}`)
  await expect(his.getByRole('heading', { level: 1, name: 'Payroll log' })).toBeVisible()
  await his.context().close()
})
