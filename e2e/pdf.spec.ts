import { expect, type Locator, type Page } from '@playwright/test'
import { log, openComposer, savedLog } from './pages/logbook'
import { openAs } from './pages/session'
import { expectAccessible } from './support/axe'
import { expectFits } from './support/fits'
import { serve, test } from './support/fixtures'
import { pdfOf, scan, wildPdf } from './support/pdf'
import { Person } from './support/person'

const server = serve()
let priya: Person
let doc_id: number

test.beforeAll(async () => {
  priya = await Person.signUp(server, 'Priya')
  await priya.createWorkspace('Ridgeway Cycles')
  doc_id = (await priya.createLogbook('Bay log')).doc_id
})

/** Returns what the page was blocked from, and its errors. */
function troubles(page: Page): string[] {
  const found: string[] = []
  page.on('console', message => {
    if (/content security policy|refused to/i.test(message.text())) found.push(message.text())
  })
  page.on('pageerror', error => found.push(error.message))
  page.on('dialog', dialog => {
    found.push(`The page said: ${dialog.message()}`)
    void dialog.dismiss()
  })
  return found
}

async function writeWith(page: Page, text: string, files: Readonly<Record<string, Buffer>>): Promise<void> {
  await openAs(page, priya)
  await page.goto(`${server.url}/#/docs/${doc_id}`)
  await (await openComposer(page)).fill(text)
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(Object.entries(files).map(([name, buffer]) => ({ name, mimeType: 'application/pdf', buffer })))
  await expect(page.getByRole('list', { name: 'Attached files' }).getByRole('listitem')).toHaveCount(
    Object.keys(files).length,
  )
  await page.getByRole('button', { name: 'Save log' }).click()
  await expect(savedLog(page, text)).toBeVisible()
}

async function open(page: Page, text: string, name: string): Promise<Locator> {
  await log(page, text)
    .getByRole('button', { name: `Open ${name}` })
    .click()
  return page.getByRole('dialog', { name })
}

const close = (dialog: Locator) => dialog.getByRole('button', { name: 'Close' }).click()

test('a PDF is read in the app: page by page, zoomed in and out, by keys, with its text selectable and its links safe [3.7, D23]', async ({
  page,
}) => {
  const found = troubles(page)
  const lines = ['Torque of the stem: 5 Nm', 'Torque of the crank: 40 Nm', 'Torque of the axle: 12 Nm']
  await writeWith(page, 'Torque sheet', {
    'torque.pdf': await pdfOf(lines, { link: 'https://torque.example/sheet' }),
    'script.pdf': await pdfOf(['Press here'], { link: 'javascript:alert(1)' }),
  })
  const dialog = await open(page, 'Torque sheet', 'torque.pdf')
  await expect(dialog.getByText('1 of 3')).toBeVisible()
  await expect(dialog.getByText('Torque of the stem: 5 Nm')).toBeVisible()
  const link = dialog.getByRole('link', { name: 'https://torque.example/sheet' })
  await expect(link).toHaveAttribute('rel', /noopener/)
  await expect(link).toHaveAttribute('target', '_blank')
  expect(
    await dialog.getByText('Torque of the stem: 5 Nm').evaluate(line => {
      getSelection()?.selectAllChildren(line)
      return getSelection()?.toString()
    }),
  ).toBe('Torque of the stem: 5 Nm')
  await expectAccessible(page, 'a PDF')

  const width = async () => (await dialog.getByRole('region', { name: 'Page 1 of 3' }).boundingBox())?.width ?? 0
  const whole = await width()
  await dialog.getByRole('button', { name: 'Zoom out' }).click()
  await expect.poll(width).toBeCloseTo(whole * 0.75, 0)
  await page.keyboard.press('0')
  await expect.poll(width).toBeCloseTo(whole, 0)
  await dialog.getByRole('document').focus()
  await page.keyboard.press('End')
  await expect(dialog.getByText('3 of 3')).toBeVisible()
  await expect(dialog.getByText('Torque of the axle: 12 Nm')).toBeVisible()

  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(saved.suggestedFilename()).toBe('torque.pdf')
  await close(dialog)

  const other = await open(page, 'Torque sheet', 'script.pdf')
  await expect(other.getByText('Press here')).toBeVisible()
  await expect(other.getByRole('link')).toHaveCount(0)
  expect(found).toEqual([])
})

