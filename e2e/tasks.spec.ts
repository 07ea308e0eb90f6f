import { expect, type Page } from '@playwright/test'
import { createDocument } from '#shared/contract/documents/endpoints'
import { replaceContent } from '#shared/contract/documents/versions'
import { openSpaceChat, sendMessage } from '#shared/contract/messages/endpoints'
import { addBranch } from '#shared/contract/organisations/branches'
import { createTask } from '#shared/contract/tasks/endpoints'
import { minute } from '#shared/limits'
import { chooseByKeys } from './pages/keyboard'
import { openAs } from './pages/session'
import { expectRoute, navigation } from './pages/shell'
import { expectAccessible } from './support/axe'
import { expectFits } from './support/fits'
import { serveAlone, test } from './support/fixtures'
import { Mailbox } from './support/mailbox'
import { sheetsIn } from './support/paper'
import { Person } from './support/person'
import { timeZone } from './support/time-zone'

const mailbox = new Mailbox()
const server = serveAlone({ BILLING: 'off' }, mailbox)

/** Maya with Tom, and a space for both. */
async function workshop() {
  const maya = await Person.signUp(server, 'Maya Okafor')
  await maya.createWorkspace('Ridgeway Cycles')
  const tom = await Person.signUp(server, 'Tom Reyes')
  await maya.takesIn(tom)
  const { id } = await maya.call(addBranch, { branch_name: 'Harbourside' })
  return { maya, tom, branch_id: id }
}

const lane = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const details = (page: Page) => page.getByRole('complementary', { name: 'Task details' })

test('a task is added from one line, moved, and talked about by two people at once [D4, D13, D14, 9.1a]', async ({
  page,
  browser,
}) => {
  const { maya, tom, branch_id } = await workshop()
  const other = await (await browser.newContext()).newPage()
  await openAs(page, maya, `/home/spaces/${branch_id}`)
  await openAs(other, tom, `/home/spaces/${branch_id}`)
  await expect(other.getByRole('heading', { name: 'No tasks yet' })).toBeVisible()

  await page.getByRole('button', { name: 'New task' }).click()
  await page
    .getByRole('textbox', { name: 'What is to be done?' })
    .fill('Approve Saturday rota tomorrow 3pm 20 min @tom #harbourside')
  await expect(page.getByRole('region', { name: 'Understood' })).toContainText('20 min')
  await expectAccessible(page, 'adding a task')
  await page.getByRole('button', { name: 'Create task' }).click()
  await expect(lane(page, 'Member 1').getByRole('article', { name: 'Approve Saturday rota' })).toBeVisible()
  await expect(lane(other, 'Member 1').getByRole('article', { name: 'Approve Saturday rota' })).toBeVisible()
  await expectAccessible(page, 'the board of a space')

  // One drags it, the other sees it move.
  await page.getByText('By status', { exact: true }).click()
  await other.getByText('By status', { exact: true }).click()
  await page
    .getByRole('article', { name: 'Approve Saturday rota' })
    .dragTo(lane(page, 'In progress 0'), { targetPosition: { x: 80, y: 60 } })
  await expect(lane(page, 'In progress 1')).toContainText('Approve Saturday rota')
  await expect(lane(other, 'In progress 1')).toContainText('Approve Saturday rota')
  const card = lane(other, 'In progress 1').getByRole('article', { name: 'Approve Saturday rota' })
  await card.getByRole('button', { name: 'Move Approve Saturday rota' }).press('Enter')
  await chooseByKeys(other, 'In review')
  await expect(lane(page, 'In review 1')).toContainText('Approve Saturday rota')

  for (const each of [page, other]) {
    await each.getByRole('button', { name: 'Approve Saturday rota', exact: true }).click()
    await expect(details(each).getByText('No comments yet')).toBeVisible()
  }
  const list = { name: 'rota.txt', mimeType: 'text/plain', buffer: Buffer.from('Saturday 9 to 1') }
  const files = details(page).getByRole('region', { name: 'Files' })
  const chooser = page.waitForEvent('filechooser')
  await files.getByRole('button', { name: 'Attach files' }).click()
  await (await chooser).setFiles(list)
  await expect(details(other).getByRole('region', { name: 'Files' })).toContainText('rota.txt')
  await expect(files.getByText('rota.txt')).toHaveCount(1)

  const field = details(page).getByRole('textbox', { name: 'Write a comment' })
  await field.pressSequentially('@to')
  await field.press('Enter')
  await expect(field).toHaveValue('@Tom Reyes ')
  await field.pressSequentially('can you do 9 to 1?')
  const second = page.waitForEvent('filechooser')
  await details(page).getByRole('button', { name: 'Attach files' }).last().click()
  await (await second).setFiles({ ...list, name: 'plan.txt' })
  await field.press('Control+Enter')
  const comment = details(other).getByRole('article', { name: 'Maya Okafor' })
  await expect(comment).toContainText('@Tom Reyes can you do 9 to 1?')
  await expect(comment).toContainText('plan.txt')
  await comment.hover()
  await comment.getByRole('button', { name: 'React' }).click()
  await other.getByRole('menuitem', { name: '👍' }).click()
  await expect(details(page).getByRole('button', { name: '👍, 1' })).toBeVisible()
  await expectAccessible(page, 'the details of a task')
  await other.context().close()
})

