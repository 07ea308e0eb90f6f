import { expect } from '@playwright/test'
import { createJob } from '#shared/contract/jobs/endpoints'
import { tabTo } from './pages/keyboard'
import { nameOneself, openAs, signIn } from './pages/session'
import { expectAccessible } from './support/axe'
import { expectFits } from './support/fits'
import { serveAlone, test } from './support/fixtures'
import { Person } from './support/person'

const operator = 'ines@operations.example'
const server = serveAlone({ SUPER_USERS: operator, TRUSTED_PROXIES: '127.0.0.1' })

test('an operator signs in at /admin and pauses a job of a workspace by keys; its owner reads that in the audit log [2.2a, 7.25, D7, D8]', async ({
  page: ines,
  browser,
}) => {
  test.slow()
  const maya = await Person.signUp(server, 'Maya')
  await maya.createWorkspace('Ridgeway Cycles')
  const { doc_id } = await maya.createLogbook('Bay log')
  const { instruction_id } = await maya.call(createJob, {
    instruction_text: 'Yard watch',
    minute_interval: 60,
    timezone: 'UTC',
    source: { logbook_ids: [doc_id] },
    destination: { logbook_ids: [doc_id] },
  })

  await ines.goto(server.url)
  await signIn(ines, server, operator)
  await nameOneself(ines, 'Ines Ops')
  await expect(ines.getByRole('heading', { name: 'Start with a workspace' })).toBeVisible()
  await ines.goto(`${server.url}/#/logout`)
  await expect(ines.getByRole('textbox', { name: 'E-mail or phone' })).toBeVisible()
  await ines.goto(`${server.url}/admin`)
  await expect(ines.getByRole('heading', { name: 'Operator sign-in' })).toBeVisible()
  await signIn(ines, server, operator)
  await expect(ines.getByRole('heading', { name: 'Operating this server', level: 1 })).toBeVisible()

  await tabTo(ines, ines.getByRole('textbox', { name: 'Number of the workspace' }))
  await ines.keyboard.type(String(maya.organizationId))
  await tabTo(ines, ines.getByRole('textbox', { name: 'Number of the job' }))
  await ines.keyboard.type('999999')
  await ines.keyboard.press('Enter')
  await expect(ines.getByText('This job is no longer here.')).toBeVisible()
  await ines.keyboard.press('ControlOrMeta+a')
  await ines.keyboard.type(String(instruction_id))
  await ines.keyboard.press('Enter')
  await expect(ines.getByRole('heading', { name: 'Yard watch' })).toBeVisible()
  await tabTo(ines, ines.getByRole('button', { name: 'Pause', exact: true }))
  await ines.keyboard.press('Enter')
  const question = ines.getByRole('alertdialog', { name: `Pause “Yard watch” of workspace ${maya.organizationId}?` })
  await expect(question).toBeVisible()
  await expectAccessible(ines, 'the question of the operator')
  await tabTo(ines, question.getByRole('button', { name: 'Pause', exact: true }))
  await ines.keyboard.press('Enter')
  await expect(ines.getByText('Paused by an operator of the server.')).toBeVisible()
  await expectAccessible(ines, 'the page of the operator')
  await ines.setViewportSize({ width: 390, height: 844 })
  await expectFits(ines)

  const context = await browser.newContext()
  const owner = await context.newPage()
  await openAs(owner, maya, '/organisation/audit')
  const entries = owner.getByRole('list', { name: 'Audit log' }).getByRole('listitem')
  await expect(entries.filter({ hasText: 'looked at or changed a job as operator' })).toHaveCount(3)
  await owner.goto(`${server.url}/#/operate`)
  await expect(owner.getByRole('heading', { name: 'This page is for the people who run this server' })).toBeVisible()
  await expect(owner.getByRole('textbox')).toHaveCount(0)
  await expectAccessible(owner, 'the page of the operator for others')
})
