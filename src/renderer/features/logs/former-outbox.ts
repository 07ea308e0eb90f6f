import { z } from 'zod'
import { clearDraft, draftsUnder } from '../../platform/drafts'
import { mutationQueue } from '../../platform/mutation-queue/store'
import { LogInput, logMutation } from './outbox'
import { formerOutboxPrefix } from './outbox-key'

/** A log as earlier versions kept it until the server had it. */
const Former = LogInput.extend({
  client_id: z.string(),
  written_at: z.iso.datetime(),
  tried_at: z.iso.datetime().nullable(),
  state: z.enum(['waiting', 'sending', 'failed']),
  failure: z.object({ code: z.string(), message: z.string(), isPassing: z.boolean().default(true) }).nullable(),
})

/** Moves logs that earlier versions of the app left unsent into the queue, as the same logs. */
export function adoptFormerOutbox(): void {
  for (const { key, value } of draftsUnder(formerOutboxPrefix)) {
    const former = Former.safeParse(value)
    // What cannot be read stays where it is.
    if (!former.success) continue
    const { client_id, written_at, tried_at, state, failure, ...input } = former.data
    const needsPerson = state === 'failed' && failure?.isPassing === false
    void mutationQueue().adopt(logMutation.name, logMutation.lane(input, client_id), input, {
      id: client_id,
      made_at: Date.parse(written_at),
      tried_at: tried_at === null ? null : Date.parse(tried_at),
      state: needsPerson ? 'failed' : 'waiting',
      failure: needsPerson ? { code: failure.code, message: failure.message } : null,
    })
    clearDraft(key)
  }
}
