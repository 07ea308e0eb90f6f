import { z } from 'zod'
import { Id, Instant } from '#shared/contract/common'
import { cursorOf } from '../../platform/cursor'

/** Cursors of lists that are ordered by time, then by id. */
export const byTime = cursorOf(z.object({ at: Instant, id: Id }))
