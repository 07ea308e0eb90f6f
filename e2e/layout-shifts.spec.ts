import { expect } from '@playwright/test'
import { listDocuments, pinDocument } from '#shared/contract/documents/endpoints'
import { persistKey } from '#shared/limits'
import { question } from './pages/mate'
import { openAs } from './pages/session'
import { holdAnswers, movedOn } from './support/arrivals'
import { pictureOf, StillCamera } from './support/camera'
import { serve, test, withCameras } from './support/fixtures'
import { Person } from './support/person'
import { everyScreen } from './support/screens'

const server = serve(withCameras)
const wall = new StillCamera()
test.beforeAll(async ({ browser }) => {
  wall.picture = await pictureOf(browser, '#789')
  await wall.start()
})
test.afterAll(() => wall.stop())

/** Every screen, with what may stand above its content: something new, something pinned, labels. */
async function fullScreens() {
  const { owner, paths } = await everyScreen(server, wall.address)
  const documents = await owner.call(listDocuments, {})
  const logbook = documents.find(({ document_type }) => document_type === 'logbook')?.doc_id ?? -1
  const other = documents.find(({ doc_id }) => doc_id !== logbook)?.doc_id ?? -1
  await owner.call(pinDocument, { doc_id: other, is_pinned: true })
  const ana = await Person.signUp(server, 'Ana')
  await owner.takesIn(ana)
  await ana.write(logbook, 'Three bikes came back from the canal yard.', 'Returned')
  return { owner, paths: ['/docs/unread', ...paths] }
}

/**
 * Both orders are worth a look on both screens; one each keeps the story short. Scripts arrive on their own, as soon as they
 * can. A list that grows above a field for writing, such as the comments on a task, is shown without any here.
 */
for (const { on, viewport, isMobile, order, says } of [
  { on: 'desk', viewport: { width: 1440, height: 900 }, isMobile: false, order: 'first', says: 'the oldest' },
  { on: 'phone', viewport: { width: 390, height: 844 }, isMobile: true, order: 'last', says: 'the newest' },
] as const)
  test.describe(`On a ${on}`, () => {
    test.use({ viewport, isMobile, hasTouch: isMobile })

    test(`nothing on any screen moves by itself while answers arrive one by one, each time to ${says} question`, async ({
      page,
    }) => {
      test.setTimeout(240_000)
      const { owner, paths } = await fullScreens()
      await openAs(page, owner)
      await expect(question(page)).toBeVisible()
      // The rail and the rights are on the device of everybody who has signed in.
      await expect.poll(() => page.evaluate(key => localStorage.getItem(key), persistKey)).toContain('Ridgeway Cycles')
      await holdAnswers(page)
      const moved: Record<string, string[]> = {}
      for (const path of paths) {
        const found = await movedOn(page, `${server.url}/#${path}`, order)
        if (found.length > 0) moved[path] = found
      }
      expect(moved).toEqual({})
    })
  })
