import { chromium, expect, type Page, type Worker } from '@playwright/test'
import { addBranch } from '#shared/contract/organisations/branches'
import { fetchProfile } from '#shared/contract/profile/endpoints'
import { addComment } from '#shared/contract/tasks/comments'
import { createTask } from '#shared/contract/tasks/endpoints'
import { openAs } from './pages/session'
import { expectRoute, navigation } from './pages/shell'
import { expectAccessible } from './support/axe'
import { expectFits } from './support/fits'
import { pageErrors, serve, test, withoutPlans } from './support/fixtures'
import { Person } from './support/person'

const server = serve(withoutPlans)
const bell = (page: Page, count: number) =>
  page.getByRole('button', {
    name: count === 0 ? 'Notifications' : `${count} unread notification${count > 1 ? 's' : ''}`,
  })

/** Maya and Tom, and a task in which Tom can mention her. */
async function workshop() {
  const maya = await Person.signUp(server, 'Maya Okafor')
  await maya.createWorkspace('Ridgeway Cycles')
  const tom = await Person.signUp(server, 'Tom Reyes')
  await maya.takesIn(tom)
  const { id: branch_id } = await maya.call(addBranch, { branch_name: 'Harbourside' })
  const { user_id } = await maya.call(fetchProfile, {})
  return {
    ...{ maya, tom },
    async mentions(title: string) {
      const { id: task_id } = await tom.call(createTask, { title, branch_id })
      const comment = await tom.call(addComment, { task_id, comment: '@Maya, have a look', mentions: [user_id] })
      return { task_id, comment_id: comment.comment_id }
    },
  }
}

test('a mention arrives at the bell at once, and what is read on one page is read on the other [D38]', async ({
  page,
  browser,
}) => {
  const { maya, mentions } = await workshop()
  const other = await (await browser.newContext()).newPage()
  await openAs(page, maya, '/docs')
  await openAs(other, maya, '/notifications')
  await expect(other.getByText('No notifications yet')).toBeVisible()
  await expect(bell(page, 0)).toBeVisible()

  const invoice = await mentions('Invoice 4176')
  await expect(bell(page, 1)).toBeVisible()
  await expect(bell(other, 1)).toBeVisible()
  await expect(other.getByRole('listitem')).toContainText('Tom Reyes mentioned you in Invoice 4176')
  await mentions('Saturday rota')
  await mentions('Keys of the yard')
  await expect(bell(page, 3)).toBeVisible()
  await expectAccessible(other, 'the page of notifications')

  await bell(page, 3).press('Enter')
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await expect(panel.getByRole('listitem')).toHaveCount(3)
  await expectAccessible(page, 'the panel of notifications')
  await panel.getByRole('link', { name: /Invoice 4176/ }).click()
  await expectRoute(page, `/tasks/${invoice.task_id}?comment=${invoice.comment_id}`)
  await expect(panel).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Invoice 4176' })).toBeVisible()
  await expect(bell(page, 2)).toBeVisible()
  await expect(bell(other, 2)).toBeVisible()
  await other.getByText('Unread', { exact: true }).click()
  await expect(other.getByRole('main').getByRole('listitem')).toHaveCount(2)
  await other.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(other.getByText('Nothing is unread')).toBeVisible()
  await expect(bell(page, 0)).toBeVisible()
})

