import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { grantSubjectAccess } from '#shared/contract/access/endpoints'
import { createJob, deleteJob, listJobs } from '#shared/contract/jobs/endpoints'
import { JobFields } from '#shared/contract/jobs/job'
import { BotMessage, confirmOption, fetchMate, type MateMessage } from '#shared/contract/mate/endpoints'
import { updateProfile } from '#shared/contract/profile/endpoints'
import { readFeed } from '#shared/contract/sources/endpoints'
import { eventually } from '#shared/testing/eventually'
import type { Actor } from '../../../../test/actor'
import { calls, type LoopbackModel, says } from '../../platform/model/testing/loopback-model'
import { type JobsYard, openJobsYard } from '../jobs/test-jobs'
import { openModelYard } from '../jobs/test-model-yard'
import { Desktop } from '../sources/testing/desktop'
import { closeAllFeedClients } from '../sources/testing/feed-client'
import { ask } from './test-model-server'

const detailsOf = ({ message_text }: MateMessage) => BotMessage.parse(JSON.parse(message_text)).details
const jobsOf = async (who: Actor) => (await who.call(listJobs, {})).map(job => job.instruction_text)

/** What Mate prepares for a sentence. Nothing is stored as a job. */
async function prepared(who: Actor, sentence: string) {
  const before = await jobsOf(who)
  const { message, said } = await (await ask(who, sentence)).end()
  expect(await jobsOf(who)).toEqual(before)
  const [action] = said.details.actions
  return { message, text: said.message, options: said.details.options, action, fields: action?.job?.fields }
}