test('tasks are selected by keyboard, done at once, and taken back; at closing time the space gets its handover, as a page and by mail as a PDF [4.15, D17]', async ({
  page,
}) => {
  const { maya, branch_id } = await workshop()
  const { user_id } = await maya.signIn()
  for (const title of ['Check stock', 'Call Halden', 'Post round-up'])
    await maya.call(createTask, { title, branch_id, assignees: [user_id] })
  await openAs(page, maya)
  await navigation(page).getByRole('link', { name: 'My Tasks' }).click()
  await expectRoute(page, '/mytasks')
  await expect(page.getByRole('checkbox', { name: 'Select Check stock' })).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('Shift+X')
  const bar = page.getByRole('region', { name: 'Actions for the selected tasks' })
  await expect(bar).toContainText('2 selected')
  await expectAccessible(page, 'My Tasks with a selection')
  await bar.getByRole('button', { name: 'Mark done' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Done today, 2' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: /^Done today/ })).toHaveCount(0)
  await expect(page.getByRole('checkbox', { name: /^Select/ })).toHaveCount(3)
  // Enter opens the details, Escape closes them.
  await page.getByRole('button', { name: 'Check stock' }).press('Enter')
  await expect(details(page).getByRole('heading', { name: 'Check stock' })).toBeVisible()
  await expectRoute(page, /^\/mytasks\?task=\d+$/)
  await page.keyboard.press('Escape')
  await expect(details(page)).toHaveCount(0)

  const { doc_id } = await maya.createLogbook('Bay 2')
  await maya.write(doc_id, 'Bay 2 is free again.')
  await page.goto(`${server.url}/#/organisation/people`)
  const space = page.getByRole('article', { name: 'Harbourside' })
  await space.getByRole('button', { name: /Harbourside/ }).click()
  await page.getByRole('menuitem', { name: 'Handover' }).click()
  const dialog = page.getByRole('dialog', { name: 'Handover of Harbourside' })
  await dialog.getByRole('switch', { name: 'Write a handover at closing time' }).check()
  const closing = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone }).format(Date.now() + 2 * minute)
  await dialog.getByLabel('Closing time', { exact: true }).fill(closing)
  for (const name of ['Sat', 'Sun', 'Maya Okafor']) await dialog.getByRole('checkbox', { name }).check()
  await expectAccessible(page, 'when a handover is written')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Harbourside writes its handovers now')).toBeVisible()
  await server.advance(3 * minute)
  await expect.poll(() => mailbox.pdfFor(maya.email)).toBeDefined()
  const { link = '', file = Buffer.of() } = mailbox.pdfFor(maya.email) ?? {}
  const [sheet] = await sheetsIn(page.context(), file)
  expect(sheet?.words).toMatch(/Handover Harbourside.*Bay 2 1 log .*Bay 2 is free again.*Still open .*Check stock/)
  expect(sheet?.links).toContainEqual(expect.stringMatching(new RegExp(`/#/docs/${doc_id}\\?log=\\d+$`)))
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: /^Handover Harbourside/ })).toBeVisible()
  await page.locator('.page-text').getByRole('link', { name: 'Bay 2 is free again' }).click()
  await expectRoute(page, new RegExp(`^/docs/${doc_id}\\?log=\\d+$`))
})

