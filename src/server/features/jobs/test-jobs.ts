import { setTimeout as realTime } from 'node:timers/promises'
import sharp from 'sharp'
import { createDocument } from '#shared/contract/documents/endpoints'
import type { Input } from '#shared/contract/endpoint'
import { createJob, listRuns } from '#shared/contract/jobs/endpoints'
import type { Job, Run } from '#shared/contract/jobs/job'
import { readLogs } from '#shared/contract/logs/endpoints'
import type { Log } from '#shared/contract/logs/log'
import type { Actor } from '../../../../test/actor'
import { jobsOf } from '../../platform/jobs/jobs'
import { CameraServer, shows } from '../../platform/media/testing/camera-server'
import { openYard } from '../sources/test-yard'

const onLoopback = { CAMERA_ALLOWED_NETWORKS: '127.0.0.0/8' }

/**
 * A picture of a yard: a bright wall of bricks, and a gate that is a dark rectangle while it is open. It is put together
 * from plain areas, because the server forbids SVG to sharp.
 */
export async function yardPicture(gate: 'open' | 'closed'): Promise<Buffer> {
  const area = (width: number, height: number, background: string) =>
    sharp({ create: { width, height, channels: 3, background } })
      .png()
      .toBuffer()
  const [light, dark, opening] = await Promise.all([
    area(60, 56, '#b8a58c'),
    area(60, 56, '#9c8a72'),
    area(200, 240, '#101010'),
  ])
  const bricks = Array.from({ length: 60 }, (_, index) => ({
    input: index % 3 ? light : dark,
    left: (index % 10) * 64 + 2,
    top: Math.floor(index / 10) * 60 + 2,
  }))
  return sharp({ create: { width: 640, height: 360, channels: 3, background: '#d8cbb8' } })
    .composite([...bricks, ...(gate === 'open' ? [{ input: opening, left: 400, top: 120 }] : [])])
    .jpeg({ quality: 80 })
    .toBuffer()
}

/** The region of the gate, and a rule that says when it is open. */
export const gateLook = {
  regions: [
    { id: 'gate', name: 'Gate', shape: { kind: 'rectangle' as const, x: 0.63, y: 0.34, width: 0.3, height: 0.6 } },
  ],
}

/** Ridgeway Cycles with a camera in the yard, and a logbook of the yard. */
export async function openJobsYard(settings: Record<string, string> = {}) {
  const device = await CameraServer.open()
  const yard = await openYard({ ...onLoopback, BILLING: 'off', TOKEN_SECONDS: '86400', ...settings })
  const { server, maya, dev } = yard
  device.answer = shows(await yardPicture('closed'))
  const camera_id = await yard.camera('Yard', { url: device.address('/still.jpg').href }, maya)
  const logbook = async (who: Actor, document_name: string, access: 'private' | 'organisation' = 'organisation') =>
    (await who.call(createDocument, { document_name, document_type: 'logbook', access })).doc_id
  const doc_id = await logbook(maya, 'Yard log')
  return {
    ...yard,
    device,
    camera_id,
    doc_id,
    dev,
    logbook,
    /** A job of Maya’s that looks at the yard every ten minutes and writes into its logbook. */
    job: (fields: Partial<Input<typeof createJob>> = {}, by = maya): Promise<Job> =>
      by.call(createJob, {
        instruction_text: 'Yard watch',
        minute_interval: 10,
        timezone: 'UTC',
        source: { feed_ids: [camera_id] },
        destination: { logbook_ids: [doc_id] },
        ...fields,
      }),
    /** A transcribed meeting with a turn for each text. */
    async meeting(
      document_name: string,
      by: Actor,
      turns: readonly string[],
      access: 'private' | 'organisation' = 'organisation',
    ): Promise<number> {
      const [made] = await server.asOwner<{ doc_id: number }>(
        `with made as (
           insert into documents (organization_id, name, type, access, created_by, created_at, updated_at)
           values ($1, $2, 'diarization', $3, $4, $5, $5) returning id
         ), recorded as (
           insert into recordings (organization_id, doc_id, stage, has_words, updated_at)
           select $1, id, 'done', true, $5 from made returning doc_id
         ), said as (
           insert into transcript_segments (organization_id, doc_id, speaker, starts_at, ends_at, text)
           select $1, doc_id, 1, nr, nr + 1, text from recorded cross join unnest($6::text[]) with ordinality as t (text, nr)
         )
         select doc_id::int from recorded`,
        [maya.organization_id, document_name, access, by.user_id, new Date(server.clock.now()).toISOString(), turns],
      )
      if (!made) throw new Error('The meeting was not stored.')
      return made.doc_id
    },
    async shows(picture: Buffer): Promise<void> {
      device.answer = shows(picture)
    },
    /** Lets the time pass, and waits until everything due has ended. */
    async pass(milliseconds: number): Promise<void> {
      server.clock.advance(milliseconds)
      await settled(server)
    },
    /** Lets the time pass until a call is answered that waits for a picture. */
    untilAnswered: <T>(call: Promise<T>): Promise<T> => advanceDuring(server, 50, call),
    /** Lets the time pass until this many runs of a job have ended, and none is under way. */
    async untilEnded(instruction_id: number, count: number): Promise<void> {
      for (;;) {
        await advance(server, 5_000)
        const runs = await maya.call(listRuns, { instruction_id })
        if (runs.length >= count && runs.every(run => run.ended_at !== null)) return
      }
    },
    runsOf: (instruction_id: number, by = maya): Promise<Run[]> => by.call(listRuns, { instruction_id }),
    logs: async (by = maya, id = doc_id): Promise<Log[]> => (await by.call(readLogs, { doc_id: id })).logs,
  }
}

export type JobsYard = Awaited<ReturnType<typeof openJobsYard>>

type Clocked = Pick<JobsYard['server'], 'clock'>

/**
 * Advances the clock of a server, and gives the server a moment of real time, in which threads and other processes work.
 * Asking it something in the meantime would take the processors away from them.
 */
export async function advance({ clock }: Clocked, milliseconds: number): Promise<void> {
  clock.advance(milliseconds)
  await realTime(2)
}

/** Advances the clock in steps of these milliseconds while something goes on, and returns what comes of it. */
async function advanceDuring<T>(server: Clocked, milliseconds: number, work: Promise<T>): Promise<T> {
  let hasEnded = false
  const ended = work.finally(() => {
    hasEnded = true
  })
  while (!hasEnded) await advance(server, milliseconds)
  return ended
}

/**
 * Waits until no background work is due or running. Time goes on slowly meanwhile, because a camera that was just closed
 * opens again only after a moment, and in small steps: on a busy machine a picture that really comes must not be late by
 * this clock.
 */
export async function settled(server: JobsYard['server']): Promise<void> {
  await advanceDuring(server, 10, jobsOf(server.app.context).whenIdle())
}
