import { z } from 'zod'
import { Id, Instant } from '#shared/contract/common'
import { createCursor } from './cursor'

/** Cursors of lists that are ordered by time, then by id. */
export const byTime = createCursor(z.object({ at: Instant, id: Id }))
