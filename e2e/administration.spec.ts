import { expect } from '@playwright/test'
import { chooseByKeys } from './pages/keyboard'
import { choose } from './pages/select'
import { nameOneself, openAs, signIn } from './pages/session'
import { expectRoute, navigation } from './pages/shell'
import { expectAccessible } from './support/axe'
import { expectFits } from './support/fits'
import { serve, test } from './support/fixtures'
import { newEmail, Person } from './support/person'

const server = serve()

test('an owner invites by a link, moves the newcomer between roles, exports, deletes and restores the workspace; the newcomer sees all of it at once [1.11, 4.14, 6.5, D5, D44]', async ({
  page: maya,
  browser,
}) => {
  const owner = await Person.signUp(server, 'Maya Okafor')
  await owner.createWorkspace('Ridgeway Cycles')
  await openAs(maya, owner, '/organisation/invites')
  await choose(maya.getByRole('combobox', { name: 'Role' }).last(), 'Member')
  await maya.getByRole('button', { name: 'Create link' }).click()
  const link = await maya.getByRole('textbox', { name: 'New link' }).inputValue()
  await expectAccessible(maya, 'Invites')

  const context = await browser.newContext()
  const dev = await context.newPage()
  await dev.goto(link)
  await signIn(dev, server, newEmail('Dev'))
  await nameOneself(dev, 'Dev Patel')
  await expect(dev.getByText('Maya Okafor invites you as Member.')).toBeVisible()
  await dev.getByRole('button', { name: 'Join Ridgeway Cycles' }).click()
  await expect(navigation(dev)).toBeVisible()

  await maya.getByRole('link', { name: 'People and roles' }).click()
  const card = (role: string) =>
    maya.getByRole('region', { name: role, exact: true }).getByRole('button', { name: 'Dev Patel', exact: true })
  await expect(card('Member')).toBeVisible()
  await dev.goto(`${server.url}/#/organisation/people`)
  await expect(dev.getByRole('heading', { name: 'People and roles' })).toBeVisible()
  await expect(dev.getByRole('button', { name: 'Role', exact: true })).toBeHidden()
  await card('Member').focus()
  await maya.keyboard.press('m')
  await chooseByKeys(maya, 'Manager')
  await expect(card('Manager')).toBeVisible()
  await expect(card('Member')).toBeHidden()
  // Dragging does the same.
  for (const [from, to] of [
    ['Manager', 'Member'],
    ['Member', 'Manager'],
  ] as const) {
    await card(from).dragTo(maya.getByRole('region', { name: to, exact: true }))
    await expect(card(to)).toBeVisible()
    await expect(card(from)).toBeHidden()
  }
  // The newcomer may manage roles from now on.
  await expect(dev.getByRole('button', { name: 'Role', exact: true })).toBeVisible()
  await expectAccessible(maya, 'People and roles')
  await dev.setViewportSize({ width: 390, height: 844 })
  await expectFits(dev)

  await maya.getByRole('link', { name: 'Sharing and privacy' }).click()
  await expect(maya.getByText('No cameras and no shared screens that you may see.')).toBeVisible()
  await expectAccessible(maya, 'Sharing and privacy')

  await maya.getByRole('link', { name: 'General' }).click()
  await maya.getByRole('button', { name: 'Delete workspace' }).click()
  const dialog = maya.getByRole('alertdialog', { name: 'Delete Ridgeway Cycles?' })
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  const archive = dialog.getByRole('link', { name: 'Download the archive' })
  await expect(archive).toBeVisible()
  await expectAccessible(maya, 'Delete workspace')
  const [download] = await Promise.all([maya.waitForEvent('download'), archive.click()])
  expect(download.suggestedFilename()).toMatch(/^wheelhouse-organisation-\d+\.tar$/)
  await dialog.getByRole('textbox').fill('Ridgeway Cycles')
  await dialog.getByRole('button', { name: 'Delete workspace' }).click()
  await expectRoute(dev, '/workspace')
  await expectRoute(maya, '/workspace')
  await maya.getByRole('button', { name: 'Restore Ridgeway Cycles' }).click()
  await maya.getByRole('button', { name: /^Ridgeway Cycles.*2 people/ }).click()
  await expect(navigation(maya)).toBeVisible()
  await maya.goto(`${server.url}/#/organisation/audit`)
  await expect(maya.getByRole('list', { name: 'Audit log' })).toContainText('deleted the workspace')
  await context.close()
})
