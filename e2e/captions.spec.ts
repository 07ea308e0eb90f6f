import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import { openAs } from './pages/session'
import { expectAccessible } from './support/axe'
import { test } from './support/dialogue'
import { serveAlone } from './support/fixtures'
import { Person } from './support/person'

/** A speech service that hears the same in everything. */
const speech = createServer(async (request, response) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const text = 'The rims arrive on Tuesday.'
  // A whole recording is asked for with times, a clip without.
  const hasTimes = Buffer.concat(parts).includes('verbose_json')
  const segments = [{ id: 0, start: 0.5, end: 2, text, speaker: 'A' }]
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ text, ...(hasTimes && { segments }) }))
})
const settings = { SPEECH_URL: '', SPEECH_NAME: 'whisper-1', SPEECH_CAPTIONS: 'on' }
test.beforeAll(async () => {
  await new Promise<void>(resolve => speech.listen(0, '127.0.0.1', resolve))
  settings.SPEECH_URL = `http://127.0.0.1:${(speech.address() as AddressInfo).port}/v1`
})
test.afterAll(() => void speech.close())
const server = serveAlone(settings)

test('what is said appears while it is recorded, also on the page of the meeting, until the transcript is there [D24, D40]', async ({
  page,
  context,
}) => {
  test.slow()
  const owner = await Person.signUp(server, 'Maya')
  await owner.createWorkspace('Ridgeway Cycles')
  await openAs(page, owner, '/meeting')
  await expect(page.getByRole('switch', { name: /^Live captions/ })).toBeChecked()
  await page.getByRole('textbox', { name: 'Name' }).fill('Monday round')
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  const strip = page.getByRole('region', { name: 'Meeting recording' })
  await expect(strip.getByRole('log', { name: 'Live captions' })).toContainText('The rims arrive on Tuesday.', {
    timeout: 60_000,
  })
  await expectAccessible(page, 'live captions')
  const reader = await context.newPage()
  await reader.goto(`${server.url}/#/docs`)
  await reader
    .getByRole('link', { name: /Monday round/ })
    .first()
    .click()
  await expect(reader.getByRole('heading', { name: 'This meeting is being recorded' })).toBeVisible()
  await expect(reader.getByRole('region', { name: 'Live captions' })).toContainText('The rims arrive on Tuesday.')
  await expectAccessible(reader, 'a meeting that is being recorded')
  await page.bringToFront()
  await strip.getByRole('button', { name: 'Stop recording' }).click()
  await expect(reader.getByRole('list', { name: 'Transcript' })).toContainText('The rims arrive on Tuesday.', {
    timeout: 60_000,
  })
  await expect(reader.getByRole('heading', { name: 'This meeting is being recorded' })).toBeHidden()
})
