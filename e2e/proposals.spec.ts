import { expect } from '@playwright/test'
import { answerTo } from './pages/mate'
import { openAs } from './pages/session'
import { expectAccessible } from './support/axe'
import { expectFits } from './support/fits'
import { serve, test } from './support/fixtures'
import { Person } from './support/person'

const server = serve()

test('Mate proposes a log, writes it after confirmation, and says where it is, also after a reload [9.8b, D26]', async ({
  page,
}) => {
  const maya = await Person.signUp(server, 'Maya')
  await maya.createWorkspace('Ridgeway Cycles')
  const { doc_id } = await maya.createLogbook('Front desk')
  await maya.write(doc_id, 'The till drawer sticks again. Oil it on Friday, before the weekend.')
  await openAs(page, maya, '/chat')
  const answer = await answerTo(page, 'Log in Front desk: printer jammed, paper tray bent')
  await expect(answer.getByText('printer jammed, paper tray bent')).toBeVisible()
  await expectAccessible(page, 'a proposal')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectFits(page)
  await answer.getByRole('button', { name: 'Add to Front desk' }).click()
  await expect(answer.getByRole('link', { name: 'Added to Front desk' })).toBeVisible()
  await page.reload()
  await page.getByRole('link', { name: 'Added to Front desk' }).click()
  const written = page.getByRole('article', { name: 'printer jammed, paper tray bent' })
  await expect(written).toBeVisible()
  await expect(page.getByRole('article', { name: 'The till drawer sticks again.' })).toContainText('Oil it on Friday')
})
