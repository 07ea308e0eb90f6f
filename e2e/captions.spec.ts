import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import { openAs } from './pages/session'
import { expectAccessible } from './support/axe'
import { test } from './support/dialogue'
import { serveAlone } from './support/fixtures'
import { Person } from './support/person'

const caption = 'The rims arrive on Tuesday.'
/** What a whole recording says: first about one thing, then about another. */
const turns = [
  caption,
  'All the rims? The last rims came without spokes, and the wheels waited a week.',
  'Spokes are on the way too, the supplier sends spokes and rims in one parcel.',
  'Then we true the wheels on Wednesday, six wheels need new spokes.',
  'The supplier wants to be paid before the rims leave, I pay the supplier today.',
  'Fine. Next, the summer party, nobody has booked anything for the party.',
  'The boathouse is free on the tenth of July, and the boathouse has a kitchen.',
  'No neighbours near the boathouse either, so the music may be loud.',
  'I bring the music to the party if somebody cleans the kitchen afterwards.',
  'Dev and I clean the kitchen, and the boathouse is ours, music included.',
]

/** A speech service that hears the same in everything. */
const speech = createServer(async (request, response) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const text = caption
  // A whole recording is asked for with times, a clip without.
  const hasTimes = Buffer.concat(parts).includes('verbose_json')
  const segments = turns.map((said, id) => ({
    ...{ id, start: id / 5, end: id / 5 + 0.2, text: said, speaker: id % 2 ? 'B' : 'A' },
  }))
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

test('what is said appears while it is recorded, also on the page of the meeting, until the transcript is there with its topics [D24, D40]', async ({
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
  await expect(strip.getByRole('log', { name: 'Live captions' })).toContainText(caption, {
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
  await expect(reader.getByRole('region', { name: 'Live captions' })).toContainText(caption)
  await expectAccessible(reader, 'a meeting that is being recorded')
  await page.bringToFront()
  await strip.getByRole('button', { name: 'Stop recording' }).click()
  await expect(reader.getByRole('list', { name: 'Transcript' })).toContainText(caption, {
    timeout: 60_000,
  })
  await expect(reader.getByRole('heading', { name: 'This meeting is being recorded' })).toBeHidden()
  const topics = reader.getByRole('navigation', { name: 'Topics' })
  await expect(topics.getByRole('button')).toHaveText([/^0:00 .*[Rr]ims/, /^0:01 .*[Bb]oathouse/])
  await topics.getByRole('button', { name: /boathouse/i }).press('Enter')
  await expect(topics.getByRole('button', { name: /boathouse/i })).toHaveAttribute('aria-current', 'true')
  const transcript = reader.getByRole('list', { name: 'Transcript' })
  await expect(transcript.getByRole('heading', { name: /boathouse.* 0:01$/i })).toBeInViewport()
  await expectAccessible(reader, 'a meeting with topics')
})
