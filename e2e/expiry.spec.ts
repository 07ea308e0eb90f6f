import { expect } from '@playwright/test'
import { openComposer, savedLog, writeLog } from './pages/logbook'
import { openAs } from './pages/session'
import { serveAlone, test } from './support/fixtures'
import { Person } from './support/person'

const lifetime = 8
const server = serveAlone({ TOKEN_SECONDS: String(lifetime) })

test('a token expires during work: it is refreshed once for all calls, the sockets reconnect, nothing typed is lost [4.1b, 4.1c, 9.2a]', async ({
  page,
}) => {
  const mira = await Person.signUp(server, 'Mira')
  await mira.createWorkspace('Ridgeway Cycles')
  const tom = await Person.signUp(server, 'Tom')
  await mira.takesIn(tom)
  const { doc_id } = await mira.createLogbook('Bay log')
  const refreshes: number[] = []
  page.on('response', response => {
    if (new URL(response.url()).pathname.endsWith('/getTokens')) refreshes.push(response.status())
  })
  await openAs(page, mira)
  await page.goto(`${server.url}/#/docs/${doc_id}`)
  await writeLog(page, 'Bay 2 is busy.')

  const text = 'While this is written slowly, the token runs out.'
  await (await openComposer(page)).pressSequentially(text, { delay: (lifetime * 1000) / text.length })
  await expect.poll(() => refreshes.length, { timeout: 20_000 }).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Save log' }).click()
  await expect(savedLog(page, text)).toHaveCount(1)
  await tom.write(doc_id, 'Bay 3 is free.')
  await expect(savedLog(page, 'Bay 3 is free.')).toContainText('Tom')

  // All parallel requests after a reload find the token expired.
  await page.waitForFunction(
    () => {
      const { IdToken } = JSON.parse(localStorage.getItem('app') ?? '').session.tokens
      return JSON.parse(atob(IdToken.split('.')[1])).exp * 1000 < Date.now()
    },
    undefined,
    { timeout: 20_000 },
  )
  const before = refreshes.length
  await page.reload()
  await expect(savedLog(page, text)).toHaveCount(1)
  await expect(savedLog(page, 'Bay 2 is busy.')).toHaveCount(1)
  expect(refreshes.length - before).toBe(1)
  expect(new Set(refreshes)).toEqual(new Set([200]))
})
