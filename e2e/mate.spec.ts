import { expect } from '@playwright/test'
import { getSuggestions } from '#shared/contract/mate/endpoints'
import { updateProfile } from '#shared/contract/profile/endpoints'
import { createLogbook, log, writeLog } from './pages/logbook'
import { answers, answerTo } from './pages/mate'
import { askForCode, createWorkspace, nameOneself, openAs, signIn } from './pages/session'
import { expectRoute, navigation } from './pages/shell'
import { expectAccessible } from './support/axe'
import { expectFits } from './support/fits'
import { serve, test } from './support/fixtures'
import { hold } from './support/offline'
import { newEmail, Person } from './support/person'
import { shifts } from './support/shifts'

const server = serve()

test('the first ten minutes in a new workspace, with Mate as the only guide [1.3a, 1.3c, D25]', async ({ page }) => {
  const email = newEmail('Noor')
  await page.goto(server.url)
  await askForCode(page, email)
  await page.goto(server.url)
  await signIn(page, server, email)
  await nameOneself(page, 'Noor Haddad')
  await createWorkspace(page, 'Harbour Bakery')
  await navigation(page).getByRole('link', { name: 'Mate' }).click()

  const first = await answerTo(page, 'What can you do?')
  await expect(first.getByRole('button', { name: 'Who is here?' })).toBeVisible()
  await expectAccessible(page, 'what Mate can do')
  await first.getByRole('button', { name: 'Which logbooks are there?' }).click()
  await expect(answers(page)).toHaveCount(2)
  await expect(answers(page).last()).toContainText('You cannot open any logbook yet.')
  await answers(page).last().getByRole('link', { name: 'Logbooks' }).click()
  await expectRoute(page, '/docs')
  await createLogbook(page, 'Oven log', 'private')
  await writeLog(page, 'The big oven needs ten minutes more than the plan says.')

  await navigation(page).getByRole('link', { name: 'Mate' }).click()
  const proposal = await answerTo(page, 'Log in Oven log: flour delivered, twelve sacks')
  await proposal.getByRole('button', { name: 'Add to Oven log' }).click()
  await expect(proposal.getByRole('link', { name: 'Added to Oven log' })).toBeVisible()
  const counted = await answerTo(page, 'How many logs per person?')
  await expect(counted).toContainText('Noor Haddad: 2 logs')
  await expect(await answerTo(page, 'Where is the flour?')).toContainText('flour delivered, twelve sacks')
  const offer = await answerTo(page, 'Open Oven log')
  await offer.getByRole('link', { name: 'Open Oven log' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Oven log' })).toBeVisible()
  await expect(log(page, 'flour delivered, twelve sacks')).toBeVisible()
})

/** Two people who wrote today, so that questions can go from one to the other. */
async function workshop() {
  const maya = await Person.signUp(server, 'Maya')
  await maya.createWorkspace('Ridgeway Cycles')
  const tom = await Person.signUp(server, 'Tom')
  await maya.takesIn(tom)
  const bay = (await maya.createLogbook('Bay log')).doc_id
  const desk = (await maya.createLogbook('Front desk')).doc_id
  await tom.write(bay, 'The pump leaks at the valve.')
  await maya.write(desk, 'Twelve helmets were delivered.')
  await tom.write(desk, 'Invoice 771 was refunded.')
  await maya.write(bay, 'The pump is repaired.')
  return maya
}

test('a question, and five that continue it [1.3a, D25]', async ({ page }) => {
  const maya = await workshop()
  await openAs(page, maya, '/chat')
  await expect(await answerTo(page, 'What was logged today?')).toContainText('4 logs today')
  const toms = await answerTo(page, "only Tom's")
  await expect(toms).toContainText('2 logs by Tom today')
  await expect(toms).toContainText('(Front desk)')
  await expect(await answerTo(page, 'And in Bay log?')).toContainText('1 log in Bay log by Tom today')
  await expect(await answerTo(page, 'How many?')).toContainText('1 log was written in Bay log by Tom today')
  await expect(await answerTo(page, 'And Maya?')).toContainText('1 log was written in Bay log by Maya today')
  await expect(await answerTo(page, 'And yesterday?')).toContainText('0 logs were written in Bay log by Maya yesterday')
  await expectAccessible(page, 'a conversation')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the same in German [1.3a, 2.15, 9.10b]', async ({ page }) => {
    const maya = await workshop()
    await maya.call(updateProfile, { user_language: 'de' })
    await openAs(page, maya, '/chat')
    const field = page.getByRole('textbox', { name: 'Mate fragen' })
    const asks = async (text: string, answer: string) => {
      // Until the answer before is complete, another question is not sent.
      await expect(page.getByRole('button', { name: 'Anhalten' })).toBeHidden()
      await field.fill(text)
      await field.press('Enter')
      await expect(page.getByRole('article', { name: /^Mate,/ }).last()).toContainText(answer)
    }
    await asks('Was kannst du?', 'Drücke ein Beispiel')
    await expectFits(page)
    await page.getByRole('button', { name: 'Einträge von heute' }).first().tap()
    await expect(page.getByRole('article', { name: /^Mate,/ }).last()).toContainText('4 Einträge von heute')
    await asks('nur von Tom', '2 Einträge von Tom von heute')
    await asks('Und in Bay log?', '1 Eintrag in Bay log von Tom von heute')
    await asks('Wie viele?', '1 Eintrag in Bay log von Tom von heute, von denen')
    await asks('Und Maya?', '1 Eintrag in Bay log von Maya von heute, von denen')
    await asks('Und gestern?', '0 Einträge in Bay log von Maya von gestern')
    await expectFits(page)
    await expectAccessible(page, 'ein Gespräch')
  })
})

