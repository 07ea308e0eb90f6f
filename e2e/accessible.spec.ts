import { expect } from '@playwright/test'
import { openComposer, timeline } from './pages/logbook'
import { answerTo } from './pages/mate'
import { askForCode, nameOneself, openAs, signIn } from './pages/session'
import { openProfileMenu } from './pages/shell'
import { expectAccessible } from './support/axe'
import { serve, test } from './support/fixtures'
import { newEmail, Person } from './support/person'

const server = serve()

test('the screens before the workspace are accessible in light and dark', async ({ page }) => {
  await page.goto(server.url)
  await expect(page.getByRole('link', { name: 'Codes appear here.' })).toBeVisible()
  await expectAccessible(page, 'sign-in')
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText(/^Enter an e-mail, or a phone/)).toBeVisible()
  await expectAccessible(page, 'sign-in with an error')
  await page.goto(`${server.url}/#/meeting`)
  await expect(page.getByRole('heading', { name: 'Record a meeting' })).toBeVisible()
  await expectAccessible(page, 'meeting')
  await page.goto(server.url)
  const email = newEmail('Anna')
  await askForCode(page, email)
  await expectAccessible(page, 'code')
  await page.goto(server.url)
  await signIn(page, server, email)
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
  await expectAccessible(page, 'first profile')
  await nameOneself(page, 'Anna')
  await expect(page.getByRole('heading', { name: 'Start with a workspace' })).toBeVisible()
  await expectAccessible(page, 'first workspace')
  await page.getByRole('button', { name: 'Create a workspace' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page, 'creating a workspace')
})

test('the screens of the workspace are accessible in light and dark', async ({ page }) => {
  test.slow()
  const anna = await Person.signUp(server, 'Anna')
  await anna.createWorkspace('Ridgeway Cycles')
  await openAs(page, anna)
  await expect(page.getByRole('heading', { name: 'Hello, Anna' })).toBeVisible()
  await expect(page.getByRole('group', { name: 'Suggestions' })).toBeVisible()
  await expectAccessible(page, 'Mate without a conversation')
  await page.goto(`${server.url}/#/docs`)
  await expect(page.getByRole('heading', { name: 'No logbooks yet' })).toBeVisible()
  await expectAccessible(page, 'no logbooks')

  const { doc_id } = await anna.createLogbook('Bay log')
  await anna.write(doc_id, 'The brake bleed on ticket **4182** took [22 minutes](https://ridgeway.example) longer.')
  await anna.write(doc_id, '- organic pads fitted\n- `4182` is off the stand\n\n> soaked', 'Pads changed')
  await anna.createLogbook('Front desk')
  await page.goto(`${server.url}/#/chat`)
  await answerTo(page, 'What was logged about 4182?')
  await expectAccessible(page, 'Mate with an answer')
  const sources = page.getByRole('button', { name: 'Show sources', exact: true })
  if (await sources.isVisible()) await sources.click()
  await expect(page.getByRole('complementary', { name: 'What Mate read' })).toBeVisible()
  await expectAccessible(page, 'what Mate read')

  await page.goto(`${server.url}/#/docs`)
  await expect(page.getByRole('link', { name: /^Front desk/ })).toBeVisible()
  await expectAccessible(page, 'list of logbooks')
  await page.goto(`${server.url}/#/docs/${doc_id}`)
  await expect(timeline(page).getByRole('article')).toHaveCount(2)
  await expectAccessible(page, 'timeline')
  await openComposer(page)
  await expectAccessible(page, 'composer')
  await page.getByRole('button', { name: 'Access' }).click()
  await expect(
    page.getByRole('dialog', { name: 'Access to Bay log' }).getByRole('heading', { name: 'Shared with' }),
  ).toBeVisible()
  await expectAccessible(page, 'access')

  for (const [path, name] of [
    ['/docs#org', 'Ridgeway Cycles'],
    ['/docs#small', 'Your workspaces'],
    ['/docs#payment', 'Plan'],
  ] as const) {
    await page.goto(`${server.url}/#${path}`)
    await expect(page.getByRole('dialog', { name })).toBeVisible()
    if (path === '/docs#org') await expect(page.getByRole('button', { name: 'Send invites' })).toBeVisible()
    await expectAccessible(page, path)
  }
  await page.goto(`${server.url}/#/profile`)
  await expect(page.getByRole('heading', { name: 'Appearance' })).toBeVisible()
  await expectAccessible(page, 'profile')
  await openProfileMenu(page)
  await expectAccessible(page, 'profile menu')
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+K')
  await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeVisible()
  await expectAccessible(page, 'palette')
  await page.keyboard.press('Escape')
  await page.goto(`${server.url}/#/intro`)
  await expect(page.getByRole('heading', { name: 'Welcome aboard Ridgeway Cycles' })).toBeVisible()
  await expectAccessible(page, 'intro')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expectAccessible(page, 'shortcuts')
  await page.keyboard.press('Escape')
  await page.goto(`${server.url}/#/workspace`)
  await expect(page.getByRole('button', { name: /^Ridgeway Cycles/ })).toBeVisible()
  await expectAccessible(page, 'workspaces')
  await page.goto(`${server.url}/#/nowhere`)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expectAccessible(page, 'not found')
})