test('on a phone a PDF is as wide as the screen', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  await writeWith(page, 'For the pocket', { 'pocket.pdf': await pdfOf(['Read on the way']) })
  const dialog = await open(page, 'For the pocket', 'pocket.pdf')
  await expect(dialog.getByText('Read on the way')).toBeVisible()
  await expectFits(page)
  await context.close()
})

test('a locked PDF asks for its password; damaged files and files of another type say so', async ({ page }) => {
  await writeWith(page, 'From the supplier', {
    'locked.pdf': await pdfOf(['Prices of the supplier'], { password: 'ratchet' }),
    'damaged.pdf': Buffer.from('%PDF-1.7\n1 0 obj <</Type/Catalog/Pages 9 0 R>> endobj\nand nothing more'),
  })
  const locked = await open(page, 'From the supplier', 'locked.pdf')
  await locked.getByLabel('Password').fill('spanner')
  await page.keyboard.press('Enter')
  await expect(locked.getByText('This password is not correct.')).toBeVisible()
  await locked.getByLabel('Password').fill('ratchet')
  await locked.getByRole('button', { name: 'Open' }).click()
  await expect(locked.getByText('Prices of the supplier')).toBeVisible()
  await close(locked)
  const damaged = await open(page, 'From the supplier', 'damaged.pdf')
  await expect(damaged.getByRole('alert')).toContainText('This PDF is damaged, or the file is not a PDF.')
  await expect(damaged.getByRole('button', { name: 'Download' }).first()).toBeVisible()
})

test('hostile PDFs neither hang nor fill the app: endless pages, enormous ones, scripts, no table; and scans are shown', async ({
  page,
}) => {
  const found = troubles(page)
  const script = '<</S/JavaScript/JS(app.alert\\("boo"\\);while\\(true\\);)>>'
  await writeWith(page, 'Wild ones', {
    'endless.pdf': wildPdf({ count: 10_000, catalogue: `/OpenAction ${script}`, page: `/AA<</O ${script}>>` }),
    'enormous.pdf': wildPdf({ width: 1_000_000, height: 20_000_000 }),
    'scan.pdf': wildPdf({
      picture: { says: '/Width 64/Height 64/Filter/JPXDecode', bytes: scan() },
    }),
  })
  const endless = await open(page, 'Wild ones', 'endless.pdf')
  await expect(endless.getByText('1 of 5000')).toBeVisible()
  await expect(endless.getByText('The first 5000 pages are shown.')).toBeVisible()
  await expect(endless.getByText('Wild page').first()).toBeVisible()
  await endless.getByRole('document').focus()
  await page.keyboard.press('End')
  await expect(endless.getByText('5000 of 5000')).toBeVisible()
  expect(await endless.locator('canvas').count()).toBeLessThan(30)
  await close(endless)

  const enormous = await open(page, 'Wild ones', 'enormous.pdf')
  const sheet = enormous.getByRole('region', { name: 'Page 1 of 1' })
  await expect(sheet).toHaveAttribute('aria-busy', 'false')
  const { width, height, high } = await sheet.locator('canvas').evaluate((canvas: HTMLCanvasElement) => ({
    width: canvas.width,
    height: canvas.height,
    high: canvas.clientHeight,
  }))
  expect(width * height).toBeLessThanOrEqual(12_000_000)
  expect(high).toBeLessThanOrEqual(12_000)
  await close(enormous)

  const scanned = await open(page, 'Wild ones', 'scan.pdf')
  const red = scanned.getByRole('region', { name: 'Page 1 of 1' })
  await expect(red).toHaveAttribute('aria-busy', 'false')
  const pixel = await red.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1) ?? { data: [] }
    return [...data]
  })
  expect(pixel[0]).toBeGreaterThan(200)
  expect(pixel[1]).toBeLessThan(60)
  expect(found).toEqual([])
})
