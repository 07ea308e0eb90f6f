import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listRuns, runJob } from '#shared/contract/jobs/endpoints'
import { updateProfile } from '#shared/contract/profile/endpoints'
import type { Actor } from '../../../../test/actor'
import { type JobsYard, openJobsYard, settled } from '../jobs/test-jobs'
import { ask } from './test-model-server'

const hour = 3_600_000
const numbers = 'twelve one two three four five six seven eight nine ten eleven'.split(' ')

let yard: JobsYard
let instruction_id: number
/** The full hour, in UTC, before which the run began. */
let by: number
let log: { doc_id: number; log_id: number } | undefined

beforeAll(async () => {
  yard = await openJobsYard()
  const { maya, server } = yard
  ;({ instruction_id } = await yard.job({ minute_interval: 500_000, source: { logbook_ids: [yard.doc_id] } }))
  await yard.job({
    instruction_text: 'Counter watch',
    minute_interval: 500_000,
    source: { logbook_ids: [yard.doc_id] },
  })
  await maya.call(runJob, { instruction_id })
  await settled(server)
  const [run] = await maya.call(listRuns, { instruction_id })
  log = run?.logs[0]
  server.clock.advance(3 * hour)
  by = new Date(server.clock.now() - hour).getUTCHours()
})
afterAll(() => yard.device.close())

const answered = async (who: Actor, question: string) => (await (await ask(who, question)).end()).said
const link = () => `#/docs/${log?.doc_id}?log=${log?.log_id}`

describe('What a job saw at a time [D25, D29]', () => {
  test.each([
    'What did the Yard watch see at {hour}?',
    'What did Yard watch find at {number}?',
    'What did the Yard watch see around {hour}:05?',
    'What did the jobs see at {hour}?',
  ])('“%s”', async asked => {
    const { message, details } = await answered(
      yard.maya,
      asked.replace('{number}', numbers[by % 12] ?? '').replace('{hour}', `${by}`),
    )
    expect(message).toContain(`[Yard watch](#/jobs/${instruction_id})`)
    expect(message).toContain(link())
    expect(message).not.toContain('Counter watch')
    expect(details.references).toMatchObject([{ kind: 'log', id: log?.log_id }])
  })

  test.each([
    ['de', 'Was hat Yard watch um {hour} Uhr gesehen?'],
    ['es', '¿Qué vio Yard watch a las {hour}?'],
    ['hi', 'Yard watch ने {hour} बजे क्या देखा?'],
  ] as const)('in %s: “%s”', async (user_language, asked) => {
    await yard.maya.call(updateProfile, { user_language })
    expect((await answered(yard.maya, asked.replace('{hour}', `${by}`))).message).toContain(link())
    await yard.maya.call(updateProfile, { user_language: 'en' })
  })

  test('is nothing where no job ran in the day before, nor for those who may not see the job', async () => {
    const { maya, tom, zoe } = yard
    expect((await answered(maya, `What did the Counter watch see at ${by}?`)).message).toContain(
      'No job that you can see ran',
    )
    for (const who of [tom, zoe]) {
      const { message } = await answered(who, `What did the Yard watch see at ${by}?`)
      expect(message).not.toContain('Yard watch](')
      expect(message).not.toContain(link())
    }
  })
})