describe('Built-in Mate prepares a job from a sentence [1.7, D26, D28, 9.8b]', () => {
  let yard: JobsYard
  let maya: Actor
  beforeAll(async () => {
    yard = await openJobsYard()
    maya = yard.maya
    await maya.call(updateProfile, { user_timezone: 'Asia/Kolkata' })
  })
  afterAll(async () => {
    await closeAllFeedClients()
    await yard.device.close()
  })

  test('with its schedule, cameras, logbooks and prompt, for the editor to check', async () => {
    const { options, action, fields, text } = await prepared(
      maya,
      'Every weekday at 9 look at the Yard camera and write to the Yard log whether the gate is open.',
    )
    expect(options).toEqual(['Check and save the job'])
    expect(action).toMatchObject({ kind: 'make_job', state: 'open', job: { id: null } })
    expect(fields).toMatchObject({
      instruction_text: 'Whether the gate is open',
      prompt: 'Look at the Yard camera and write to the Yard log whether the gate is open',
      instruction_schedule: '0 9 * * 1-5',
      minute_interval: null,
      timezone: 'Asia/Kolkata',
      source: { feed_ids: [yard.camera_id], user_ids: [], logbook_ids: [], custom_code: null },
      destination: { logbook_ids: [yard.doc_id], user_ids: [], space_ids: [] },
    })
    expect(text).toContain(`Writes to [Yard log](#/docs/${yard.doc_id})`)
    expect(text).toContain('Looks at Yard')
    expect(text).toContain('Runs first at')
    expect(text).toContain('created only when you save it')
    expect(JobFields.safeParse(fields).success).toBe(true)
  })

  test.each([
    ['every 10 minutes from 8 to 18 check the Yard camera', { minute_interval: 10 }],
    ['Make a job that every hour looks at the Yard camera', { minute_interval: 60 }],
    ['Look at the Yard camera on Mondays at 7:30', { instruction_schedule: '30 7 * * 1' }],
    ['Create a job called “Gate watch” that looks at Yard hourly', { instruction_text: 'Gate watch' }],
  ])('“%s”', async (sentence, understood) => {
    const { fields } = await prepared(maya, sentence)
    expect(fields).toMatchObject({ ...understood, source: { feed_ids: [yard.camera_id] } })
  })

  test.each([
    [
      'de',
      'Erstelle einen Job, der alle 10 Minuten in Yard nachsieht und in das Yard log schreibt, ob das Tor offen ist',
    ],
    ['es', 'Crea un trabajo que cada 10 minutos mire Yard y escriba en el Yard log si la puerta está abierta'],
    ['hi', 'जॉब बनाओ: हर 10 मिनट Yard देखो और Yard log में लिखो कि गेट खुला है या नहीं'],
  ] as const)('in %s, too: “%s”', async (user_language, sentence) => {
    await maya.call(updateProfile, { user_language })
    const { fields } = await prepared(maya, sentence)
    expect(fields).toMatchObject({
      minute_interval: 10,
      source: { feed_ids: [yard.camera_id], logbook_ids: [] },
      destination: { logbook_ids: [yard.doc_id] },
    })
    await maya.call(updateProfile, { user_language: 'en' })
  })

  test('a camera may have any name, and is not meant by what is asked about a picture', async () => {
    const gate = await yard.camera('Gate', {}, maya)
    const north = await yard.camera('North-gate (2)', {}, maya)
    const asked = await prepared(maya, 'Every hour look at the Yard camera and say whether the gate is open')
    expect(asked.fields).toMatchObject({ source: { feed_ids: [yard.camera_id] } })
    const named = await prepared(maya, 'Every hour look at North-gate (2) and at the gate')
    expect(named.fields).toMatchObject({ source: { feed_ids: [north, gate] } })
  })

  test('a screen that somebody shares is looked at, by those who may see it', async () => {
    await Desktop.sharing(yard.tom, 'Window of the till')
    await eventually(async () => expect((await maya.call(readFeed, {})).screen_sharing_users).toHaveLength(1))
    const sentence = 'Make a job: every hour look at Tom’s screen and count the open orders'
    const { fields, text } = await prepared(maya, sentence)
    expect(fields).toMatchObject({ source: { user_ids: [yard.tom.user_id] } })
    expect(text).toContain("Looks at Tom's screen")
    expect((await prepared(yard.lena, sentence)).fields).toMatchObject({ source: { user_ids: [] } })
  })

  test('a logbook that it reads is a source, and one that it writes to a destination', async () => {
    const doc_id = await yard.logbook(maya, 'Week log')
    const { fields } = await prepared(
      maya,
      'Every Friday at 16:00 read the Yard log and write a summary into the Week log',
    )
    expect(fields).toMatchObject({ source: { logbook_ids: [yard.doc_id] }, destination: { logbook_ids: [doc_id] } })
  })

  test('what is not understood is left to the editor, and said', async () => {
    const { text, fields, options } = await prepared(maya, 'Make a job that watches the moon')
    expect(options).toEqual(['Check and save the job'])
    expect(fields).toMatchObject({ prompt: 'Watches the moon', source: { feed_ids: [] } })
    expect(fields).not.toHaveProperty('minute_interval')
    expect(text).toContain('I did not understand when it should run')
    expect(text).toContain('I found nothing that it should look at')
  })

  test.each([
    ['de', 'Erstelle einen Job, der die Kamera Yard anschaut', 'Job prüfen und speichern'],
    ['es', 'Crea un trabajo que mira Yard', 'Revisar y guardar el trabajo'],
    ['hi', 'एक नया जॉब बनाओ: Yard कैमरा देखो', 'जॉब जाँचें और सहेजें'],
  ] as const)('in %s, when asked “%s”', async (user_language, sentence, option) => {
    await maya.call(updateProfile, { user_language })
    const { options, fields } = await prepared(maya, sentence)
    expect(options).toEqual([option])
    expect(fields).toMatchObject({ source: { feed_ids: [yard.camera_id] } })
    await maya.call(updateProfile, { user_language: 'en' })
  })

  test.each([
    'How many logs every day?',
    'What was logged every Monday?',
    'Log in Yard log: every hour look at the Yard camera',
    'Who is here every day?',
  ])('“%s” is no request for a job', async question => {
    expect((await prepared(maya, question)).action?.kind).not.toBe('make_job')
  })

  test('has only what the person may see or write to, and nothing for who may not create jobs', async () => {
    await yard.logbook(maya, 'Payroll log', 'private')
    const sentence = 'Every hour look at the Yard camera and write to the Payroll log'
    const toLena = { grantee_kind: 'user', grantee_id: yard.lena.user_id, level: 'viewer' } as const
    await maya.call(grantSubjectAccess, { kind: 'camera', id: yard.camera_id, ...toLena })
    const { fields, text } = await prepared(yard.lena, sentence)
    expect(fields).toMatchObject({ source: { feed_ids: [yard.camera_id] }, destination: { logbook_ids: [] } })
    expect(text).toContain('I found no logbook that you can write in')
    const elsewhere = await prepared(
      yard.zoe,
      'Make a job: every hour look at the Yard camera and write to the Yard log',
    )
    expect(elsewhere.fields).toMatchObject({ source: { feed_ids: [] }, destination: { logbook_ids: [] } })
    await yard.role('Reader', [])
    const pia = await yard.server.person({ name: 'Pia Lund' })
    await maya.invites(pia, 'Reader')
    const refused = await prepared(pia, 'Make a job that looks at Yard')
    expect(refused).toMatchObject({ options: [], action: undefined })
    expect(refused.text).toContain('You are not allowed to create jobs here')
  })

  test('once the person saved it, the option is done and leads to the job; nothing else completes it', async () => {
    const { message, fields } = await prepared(maya, 'Every hour look at the Yard camera and write to the Yard log')
    const confirm = (instruction_id?: number, who = maya) =>
      who.call(confirmOption, { message_id: message.id, option: 0, ...(instruction_id && { instruction_id }) })
    await expect(confirm()).rejects.toMatchObject({ status: 404, code: 'mate.option_not_found' })
    const job = await maya.call(createJob, JobFields.parse({ ...fields, instruction_text: 'Gate' }))
    await expect(confirm(job.instruction_id + 1_000)).rejects.toMatchObject({ status: 404, code: 'job.not_found' })
    await expect(confirm(job.instruction_id, yard.dev)).rejects.toMatchObject({ code: 'mate.option_not_found' })
    const ofDev = await yard.job({ instruction_text: 'Of Dev' }, yard.dev)
    await expect(confirm(ofDev.instruction_id)).rejects.toMatchObject({ status: 404, code: 'job.not_found' })
    await yard.dev.call(deleteJob, { instruction_id: ofDev.instruction_id })
    const done = await confirm(job.instruction_id)
    const outcome = { state: 'done', job: { id: job.instruction_id, name: 'Gate', fields: null } }
    expect(detailsOf(done).actions).toMatchObject([outcome])
    await expect(confirm(job.instruction_id)).rejects.toMatchObject({ code: 'mate.option_done' })
    expect((await maya.call(fetchMate, {}))[0]).toEqual(done)
    expect(await jobsOf(maya)).toEqual(['Gate'])
    await maya.call(deleteJob, { instruction_id: job.instruction_id })
    const [deleted] = await maya.call(fetchMate, {})
    expect(deleted?.message_text).toContain('a job that was deleted')
  })
})

