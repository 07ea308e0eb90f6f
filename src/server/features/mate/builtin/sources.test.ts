import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateProfile } from '#shared/contract/profile/endpoints'
import type { Actor } from '../../../../../test/actor'
import { openYard, screenOf } from '../../sources/test-yard'
import { Desktop } from '../../sources/testing/desktop'
import { closeAllFeedClients, FeedClient } from '../../sources/testing/feed-client'
import { ask } from '../test-model-server'

let yard: Awaited<ReturnType<typeof openYard>>
let gate: number
let shed: number

beforeAll(async () => {
  yard = await openYard()
  gate = await yard.camera('Harbour gate', { branch_id: null })
  shed = await yard.camera('Closed shed', { branch_id: yard.yard }, yard.maya)
})

afterAll(closeAllFeedClients)

const answerTo = async (who: Actor, question: string) => (await (await ask(who, question)).end()).said.message

test('built-in Mate lists the cameras that the person may see, each linked, and whether a screen is shared [D25, D26, D34]', async () => {
  const message = await answerTo(yard.dev, 'Which cameras do we have?')
  expect(message).toContain(`- [Harbour gate](#/feed?source=camera.${gate})`)
  expect(message).toContain('Nobody shares a screen with you right now.')
})

test('it names no camera that the person may not see, and none of another organisation', async () => {
  const message = await answerTo(yard.lena, 'List all cameras')
  expect(message).not.toContain('Closed shed')
  expect(message).not.toContain(`camera.${shed}`)
  expect(await answerTo(yard.zoe, 'Which cameras do we have?')).toBe(
    'There is no camera that you can see, and nobody shares a screen with you right now.',
  )
})

test('it says which screens are shared right now, since when, and who looks, to those who may see them [D34]', async () => {
  const desktop = await Desktop.sharing(yard.tom, 'Window of the till')
  const page = await FeedClient.of(yard.maya)
  page.watch(screenOf(yard.tom))
  await desktop.client.untilViewers(screenOf(yard.tom), ['Maya Okafor'])
  const message = await answerTo(yard.maya, 'Who is sharing their screen?')
  expect(message).toContain('1 screen is shared right now:')
  expect(message).toContain(
    `- [Tom Reyes](#/feed?source=screen.${yard.tom.user_id}), since 9:00 AM, watched by Maya Okafor`,
  )
  expect(await answerTo(yard.lena, 'Who is sharing their screen?')).not.toContain('Tom Reyes')
})

test.each([
  ['de', 'Welche Kameras gibt es?', 'Kamera'],
  ['es', '¿Qué cámaras hay?', 'cámara'],
  ['hi', 'कौन से कैमरे हैं?', 'कैमर'],
] as const)('in %s', async (user_language, question, word) => {
  await yard.dev.call(updateProfile, { user_language })
  const message = await answerTo(yard.dev, question)
  expect(message).toContain(word)
  expect(message).toContain('[Harbour gate]')
})

test.each(['Show me logs about the camera', 'Zeige alle Einträge über Kameras', 'muestra las entradas sobre cámaras'])(
  '“%s” asks for logs',
  async question => {
    expect(await answerTo(yard.dev, question)).not.toContain('#/feed')
  },
)
