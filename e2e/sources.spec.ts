import { expect } from '@playwright/test'
import { choose } from './pages/select'
import { openAs } from './pages/session'
import { navigation } from './pages/shell'
import { expectColour, openSources, source, strip } from './pages/sources'
import { expectAccessible } from './support/axe'
import { pictureOf, StillCamera } from './support/camera'
import { serve, test, withCameras } from './support/fixtures'
import { Person } from './support/person'
import { SharingComputer } from './support/sharing-computer'

const server = serve(withCameras)
test.describe.configure({ mode: 'default' })
const wall = new StillCamera()
const red = [255, 0, 0] as const
const blue = [0, 0, 255] as const

test.beforeAll(() => wall.start())
test.afterAll(() => wall.stop())

async function workshop(): Promise<{ maya: Person; tom: Person }> {
  const maya = await Person.signUp(server, 'Maya')
  const tom = await Person.signUp(server, 'Tom')
  await maya.createWorkspace('Ridgeway Cycles')
  await maya.takesIn(tom)
  return { maya, tom }
}

test('a camera is watched by people with access, who see who else watches, and by nobody else [1.8a, 2.16, 3.18b, 6.8b, D35, D41]', async ({
  browser,
}) => {
  test.slow()
  wall.picture = await pictureOf(browser, 'red')
  const { maya, tom } = await workshop()
  const [owner, member] = [await (await browser.newContext()).newPage(), await (await browser.newContext()).newPage()]
  await openAs(owner, maya)
  await openAs(member, tom)
  await openSources(owner, server.url)
  await openSources(member, server.url)
  await expect(member.getByText('Nobody shares a screen or a camera with you.')).toBeVisible()
  await expectAccessible(member, 'no sources')

  await owner.getByRole('button', { name: 'Add a camera' }).first().click()
  const adding = owner.getByRole('dialog', { name: 'Add a camera' })
  await adding.getByRole('textbox', { name: 'Name' }).fill('Front counter')
  await adding.getByRole('textbox', { name: 'Address' }).fill('http://169.254.169.254/latest/meta-data')
  const firstTest = () => adding.getByRole('button', { name: 'Test and show the picture' }).click()
  await firstTest()
  await expect(adding.getByText(/CAMERA_ALLOWED_NETWORKS/)).toBeVisible()
  await expect(adding.getByRole('button', { name: 'Save it anyway' })).toHaveCount(0)
  await expectAccessible(owner, 'adding a camera that is refused')
  await adding.getByRole('textbox', { name: 'Address' }).fill('http://10.7.0.9/still.jpg')
  await firstTest()
  await expect(adding.getByText(/^10\.7\.0\.0\/24 is a private network/)).toBeVisible()
  await expectAccessible(owner, 'a private network')
  await adding.getByRole('textbox', { name: 'Address' }).fill(wall.address)
  await firstTest()
  await expect(adding.getByRole('img', { name: 'Picture of the camera, taken just now' })).toBeVisible()
  await expectAccessible(owner, 'the picture of a camera before it is added')
  await adding.getByRole('button', { name: 'Add camera' }).click()
  await expect(adding).toBeHidden()
  await expectColour(owner, 'Front counter', red)
  await expect(navigation(owner).getByRole('link', { name: /^Source/ })).toContainText('Feed connected')
  wall.picture = await pictureOf(browser, 'blue')
  await expectColour(owner, 'Front counter', blue)
  await expectAccessible(owner, 'a new camera')

  const details = owner.getByRole('complementary', { name: 'Front counter' })
  await details.getByRole('button', { name: 'Change' }).click()
  const access = owner.getByRole('dialog', { name: 'Who can watch Front counter' })
  await choose(access.getByRole('combobox', { name: 'To' }), 'Tom')
  await expect(owner.getByRole('listbox')).toBeHidden()
  await expectAccessible(owner, 'who can watch')
  await access.getByRole('button', { name: 'Give access' }).click()
  await expect(access.getByRole('button', { name: 'Revoke Tom’s access' })).toBeVisible()
  await access.getByRole('button', { name: 'Close' }).click()
  await expectColour(member, 'Front counter', blue)
  await expectAccessible(member, 'sources')
  await expect(details.getByText('Tom').first()).toBeVisible()
  await expectAccessible(owner, 'a source with its details')

  await details.getByRole('button', { name: 'Change' }).click()
  await access.getByRole('button', { name: 'Revoke Tom’s access' }).click()
  await expect(source(member, 'Front counter')).toBeHidden()

  wall.picture = null
  await expect(owner.getByText('The camera does not answer.').first()).toBeVisible({ timeout: 30_000 })
  for (const page of [owner, member]) await page.context().close()
})

test('a person who shares a screen always sees that and who watches, stops it from another computer, and deletes its pictures [4.10, 6.8c, D32, D34]', async ({
  browser,
}) => {
  test.slow()
  const { maya, tom } = await workshop()
  const [owner, sharer] = [await (await browser.newContext()).newPage(), await (await browser.newContext()).newPage()]
  await openAs(owner, maya)
  await openAs(sharer, tom)
  await expect(strip(sharer)).toBeHidden()

  const computer = await SharingComputer.open(tom, await pictureOf(browser, 'red'))
  await expect(strip(sharer)).toContainText('Another computer of yours is sharing its screen')
  await expect(strip(sharer)).toContainText('Nobody is watching')
  expect(computer.taken).toBe(0)

  await openSources(owner, server.url)
  await expectColour(owner, 'Tom', red)
  await expect(strip(owner)).toBeHidden()
  await expect(strip(sharer)).toContainText('Watching: Maya')
  await expectAccessible(sharer, 'Mate below the strip')
  // A picture that is being sent when sharing ends is not kept; of three, two are.
  await expect.poll(() => computer.taken).toBeGreaterThan(2)

  await strip(sharer).getByRole('button', { name: 'Stop sharing' }).click()
  await expect(strip(sharer)).toBeHidden()
  await expect(source(owner, 'Tom')).toBeHidden()
  await expect(owner.getByText(/Stopped sharing/).first()).toBeVisible()

  await sharer.goto(`${server.url}/#/feed/mine`)
  await expect(sharer.getByRole('heading', { name: 'Pictures of your screen' })).toBeVisible()
  await sharer.getByRole('button', { name: /Seen by: Maya/, expanded: false }).click()
  const pictures = sharer.getByRole('button', { name: /^Open the picture of/ })
  await expect(pictures).not.toHaveCount(0)
  // A picture that was being sent when sharing ended is not kept, so the computer may have taken one more.
  const kept = await pictures.count()
  const taken = computer.taken
  expect(kept).toBeLessThanOrEqual(taken)
  await expect(sharer.getByText(/Maya/).first()).toBeVisible()
  await expectAccessible(sharer, 'pictures of one’s own screen')
  await sharer
    .getByRole('button', { name: /^Delete the picture of/ })
    .first()
    .click()
  await expect(pictures).toHaveCount(kept - 1)
  await expect(sharer.getByRole('button', { name: 'Undo' })).toBeVisible()
  expect(computer.taken).toBe(taken)
  computer.close()
  for (const page of [owner, sharer]) await page.context().close()
})