describe('A model prepares a job with a tool, and the server checks it [D25, D26]', () => {
  let yard: JobsYard
  let model: LoopbackModel
  beforeAll(async () => {
    ;({ yard, model } = await openModelYard())
  })
  afterAll(async () => {
    await yard.device.close()
    await model.close()
  })

  const proposing = (input: object) => model.will(calls({ name: 'propose_job', arguments: input }), says('Check it.'))
  const results = () =>
    model.received.at(-1)?.request.messages.flatMap(({ role, content }) => (role === 'tool' ? (content ?? '') : []))

  test('what it proposes is checked and offered, and is no job yet', async () => {
    proposing({
      name: 'Gate watch',
      prompt: 'Say whether the gate is open.',
      schedule: { instruction_schedule: '0 9 * * 1-5' },
      camera_ids: [yard.camera_id],
      write_logbook_ids: [yard.doc_id],
    })
    const { fields, options } = await prepared(yard.maya, 'Every weekday at 9 look at the gate')
    expect(options).toEqual(['Check and save the job'])
    expect(fields).toMatchObject({
      instruction_text: 'Gate watch',
      instruction_schedule: '0 9 * * 1-5',
      source: { feed_ids: [yard.camera_id] },
      destination: { logbook_ids: [yard.doc_id] },
    })
    expect(JobFields.safeParse(fields).success).toBe(true)
  })

  test.each([
    [{ camera_ids: [999_999] }, 'Refused'],
    [{ write_logbook_ids: [999_999] }, 'Refused'],
    [{ schedule: { instruction_schedule: 'often' } }, 'Refused'],
    [{ schedule: { minute_interval: 5, instruction_schedule: '* * * * *' } }, 'Refused'],
    [{ schedule: { instruction_one_time: '2001-01-01T00:00:00Z' } }, 'Refused'],
  ])('%j is refused', async (input, result) => {
    proposing(input)
    expect(await prepared(yard.maya, 'Make it')).toMatchObject({ options: [], action: undefined })
    expect(results()?.[0]).toContain(result)
  })

  test('it has no more rights than the person, and code of its own is no part of a proposal', async () => {
    proposing({ prompt: 'Look', camera_ids: [yard.camera_id] })
    expect((await prepared(yard.tom, 'Make it')).options).toEqual([])
    proposing({ prompt: 'Look', write_logbook_ids: [yard.doc_id] })
    expect((await prepared(yard.zoe, 'Make it')).options).toEqual([])
    await yard.role('Reader', [])
    const pia = await yard.server.person({ name: 'Pia Lund' })
    await yard.maya.invites(pia, 'Reader')
    proposing({ prompt: 'Look' })
    expect((await prepared(pia, 'Make it')).options).toEqual([])
    expect(results()?.[0]).toContain('Refused')
    proposing({ prompt: 'Look', source: { custom_code: 'steal()' }, custom_code: 'steal()' })
    expect((await prepared(yard.maya, 'Make it')).fields).toMatchObject({ source: { custom_code: null } })
  })
})