test('a message and the action items of a summary become tasks, and a view of them is kept [D13, 1.4]', async ({
  page,
}) => {
  const { maya, tom, branch_id } = await workshop()
  const { chat_id } = await tom.call(openSpaceChat, { branch_id })
  const chat_message = 'The rims of 4190 are late. Somebody call Halden @maya'
  await tom.call(sendMessage, { chat_id, chat_message, client_id: 'rims' })
  const logbook = { document_name: 'Bay 2', document_type: 'logbook', access: 'organisation' } as const
  const { doc_id } = await tom.call(createDocument, logbook)
  const content = 'A busy day.\n\n## Action items\n\n- Tom: order pads tomorrow 3pm\n- Sweep the bay'
  await tom.write(doc_id, 'The bay was full all day.', 'Bay 2 is full')
  await tom.call(replaceContent, { doc_id, content, version: 0 })

  await openAs(page, maya, `/home/messages/${chat_id}`)
  const message = page.getByRole('article', { name: /^Tom Reyes/ })
  await message.hover()
  await message.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Make a task' }).click()
  const adding = page.getByRole('dialog', { name: 'New task' })
  await expect(adding.getByRole('region', { name: 'Understood' })).toContainText('Maya Okafor')
  await adding.getByRole('textbox', { name: 'What is to be done?' }).fill('Call Halden about the rims @maya')
  await adding.getByRole('button', { name: 'Create task' }).click()
  await message.getByRole('link', { name: 'Call Halden about the rims · To do' }).click()
  await expectRoute(page, /^\/tasks\/\d+$/)
  await expect(page.getByRole('link', { name: 'A message' })).toHaveAttribute('href', /message=\d+$/)
  await expectAccessible(page, 'a task on a page of its own')

  await page.goto(`${server.url}/#/docs/${doc_id}`)
  await page.getByRole('button', { name: 'Add as tasks …' }).click()
  const items = page.getByRole('dialog', { name: 'Add as tasks' })
  await expect(items.getByRole('region', { name: 'Understood of item 1' })).toContainText('Tom Reyes')
  await expectAccessible(page, 'the action items of a summary')
  await items.getByRole('button', { name: 'Add 2 tasks' }).click()
  await expect(items).toBeHidden()
  await page.getByRole('button', { name: 'Add as tasks …' }).click()
  await expect(items.getByRole('link', { name: 'There is a task for this' })).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(items).toBeHidden()

  await page.goto(`${server.url}/#/mytasks?q=rims`)
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save this view …' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Rims')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Clear filter' }).click()
  await expectRoute(page, '/mytasks')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitemradio', { name: 'Rims' }).click()
  await expectRoute(page, '/mytasks?q=rims')
  await expect(page.getByRole('button', { name: /^Call Halden about the rims/ })).toBeVisible()
  await expectAccessible(page, 'a saved view of My Tasks')
})

test('on a phone, tasks fit, and their details cover the screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { maya, branch_id } = await workshop()
  const { user_id } = await maya.signIn()
  const title = 'A task with a title that is longer than a phone is wide, so that it has to be cut or wrapped'
  await maya.call(createTask, { title, branch_id, assignees: [user_id], labels: ['A label', 'Another label'] })
  await openAs(page, maya, '/mytasks')
  await expect(page.getByRole('button', { name: title })).toBeVisible()
  await expectFits(page)
  await page.getByRole('checkbox', { name: `Select ${title}` }).check()
  await expectFits(page)
  await page.getByRole('button', { name: 'Clear the selection' }).click()
  await page.getByRole('button', { name: title }).click()
  const sheet = page.getByRole('dialog', { name: 'Task details' })
  await expect(sheet.getByRole('heading', { name: title })).toBeVisible()
  await expectFits(page)
  await expectAccessible(page, 'the details of a task on a phone')
  await sheet.getByRole('button', { name: 'Close details' }).click()
  await page.goto(`${server.url}/#/home/spaces/${branch_id}`)
  await expect(page.getByRole('article', { name: title })).toBeVisible()
  await expectFits(page)
})
