import { expect } from '@playwright/test'
import { openAs } from './pages/session'
import { expectRoute } from './pages/shell'
import { StillCamera } from './support/camera'
import { expectFitsEnlarged, expectHeadersClear } from './support/fits'
import { serve, test, withCameras } from './support/fixtures'
import { expectButtonsInPalette } from './support/palette'
import { everyScreen } from './support/screens'

const server = serve(withCameras)
const wall = new StillCamera()
test.beforeAll(() => wall.start())
test.afterAll(() => wall.stop())

test('every screen has its buttons in the palette, and fits a window whose content is enlarged to 200 and to 400 % [2.15]', async ({
  page,
}) => {
  const { owner, paths } = await everyScreen(server, wall.address)
  await openAs(page, owner)
  let compared = 0
  for (const path of paths) {
    await page.goto(`${server.url}/#${path}`)
    await expectRoute(page, path)
    await expect(page.getByRole('heading').first()).toBeAttached()
    await expect(page.locator('#content [aria-busy=true]')).toHaveCount(0)
    compared += await expectButtonsInPalette(page)
    await expectHeadersClear(page)
    await expectFitsEnlarged(page)
  }
  expect(compared).toBeGreaterThan(120)
  // What is chosen there is pressed on the screen.
  await page.goto(`${server.url}/#/intro`)
  await page.getByRole('button', { name: 'Remove sample content' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or jump to' }).pressSequentially('remove sample')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Add sample content' })).toBeVisible()
})