test('what a person turned off does not reach them, and the settings are kept [D38]', async ({ page }) => {
  const { maya, mentions } = await workshop()
  await openAs(page, maya, '/profile')
  const card = page.getByRole('region', { name: 'Notifications' })
  await card.getByRole('checkbox', { name: 'Somebody mentions you: In the app' }).uncheck()
  await card.getByText('Quiet hours', { exact: true }).click()
  await expect(card.getByLabel('From', { exact: true })).toHaveValue('22:00')
  await card.getByText('Daily', { exact: true }).click()
  await expectAccessible(page, 'the settings of notifications')
  await mentions('Invoice 4176')
  await page.reload()
  await expect(card.getByRole('checkbox', { name: 'Somebody mentions you: In the app' })).not.toBeChecked()
  await expect(card.getByRole('radio', { name: 'Daily' })).toBeChecked()
  await expect(card.getByLabel('To', { exact: true })).toHaveValue('07:00')
  await expect(bell(page, 0)).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the menu says how many are unread and leads to them, and everything fits', async ({ page }) => {
    const { maya, mentions } = await workshop()
    await openAs(page, maya, '/docs')
    await expect(navigation(page)).toBeVisible()
    await mentions('Invoice 4176')
    const more = navigation(page).getByRole('button', { name: 'More' })
    await expect(more).toContainText('1 unread notification')
    await more.click()
    await page.getByRole('menuitem', { name: 'Notifications' }).click()
    await expectRoute(page, '/notifications')
    await expect(page.getByRole('main').getByRole('listitem')).toContainText('Tom Reyes mentioned you')
    await expectFits(page)
    await expectAccessible(page, 'the page of notifications on a phone')
    await page.goto(`${server.url}/#/profile`)
    await expect(page.getByRole('checkbox', { name: 'Somebody mentions you: Push' })).toBeVisible()
    await expectFits(page)
    await page.goto(`${server.url}/#/notifications`)
    await page
      .getByRole('main')
      .getByRole('link', { name: /Invoice 4176/ })
      .click()
    await expect(more).not.toContainText('unread notification')
  })
})

test('a pushed message is shown by the browser, and a press on it opens its task, which is read then [2.23a, D37]', async () => {
  // Only a browser with a user interface of its own grants the permission for notifications.
  const executablePath = process.env.DESKTOP_BROWSER || undefined
  const { maya, mentions } = await workshop()
  const browser = await chromium.launch({ executablePath, args: test.info().project.use.launchOptions?.args })
  pageErrors.watch(browser)
  try {
    const context = await browser.newContext({ serviceWorkers: 'allow' })
    await context.grantPermissions(['notifications'], { origin: server.url })
    const page = await context.newPage()
    await openAs(page, maya, '/docs')
    const { task_id } = await mentions('Invoice 4176')
    await expect(bell(page, 1)).toBeVisible()
    const title = 'Tom Reyes mentioned you in Invoice 4176'
    const link = `/#/tasks/${task_id}?workspace=${maya.organizationId}`
    const worker = await pushed(page, { title, tag: 'n7', link })
    const shown = () =>
      worker.evaluate(async () => {
        const { registration } = globalThis as unknown as WorkerScope
        return (await registration.getNotifications()).map(({ title, tag, data }) => [title, tag, data])
      })
    await expect.poll(shown).toEqual([[title, 'n7', { link }]])
    // The event of a press, which nothing but a hand on the desktop can cause. Without one, no window may come to the front.
    await worker.evaluate(async () => {
      const { registration, WindowClient, NotificationEvent } = globalThis as unknown as WorkerScope
      const [notification] = await registration.getNotifications()
      WindowClient.prototype.focus = async function () {
        return this
      }
      dispatchEvent(new NotificationEvent('notificationclick', { notification }))
    })
    await expectRoute(page, `/tasks/${task_id}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Invoice 4176' })).toBeVisible()
    await expect(bell(page, 0)).toBeVisible()
    expect(await shown()).toEqual([])
  } finally {
    await browser.close()
  }
})

/** What the story uses of the globals of a service worker, which TypeScript does not know beside those of pages. */
interface WorkerScope {
  registration: ServiceWorkerRegistration
  WindowClient: { prototype: { focus(this: unknown): Promise<unknown> } }
  NotificationEvent: new (kind: string, options: { notification: Notification | undefined }) => Event
}

/** The service worker of a page, after a push service has delivered a message to it. */
async function pushed(page: Page, message: Record<string, string>): Promise<Worker> {
  const context = page.context()
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => null))
  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('There is no service worker.')
  const protocol = await context.newCDPSession(page)
  const registered = new Promise<string>(resolve =>
    protocol.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      const active = versions.find(version => version.status === 'activated')
      if (active) resolve(active.registrationId)
    }),
  )
  await protocol.send('ServiceWorker.enable')
  const data = JSON.stringify(message)
  await protocol.send('ServiceWorker.deliverPushMessage', {
    ...{ origin: server.url, registrationId: await registered, data },
  })
  return worker
}
