import { type APIRequestContext, type BrowserContext, expect, type Page } from '@playwright/test'
import { getMessages, initiateChat, sendMessage } from '#shared/contract/messages/endpoints'
import { openAs } from './pages/session'
import { navigation } from './pages/shell'
import { expectAccessible } from './support/axe'
import { expectFits } from './support/fits'
import { networkErrors, test } from './support/fixtures'
import { Person } from './support/person'
import { Server } from './support/server'

test.describe.configure({ mode: 'serial' })
test.use({ serviceWorkers: 'allow' })
let server: Server
let maya: Person
let tom: Person

test.beforeAll(async () => {
  server = new Server({})
  await server.start()
  maya = await Person.signUp(server, 'Maya Okafor')
  await maya.createWorkspace('Ridgeway Cycles')
  tom = await Person.signUp(server, 'Tom Reyes')
  await maya.takesIn(tom)
})
test.afterAll(() => server.stop())

const log = (page: Page) => page.getByRole('log')
const message = (page: Page, text: string) => log(page).getByRole('article').filter({ hasText: text })
const field = (page: Page) => page.getByRole('textbox', { name: /^Message / })
const chat = (page: Page, name: string) => page.getByRole('navigation', { name: 'Chats' }).getByRole('link', { name })

async function say(page: Page, text: string): Promise<void> {
  await field(page).fill(text)
  await field(page).press('Enter')
}

