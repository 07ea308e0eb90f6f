import { z } from 'zod'
import { Instant, Nothing } from '../common'
import { endpoint, member, pagedList } from '../endpoint'
import { Frame } from './endpoints'

/** A picture of the caller's own screen, with everybody who saw it. */
export const OwnFrame = Frame.extend({
  seen_by: z.array(z.object({ name: z.string(), is_job: z.boolean(), at: Instant })),
})
export type OwnFrame = z.infer<typeof OwnFrame>

export const listOwnFrames = pagedList({
  method: 'POST',
  reads: true,
  path: '/frames/mine',
  summary: 'Lists every picture taken of the caller’s screen and who looked at it, newest first.',
  access: member(),
  body: z.object({ from: Instant.optional(), to: Instant.optional() }),
  item: OwnFrame,
})

export const deleteOwnFrames = endpoint({
  method: 'DELETE',
  path: '/frames',
  summary: 'Deletes pictures of the caller’s screen for good, including those that a log shows.',
  access: member(),
  body: z.object({ ids: z.array(z.uuid()).min(1).max(100) }),
  answer: Nothing,
})
