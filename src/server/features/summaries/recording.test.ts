import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fetchDocument } from '#shared/contract/documents/endpoints'
import { listVersions, replaceContent } from '#shared/contract/documents/versions'
import { retryDiarization } from '#shared/contract/meetings/endpoints'
import { refreshSummary } from '#shared/contract/summaries/endpoints'
import { hears, LoopbackSpeech, refuses } from '../../platform/speech/testing/loopback-speech'
import { type Office, openOffice } from '../attachments/test-office'
import { over, records, sentence } from '../meetings/test-meeting'

let loopback: LoopbackSpeech
let office: Office
let bytes: Buffer

beforeAll(async () => {
  loopback = await LoopbackSpeech.open()
  office = await openOffice({ SPEECH_URL: loopback.url, SPEECH_NAME: 'whisper-1' })
  bytes = await sentence()
})
afterAll(() => loopback.close())

const words = hears(
  { start: 0.2, end: 1, text: 'The brake bleed on ticket 4182 took 22 minutes longer.', speaker: 'A' },
  { start: 1.2, end: 2, text: 'Please send me the figures for ticket 4182 before noon.', speaker: 'B' },
)
const documentOf = (doc_id: number) => office.tom.call(fetchDocument, { doc_id, ignoreLogs: true })

describe('The summary of a recording [1.5a, D18, D24]', () => {
  test('is written once the transcript is ready, by nobody, with tasks, each with its second', async () => {
    const { tom } = office
    loopback.will(words)
    const { doc_id } = await records(tom, bytes)
    expect(await over(tom, doc_id)).toMatchObject({ stage: 'done' })
    const { content, summary } = await documentOf(doc_id)
    const [body = '', actions = ''] = content.split('\n\n## Action items\n\n')
    expect(body).toMatch(/^- .*22 minutes longer\. \[0:00\]\(#\/docs\/\d+\?at=0\)$/m)
    expect(actions).toBe(`- Please send me the figures for ticket 4182 before noon. [0:01](#/docs/${doc_id}?at=1)`)
    expect(summary).toMatchObject({ by: 'mate', log_count: 2, from: null, to: null, newer_count: 0 })
    const [version] = await tom.call(listVersions, { doc_id })
    expect(version).toMatchObject({ origin: 'mate', created_by: null })
  })

  test('is refreshed by hand like that of a logbook', async () => {
    const { tom, ana } = office
    loopback.will(words)
    const { doc_id } = await records(tom, bytes)
    await over(tom, doc_id)
    const { version } = await documentOf(doc_id)
    await tom.call(replaceContent, { doc_id, content: 'By hand.', version })
    expect(await tom.call(refreshSummary, { doc_id })).toContain('?at=0')
    await expect(ana.call(refreshSummary, { doc_id })).rejects.toMatchObject({ code: 'document.not_found' })
  })

  test('does not replace what a person wrote before', async () => {
    const { tom } = office
    loopback.will(refuses(401, { error: { message: 'Try later.' } }))
    const { doc_id } = await records(tom, bytes)
    expect(await over(tom, doc_id)).toMatchObject({ stage: 'failed' })
    await tom.call(replaceContent, { doc_id, content: 'By hand.', version: 0 })
    loopback.will(words)
    await tom.call(retryDiarization, { doc_id })
    expect(await over(tom, doc_id)).toMatchObject({ stage: 'done' })
    expect(await documentOf(doc_id)).toMatchObject({ content: 'By hand.', version: 1 })
  })

  test('is missing for a recording without speech', async () => {
    const { tom } = office
    loopback.will(hears())
    const { doc_id } = await records(tom, bytes)
    expect(await over(tom, doc_id)).toMatchObject({ stage: 'failed' })
    expect(await documentOf(doc_id)).toMatchObject({ content: '', summary: null })
    await expect(tom.call(refreshSummary, { doc_id })).rejects.toMatchObject({ code: 'summary.nothing_to_read' })
  })
})
