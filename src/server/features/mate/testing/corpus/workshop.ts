import type { Language } from '#shared/contract/common'
import { createDocument } from '#shared/contract/documents/endpoints'
import { replaceContent } from '#shared/contract/documents/versions'
import { createGraph, labelLog } from '#shared/contract/graphs/endpoints'
import { writeLog } from '#shared/contract/logs/endpoints'
import { nameSpeaker } from '#shared/contract/meetings/endpoints'
import { addRole } from '#shared/contract/organisations/roles'
import { updateProfile } from '#shared/contract/profile/endpoints'
import { addCamera } from '#shared/contract/sources/cameras'
import type { Actor } from '../../../../../../test/actor'
import { openTestServer } from '../../../../../../test/test-server'
import { hears, LoopbackSpeech } from '../../../../platform/speech/testing/loopback-speech'
import { over, records, silence } from '../../../meetings/test-meeting'
import { type LogKey, logKeys, texts } from './texts.data'

const hour = 3_600_000
const day = 24 * hour

/** Who writes which log where, and on which day after Friday, November 20. */
const plan: Record<
  LogKey,
  { by: 'maya' | 'tom' | 'priya'; in: 'bay' | 'desk'; day: number; label?: 'long' | 'short' }
> = {
  bleed: { by: 'tom', in: 'bay', day: 0 },
  queueFriday: { by: 'maya', in: 'desk', day: 0, label: 'long' },
  leak: { by: 'priya', in: 'bay', day: 3 },
  queueMonday: { by: 'maya', in: 'desk', day: 3, label: 'long' },
  helmets: { by: 'maya', in: 'desk', day: 3 },
  seal: { by: 'priya', in: 'bay', day: 4 },
  shortQueue: { by: 'maya', in: 'desk', day: 4, label: 'short' },
  refund: { by: 'tom', in: 'desk', day: 4 },
  giftCard: { by: 'tom', in: 'desk', day: 4 },
  pads: { by: 'tom', in: 'bay', day: 5 },
  queueWednesday: { by: 'maya', in: 'desk', day: 5, label: 'long' },
  compressor: { by: 'priya', in: 'bay', day: 5 },
  wheel: { by: 'tom', in: 'bay', day: 6 },
  key: { by: 'maya', in: 'desk', day: 6 },
  pumpRepaired: { by: 'priya', in: 'bay', day: 6 },
}

export interface Workshop {
  server: Awaited<ReturnType<typeof openTestServer>>
  /** Plain members, who ask. Only Tom may open the recording. */
  tom: Actor
  colleagues: Actor[]
  people: Record<'maya' | 'tom' | 'priya', number>
  logs: Record<LogKey, number>
  documents: Record<'bay' | 'desk' | 'page' | 'recording' | 'secret', number>
  graph_id: number
  camera_id: number
  close(): Promise<void>
}

/**
 * A workshop whose people write in one language, from Friday, November 20 to Thursday, November 26, 2026. Maya keeps a
 * private logbook about wages.
 */
export async function openCorpusWorkshop(language: Language, settings: Record<string, string> = {}): Promise<Workshop> {
  const words = texts[language]
  const speech = await LoopbackSpeech.open()
  const server = await openTestServer({ settings: { SPEECH_URL: speech.url, SPEECH_NAME: 'whisper-1', ...settings } })
  const maya = await server.person({ name: 'Maya Okafor' })
  const tom = await server.person({ name: 'Tom Reyes' })
  const priya = await server.person({ name: 'Priya Nair' })
  const colleagues = [await server.person({ name: 'Lena Fuchs' }), await server.person({ name: 'Dev Anand' })]
  await maya.createOrganisation('Ridgeway Cycles')
  await maya.invites(tom)
  await maya.invites(priya)
  await maya.call(addRole, { role_name: 'Floor', capabilities: ['feeds.see_all'] })
  for (const colleague of colleagues) await maya.invites(colleague, 'Floor')
  for (const person of [maya, tom, priya, ...colleagues]) await person.call(updateProfile, { user_language: language })
  const actors = { maya, tom, priya }
  const creates = (document_name: string, document_type: 'logbook' | 'document', access: 'organisation' | 'private') =>
    maya.call(createDocument, { document_name, document_type, access })
  const bay = (await creates(words.bay, 'logbook', 'organisation')).doc_id
  const desk = (await creates(words.desk, 'logbook', 'organisation')).doc_id
  const secret = (await creates('Wages', 'logbook', 'private')).doc_id
  await maya.call(writeLog, { doc_id: secret, content: 'Overtime of Priya, 9901 in all.' })
  const { doc_id: page, version } = await creates(words.page, 'document', 'organisation')
  await maya.call(replaceContent, { doc_id: page, content: words.pageText, version })
  const labels = { 0: words.labels.long, 1: words.labels.short }
  const { graph_id } = await maya.call(createGraph, { logbook_id: desk, name: words.graph, labels })
  const { camera_id } = await maya.call(addCamera, {
    name: words.camera,
    url: 'http://9.9.9.9/still.jpg',
    branch_id: null,
  })

  speech.will(
    hears(
      ...words.said.map(({ speaker, text }, index) => ({ start: 2 + index * 10, end: 8 + index * 10, text, speaker })),
    ),
  )
  const recording = (await records(tom, silence(40), { document_name: words.recording })).doc_id
  await over(tom, recording)
  await tom.call(nameSpeaker, { doc_id: recording, version: 1, speaker: 1, name: 'Maya' })

  const logs: Partial<Record<LogKey, number>> = {}
  let passed = 0
  for (const key of logKeys) {
    const { by, in: place, day: days, label } = plan[key]
    if (days > passed) {
      server.clock.advance((days - passed) * day)
      // Sessions do not last over days without use.
      for (const person of [maya, tom, priya]) await person.signIn(person.address)
    }
    passed = days
    server.clock.advance(60_000)
    const doc_id = place === 'bay' ? bay : desk
    const { id } = await actors[by].call(writeLog, { doc_id, content: words.logs[key] })
    logs[key] = id
    const index = label === 'long' ? 0 : 1
    if (label) await actors[by].call(labelLog, { doc_id, log_id: id, graph_id, labels: [index] })
  }
  server.clock.advance(3 * hour)
  for (const person of [tom, ...colleagues]) await person.signIn(person.address)
  return {
    server,
    tom,
    colleagues,
    people: { maya: maya.user_id, tom: tom.user_id, priya: priya.user_id },
    logs: logs as Record<LogKey, number>,
    documents: { bay, desk, page, recording, secret },
    graph_id,
    camera_id,
    close: () => speech.close(),
  }
}
