import { expect } from '@playwright/test'
import { timeline } from './pages/logbook'
import { openAs } from './pages/session'
import { expectAccessible } from './support/axe'
import { serve, test } from './support/fixtures'
import { Person } from './support/person'

const server = serve()

test('the first steps know what is done, and sample content comes and goes with one press', async ({ page }) => {
  const lena = await Person.signUp(server, 'Lena')
  await lena.createWorkspace('Ridgeway Cycles')
  await openAs(page, lena, '/intro')
  const step = (title: string) => page.getByRole('listitem').filter({ hasText: title })
  await expect(step('Start a logbook').getByRole('link', { name: 'Go to Logbooks' })).toBeVisible()

  await page.getByRole('button', { name: 'Add sample content' }).click()
  await page.getByRole('link', { name: 'Open the logbook' }).click()
  await expect(timeline(page).getByRole('article').first()).toContainText('Bay 2 is free')
  const { doc_id } = await lena.createLogbook('Bay log')
  await lena.write(doc_id, 'Doors opened.')

  await page.goto(`${server.url}/#/home/spaces`)
  await page.getByRole('link', { name: /^First steps/ }).click()
  await expect(step('Start a logbook')).toContainText('Done')
  await expect(step('Write the first log')).toContainText('Done')
  await expect(step('Ask Mate').getByRole('link', { name: 'Go to Mate' })).toBeVisible()
  await expectAccessible(page, 'first steps with sample content')
  await page.getByRole('button', { name: 'Remove sample content' }).click()
  await expect(page.getByText('Sample content removed')).toBeVisible()
  await page.goto(`${server.url}/#/docs`)
  await expect(page.getByRole('link', { name: /^Bay log/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Sample/ })).toHaveCount(0)
})