test('the sources of an answer are all that was read for it [3.13c]', async ({ page }) => {
  const maya = await workshop()
  await openAs(page, maya, '/chat')
  const answer = await answerTo(page, 'Summarise Bay log')
  await answer.getByRole('button', { name: /^read/ }).click()
  const drawer = page.getByRole('complementary', { name: 'What Mate read' })
  await expect(drawer.getByRole('link', { name: /The pump leaks at the valve/ })).toBeVisible()
  await expect(drawer.getByRole('link', { name: /The pump is repaired/ })).toBeVisible()
})

test('a conversation keeps its place when suggestions arrive [1.3a, 2.6]', async ({ page }) => {
  const maya = await workshop()
  await openAs(page, maya, '/chat')
  await answerTo(page, 'What was logged today?')
  const suggestions = page.getByRole('group', { name: 'Suggestions' })
  const place = () =>
    answers(page)
      .last()
      .evaluate(answer => Math.round(answer.getBoundingClientRect().bottom))
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    const release = await hold(page, getSuggestions)
    await page.reload()
    await expect(answers(page).last()).toBeInViewport()
    await expect(suggestions).toBeHidden()
    const before = await place()
    release()
    await expect(suggestions.getByRole('button')).not.toHaveCount(0)
    expect(await place()).toBe(before)
    // What does not fit is reached with the keys.
    await suggestions.getByRole('button').last().focus()
    await expect(suggestions.getByRole('button').last()).toBeInViewport()
    await expectFits(page)
    await page.unrouteAll({ behavior: 'wait' })
  }
})

test('a conversation and a logbook are drawn in their final form, also when the code that draws marks comes late [2.6, 3.8]', async ({
  page,
}) => {
  const maya = await workshop()
  const { doc_id } = await maya.createLogbook('Tool log')
  await maya.write(
    doc_id,
    '## Checked\n\n- torque wrench\n- **truing stand**\n\n| Tool | State |\n| - | - |\n| Pump | worn |',
  )
  await openAs(page, maya, '/chat')
  await answerTo(page, 'What can you do?')
  const entry = page.getByRole('feed').getByRole('article')
  for (const [path, drawn, marked] of [
    ['/chat', answers(page).first(), answers(page).getByRole('button', { name: 'Who is here?' })],
    [`/docs/${doc_id}`, entry, entry.getByRole('table')],
  ] as const)
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 })
      const release = await hold(page, { path: '/assets/markdown-' })
      await page.goto(`${server.url}/#${path}`)
      await page.reload()
      await expect(
        page
          .getByRole('main')
          .getByRole('status')
          .filter({ hasText: /^Loading/ }),
      ).toBeVisible()
      await expect(drawn).toBeHidden()
      release()
      await expect(marked).toBeVisible()
      expect(await shifts(page), `${path} at ${width}`).toBeLessThan(0.02)
      await page.unrouteAll({ behavior: 'wait' })
    }
})
