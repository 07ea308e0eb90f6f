import { expect } from '@playwright/test'
import { createDocument, fetchDocument } from '#shared/contract/documents/endpoints'
import { pageText } from './pages/document'
import { log } from './pages/logbook'
import { openAs } from './pages/session'
import { expectAccessible } from './support/axe'
import { serve, test } from './support/fixtures'
import { Person } from './support/person'

const server = serve()

test('e corrects the focused log; the summary is opened by its own button, explains itself, and Escape leaves it unsaved [D18, D19]', async ({
  page,
}) => {
  const maya = await Person.signUp(server, 'Maya')
  await maya.createWorkspace('Ridgeway Cycles')
  const { doc_id } = await maya.createLogbook('Bay log')
  await maya.write(doc_id, 'Seven pedals came.', 'Delivery')
  await openAs(page, maya, `/docs/${doc_id}`)

  await log(page, 'Delivery').focus()
  await page.keyboard.press('e')
  await expect(log(page, 'Delivery').getByRole('textbox', { name: 'What happened' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(log(page, 'Delivery')).toBeFocused()

  await page.getByRole('button', { name: 'Edit summary' }).click()
  const editor = page.getByRole('region', { name: 'Summary text' })
  await expect(editor.getByRole('heading', { name: 'Summary text' })).toBeVisible()
  await expect(editor).toContainText('Everybody sees the text you save here')
  const field = editor.getByRole('textbox', { name: 'Summary text' })
  await expect(field).toBeFocused()
  await page.keyboard.type('Not for everybody')
  await expectAccessible(page, 'the summary’s editor')
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard changes' }).click()
  await expect(log(page, 'Delivery')).toBeVisible()
  expect((await maya.call(fetchDocument, { doc_id, ignoreLogs: true })).content).toBe('')

  await page.getByRole('button', { name: 'Edit summary' }).click()
  await expect(field).toBeFocused()
  await page.keyboard.type('Pedals came.')
  await page.getByRole('button', { name: 'Save summary' }).click()
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('Pedals came.')
})

test('text typed after choosing a heading or inserting a table is in the page [D18]', async ({ page }) => {
  const anna = await Person.signUp(server, 'Anna')
  await anna.createWorkspace('Ridgeway Cycles')
  const { doc_id } = await anna.call(createDocument, { document_name: 'Stock', document_type: 'document' })
  await openAs(page, anna, `/docs/${doc_id}`)
  await pageText(page).click()
  await page.keyboard.type('Bra')
  await page.getByRole('button', { name: /^Text style/ }).click()
  await page.getByRole('menuitemradio', { name: 'Heading 2' }).click()
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(pageText(page)).toBeFocused()
  await page.keyboard.type('kes')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Insert table' }).click()
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(pageText(page)).toBeFocused()
  await page.keyboard.type('Pads')
  await expect(pageText(page).getByRole('heading', { level: 2, name: 'Brakes' })).toBeVisible()
  await expect(pageText(page).getByRole('columnheader').first()).toHaveText('Pads')
})
