import { beforeAll, describe, expect, test } from 'vitest'
import { createDocument } from '#shared/contract/documents/endpoints'
import { writeLog } from '#shared/contract/logs/endpoints'
import { getNewSuggestions, getSuggestions } from '#shared/contract/mate/endpoints'
import { addBranch } from '#shared/contract/organisations/branches'
import { updateProfile } from '#shared/contract/profile/endpoints'
import { addCamera } from '#shared/contract/sources/cameras'
import { createTask } from '#shared/contract/tasks/endpoints'
import type { Actor } from '../../../../test/actor'
import { openTestServer, type TestServer } from '../../../../test/test-server'
import { ask } from './test-model-server'

let server: TestServer
/** Owns the workshop; Dev reads what is open to everybody, and Ana is new elsewhere. */
let maya: Actor
let dev: Actor
let ana: Actor
/** A closed space of Maya’s. */
let harbourside: number

beforeAll(async () => {
  server = await openTestServer()
  maya = await server.person({ name: 'Maya Okafor' })
  dev = await server.person({ name: 'Dev Patel' })
  ana = await server.person({ name: 'Ana Brandt' })
  await maya.createOrganisation('Ridgeway Cycles')
  await ana.createOrganisation('Lakeside Physio Clinic')
  await maya.invites(dev)
  const logbook = async (document_name: string, access: 'organisation' | 'private') =>
    (await maya.call(createDocument, { document_name, document_type: 'logbook', access })).doc_id
  await maya.call(writeLog, { doc_id: await logbook('Bay log', 'organisation'), content: 'Oil at the Front counter.' })
  await maya.call(writeLog, { doc_id: await logbook('Payroll', 'private'), content: 'Quicksilver for the Safe.' })
  await logbook('Empty log', 'organisation')
  harbourside = (await maya.call(addBranch, { branch_name: 'Harbourside', is_open_branch: false })).id
  await maya.call(createTask, { title: 'Count the tubes', branch_id: harbourside })
  await maya.call(createTask, { title: 'Order oil', branch_id: harbourside, deadline: '2026-11-19T09:00:00.000Z' })
})

const offered = async (who: Actor, path?: string) =>
  (await who.call(getNewSuggestions, { path })).map(suggestion => suggestion.text)
const goesOn = async (who: Actor) => (await who.call(getSuggestions, {})).map(suggestion => suggestion.text)
const answerTo = async (who: Actor, question: string) => (await (await ask(who, question)).end()).said

describe('Suggested questions to Mate [1.3a, 3.14]', () => {
  test('can be answered: nothing about logs if there are none, nothing about days without logs', async () => {
    expect(await offered(ana)).toEqual(['Who is here?', 'What can you do?'])
    expect(await offered(maya)).toContain('What was logged today?')
    expect(await offered(maya)).not.toContain('Summary of yesterday')
    expect((await offered(maya, '#/docs/3')).join()).not.toContain('Empty log')
  })

  test('are about the current search if logs that the person may read match it', async () => {
    const about = 'What was logged about “quicksilver”?'
    expect((await offered(maya, '#/search?q=quicksilver&kind=log'))[0]).toBe(about)
    expect(await offered(dev, '#/search?q=quicksilver')).not.toContain(about)
    expect((await offered(maya, '#/search?q=marigold')).join()).not.toContain('marigold')
    expect((await answerTo(maya, about)).message).toContain('Quicksilver')
  })

  test.each([
    ['de', 'Welche Einträge gibt es zu „quicksilver“?'],
    ['es', '¿Qué se registró sobre «quicksilver»?'],
    ['hi', '“quicksilver” के लॉग'],
  ] as const)('in %s as well', async (user_language, about) => {
    await maya.call(updateProfile, { user_language })
    expect((await offered(maya, '#/search?q=quicksilver'))[0]).toBe(about)
    expect((await answerTo(maya, about)).message).toContain('Quicksilver')
    await maya.call(updateProfile, { user_language: 'en' })
  })

  test('are about the camera on the page, for those who may see it', async () => {
    const camera = { url: 'https://example.com/counter.jpg', description: '' }
    const { camera_id } = await maya.call(addCamera, { ...camera, name: 'Front counter' })
    const path = `#/feed?source=camera.${camera_id}`
    expect((await offered(maya, path))[0]).toBe('What was logged about “Front counter”?')
    expect((await offered(dev, path)).join()).not.toContain('Front counter')
    expect((await offered(maya, '#/feed?source=camera.999')).join()).not.toContain('“')
  })

  test.each([
    ['en', 'Which tasks are open in Harbourside?', 'Which tasks are late in Harbourside?'],
    ['de', 'Welche Aufgaben sind in Harbourside offen?', 'Welche Aufgaben sind in Harbourside überfällig?'],
    ['es', '¿Qué tareas están abiertas en Harbourside?', '¿Qué tareas están atrasadas en Harbourside?'],
    ['hi', 'Harbourside में खुले टास्क', 'Harbourside में देर से चल रहे टास्क'],
  ] as const)('are about the space on the page, for those who may see it, in %s', async (user_language, open, late) => {
    await maya.call(updateProfile, { user_language })
    expect((await offered(maya, `#/home/spaces/${harbourside}`)).slice(0, 2)).toEqual([open, late])
    expect((await offered(dev, `#/home/spaces/${harbourside}`)).join()).not.toContain('Harbourside')
    expect((await answerTo(maya, open)).message).toContain('Count the tubes')
    const answer = await answerTo(maya, late)
    expect(answer.message).toContain('Order oil')
    expect(answer.message).not.toContain('Count the tubes')
    await maya.call(updateProfile, { user_language: 'en' })
  })

  test('are about the first space on the page of all of them', async () => {
    expect((await offered(maya, '#/home/spaces'))[0]).toMatch(/^Which tasks are open in /)
    expect((await offered(maya, '#/home/messages')).join()).not.toContain('Which tasks')
  })

  test('keep the subject when an answer has no sources, and repeat nothing of the last turns', async () => {
    await answerTo(maya, 'What was logged today in Bay log?')
    expect((await goesOn(maya))[0]).toBe('Summarise Bay log')
    await answerTo(maya, 'Hello')
    expect((await goesOn(maya))[0]).toBe('Summarise Bay log')
    await answerTo(maya, 'Summarise Bay log')
    await answerTo(maya, 'Who wrote in Bay log this week?')
    const next = await goesOn(maya)
    expect(next).not.toContain('Summarise Bay log')
    expect(next).not.toContain('Who wrote in Bay log this week?')
    expect(next).not.toContain('What was logged today in Bay log?')
  })
})