async function act(page: Page, text: string, action: string): Promise<void> {
  await message(page, text).hover()
  await message(page, text).getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** Two people who are signed in, each in a browser of their own. */
async function both(contexts: readonly [BrowserContext, BrowserContext], path = '/home/messages') {
  const [hers, his] = [await contexts[0].newPage(), await contexts[1].newPage()]
  await openAs(hers, maya, path)
  await openAs(his, tom, path)
  return { hers, his }
}

test('two people write to each other: what is unread, what was seen, a change, a reaction and a reply reach the other at once [1.10, 3.12, 7.8]', async ({
  browser,
}) => {
  const { hers, his } = await both([await browser.newContext(), await browser.newContext()])
  await expect(hers.getByText('No chats yet')).toBeVisible()
  await hers.getByRole('textbox', { name: 'Search people' }).fill('tom')
  await hers.getByRole('button', { name: 'Tom Reyes' }).click()
  await expect(hers.getByRole('heading', { level: 1, name: 'Tom Reyes' })).toBeVisible()
  await say(hers, 'The seatpost on 4176 is out.')
  await say(hers, 'Was the counter OK?')
  await expect(message(hers, 'Was the counter OK?')).toBeVisible()
  await expect(hers.getByText('Sending')).toHaveCount(0)

  await expect(chat(his, 'Maya Okafor')).toContainText('2 unread messages')
  await expect(navigation(his).getByRole('link', { name: /^Home/ })).toContainText('2 unread messages')
  await expect(log(hers)).not.toContainText('seen')
  await chat(his, 'Maya Okafor').click()
  await expect(message(his, 'Was the counter OK?')).toBeVisible()
  await expect(chat(his, 'Maya Okafor')).not.toContainText('unread')
  await expect(message(hers, 'Was the counter OK?')).toContainText('seen')
  await expect(hers.getByRole('main', { name: 'Chat with Tom Reyes' })).toContainText('Online')

  await act(his, 'Was the counter OK?', 'Reply')
  await field(his).pressSequentially('Pri')
  await expect(hers.getByText('Tom Reyes is writing …')).toBeVisible()
  await say(his, 'Priya was alone, so I went over.')
  await expect(message(hers, 'Priya was alone')).toContainText('Was the counter OK?')
  await expect(message(hers, 'Was the counter OK?').first()).toContainText('1 reply')
  await message(hers, 'Priya was alone').hover()
  await message(hers, 'Priya was alone').getByRole('button', { name: 'React' }).click()
  await hers.getByRole('button', { name: 'React with 👍' }).click()
  await expect(message(his, 'Priya was alone').getByRole('button', { name: '👍 1, Maya Okafor' })).toBeVisible()

  await act(hers, 'The seatpost on 4176', 'Edit')
  await expect(field(hers)).toHaveValue('The seatpost on 4176 is out.')
  await field(hers).fill('The seatpost on 4177 is out.')
  await field(hers).press('Enter')
  await expect(message(his, 'The seatpost on 4177 is out.')).toContainText('edited')
  await act(his, 'The seatpost on 4177', 'Pin')
  await hers.getByRole('button', { name: 'Pinned messages' }).click()
  await expect(hers.getByRole('dialog', { name: 'Pinned messages' })).toContainText('The seatpost on 4177')
  await expectAccessible(hers, 'the pinned messages of a chat')
  await hers.keyboard.press('Escape')

  await say(hers, 'Wrong chat, sorry')
  await expect(message(his, 'Wrong chat, sorry')).toBeVisible()
  await act(hers, 'Wrong chat, sorry', 'Delete')
  await expect(message(hers, 'This message was deleted')).toBeVisible()
  await hers.getByRole('button', { name: 'Undo' }).click()
  await expect(message(hers, 'Wrong chat, sorry')).toBeVisible()
  await act(hers, 'Wrong chat, sorry', 'Delete')
  await expect(message(his, 'This message was deleted')).toBeVisible()
  await expect(message(his, 'Wrong chat, sorry')).toHaveCount(0)

  const chosen = hers.waitForEvent('filechooser')
  await hers.getByRole('button', { name: 'Attach files' }).click()
  await (await chosen).setFiles({ name: 'pads.txt', mimeType: 'text/plain', buffer: Buffer.from('Soaked pads.') })
  await say(hers, '@To')
  await expect(field(hers)).toHaveValue('@Tom Reyes ')
  await field(hers).pressSequentially('the list <b>is</b> here')
  await field(hers).press('Control+Enter')
  await expect(message(his, '@Tom Reyes the list <b>is</b> here')).toBeVisible()
  await expect(message(his, 'the list').getByText('pads.txt')).toBeVisible()
  await say(hers, '**Bay 2**: `pads`, https://ridgeway.example\n\n> said\n\n- [x] done\n\n```\ncode\n```')
  const formatted = message(his, 'Bay 2: pads')
  await expect(formatted.getByRole('strong')).toHaveText('Bay 2')
  await expect(formatted.getByRole('link', { name: 'https://ridgeway.example' })).toBeVisible()
  await expect(chat(his, 'Maya Okafor')).toContainText('Bay 2: pads')
  await hers.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(hers, 'a chat in the dark')
  await hers.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(hers, 'a chat')
  for (const page of [hers, his]) await page.context().close()
})

/** An owner gives a bot a webhook; what a program posts through it appears with its card. */
async function theBotWrites(hers: Page, his: Page, request: APIRequestContext): Promise<void> {
  await expect(hers.getByRole('button', { name: 'Bots' })).toBeVisible()
  await expect(his.getByRole('button', { name: 'New group' })).toBeVisible()
  await expect(his.getByRole('button', { name: 'Bots' })).toHaveCount(0)
  await hers.getByRole('button', { name: 'Bots' }).click()
  await hers.getByRole('button', { name: 'New bot' }).click()
  const form = hers.getByRole('dialog', { name: 'New bot' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Gate')
  await form.getByRole('checkbox', { name: 'To each person alone' }).check()
  await form.getByRole('button', { name: 'Create bot' }).click()
  const bot = hers.getByRole('dialog', { name: 'Gate' })
  await bot.getByRole('button', { name: 'Make a webhook' }).click()
  const address = bot.getByRole('textbox', { name: 'Address of the webhook' })
  await expect(address).toHaveValue(/\/hooks\//)
  await expectAccessible(hers, 'a bot with its webhook')
  const posted = await request.post(await address.inputValue(), {
    data: {
      text: 'The gate has been open for ten minutes. <script>alert(1)</script>',
      user_id: tom.userId,
      card: { title: 'Gate 2', tone: 'warning', fields: [{ name: 'Since', value: '08:41' }] },
    },
  })
  expect(posted.status()).toBe(200)
  await expect(chat(his, 'Gate')).toContainText('1 unread message')
  await chat(his, 'Gate').click()
  const said = message(his, 'open for ten minutes')
  await expect(said).toContainText('<script>alert(1)</script>')
  await expect(said).toContainText('Gate 2')
  await expect(his.getByText('Only the bot writes here.')).toBeVisible()
  await expectAccessible(his, 'a chat with a bot')
}

test('a group is created, named and left, and a chat opens at a message that search has found; a bot writes through its webhook [1.10, 3.12, 3.13b]', async ({
  browser,
  request,
}) => {
  const { hers, his } = await both([await browser.newContext(), await browser.newContext()])
  await hers.getByRole('button', { name: 'New group' }).click()
  const dialog = hers.getByRole('dialog', { name: 'New group' })
  await dialog.getByRole('textbox', { name: 'Name of the group' }).fill('Night shift')
  await dialog.getByRole('checkbox', { name: 'Tom Reyes' }).check()
  await expectAccessible(hers, 'the dialog of a group')
  await dialog.getByRole('button', { name: 'Create group' }).click()
  await expect(hers.getByRole('heading', { level: 1, name: 'Night shift' })).toBeVisible()
  await expect(hers.getByText('Group of 2 people')).toBeVisible()
  await say(hers, 'Who closes the gate tonight?')
  await expect(hers.getByText('Sending')).toHaveCount(0)
  await chat(his, 'Night shift').click()
  await expect(message(his, 'Who closes the gate')).toContainText('Maya Okafor')
  await his.goto(`${server.url}/#/search?q=gate`)
  await his.getByRole('link', { name: /Who closes the gate/ }).click()
  const beside = his.getByRole('region', { name: 'Selected result' })
  await expect(beside.getByRole('article').filter({ hasText: 'Who closes the gate' })).toBeVisible()
  await beside.getByRole('link', { name: 'Open' }).click()
  await expect(message(his, 'Who closes the gate')).toBeFocused()
  await his.getByRole('button', { name: 'Edit group' }).click()
  await his.getByRole('button', { name: 'Leave group' }).click()
  await his.getByRole('alertdialog').getByRole('button', { name: 'Leave group' }).click()
  await expect(his.getByText('Choose a chat')).toBeVisible()
  await expect(chat(his, 'Night shift')).toHaveCount(0)
  await expect(hers.getByText('Group of 1 person')).toBeVisible()

  await theBotWrites(hers, his, request)
  for (const page of [hers, his]) await page.context().close()
})

test('messages are sent through a cut, a reload and a killed server, and arrive once and in order; a draft stays [4.7a]', async ({
  browser,
  provokes,
}) => {
  provokes(networkErrors)
  const { hers, his } = await both([await browser.newContext(), await browser.newContext()])
  await chat(hers, 'Tom Reyes').click()
  await chat(his, 'Maya Okafor').click()
  await expect(message(hers, 'the list')).toBeVisible()
  const texts = [
    'First, before the cut',
    'Second, without a network',
    'Third, without a network',
    'Fourth, without a server',
  ]
  const [first = '', second = '', third = '', fourth = ''] = texts
  await say(hers, first)
  await expect(message(his, first)).toBeVisible()

  await hers.context().setOffline(true)
  await say(hers, second)
  await say(hers, third)
  await expect(message(hers, third)).toContainText('Waiting for the connection')
  await field(hers).fill('Half a sentence')
  await hers.context().setOffline(false)
  await server.kill()
  await say(hers, fourth)
  await field(hers).fill('Half a sentence')
  await expect(message(hers, fourth)).toBeVisible()
  await server.start()
  await hers.reload()
  await expect(field(hers)).toHaveValue('Half a sentence', { timeout: 30_000 })
  for (const page of [hers, his]) {
    await expect(message(page, fourth)).toBeVisible({ timeout: 60_000 })
    await expect(page.getByText('Sending')).toHaveCount(0, { timeout: 60_000 })
    for (const text of texts) await expect(message(page, text)).toHaveCount(1)
    const shown = await log(page).getByRole('article').allInnerTexts()
    const places = texts.map(text => shown.findIndex(article => article.includes(text)))
    expect(places).toEqual(places.toSorted((one, other) => one - other))
  }
  for (const page of [hers, his]) await page.context().close()
})

test.describe('On a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('one pane is shown, with a way back, everything fits, and what is read stays when older messages load [1.10]', async ({
    page,
  }) => {
    await openAs(page, maya, '/home/messages')
    await expect(chat(page, 'Tom Reyes')).toBeVisible()
    await expectFits(page)
    await expectAccessible(page, 'the chats on a phone')
    await chat(page, 'Tom Reyes').click()
    await expect(message(page, 'Fourth, without a server')).toBeVisible()
    await expect(chat(page, 'Tom Reyes')).toBeHidden()
    await expectFits(page)
    await expectAccessible(page, 'a chat on a phone')
    await page.getByRole('button', { name: 'Back to the chats' }).click()
    await expect(chat(page, 'Tom Reyes')).toBeVisible()

    // More than one page of messages, each of one to five lines: older ones load above what is read, which stays where it is.
    const { chat_id } = await tom.call(initiateChat, { self_id: tom.userId, connection_id: maya.userId })
    const note = (nr: number) =>
      tom.call(sendMessage, {
        ...{
          chat_id,
          client_id: `note-${nr}`,
          chat_message: `Note ${nr}. ${'The rims are due. '.repeat(1 + (nr % 9))}`,
        },
      })
    for (let nr = 0; nr < 90; nr += 10) await Promise.all(Array.from({ length: 10 }, (_, next) => note(nr + next)))
    await note(90)
    // Without what the open page has received live.
    await page.reload()
    let isAsked = false
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    await page.route(`**${getMessages.path}*`, async route => {
      if (route.request().postData()?.includes('last_id')) {
        isAsked = true
        await held
      }
      await route.continue()
    })
    await chat(page, 'Tom Reyes').click()
    await expect(message(page, 'Note 90.')).toBeInViewport()
    // The list may still be on its way to its end, so she scrolls until older messages are asked for.
    await expect
      .poll(async () => {
        await log(page).evaluate(list => list.scrollTo({ top: 300 }))
        return isAsked
      })
      .toBe(true)
    const firstInView = () =>
      log(page).evaluate(list => {
        const top = list.getBoundingClientRect().top
        const row = [...list.querySelectorAll<HTMLElement>('[data-message]')].find(
          element => element.getBoundingClientRect().top >= top,
        )
        return { id: row?.dataset.message, top: Math.round((row?.getBoundingClientRect().top ?? 0) - top) }
      })
    // It may still have been on its way to its end. Rows below what is in view are only guessed here.
    await expect
      .poll(() =>
        log(page).evaluate(async list => {
          list.scrollTo({ top: 300 })
          await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
          return list.scrollTop
        }),
      )
      .toBeLessThan(1_000)
    const before = await firstInView()
    expect(before.id).toBeDefined()
    const height = await log(page).evaluate(list => list.scrollHeight)
    release()
    await expect.poll(() => log(page).evaluate(list => list.scrollHeight)).toBeGreaterThan(height + 1_000)
    await expect.poll(firstInView).toEqual(before)
  })
})
