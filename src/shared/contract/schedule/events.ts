import { z } from 'zod'
import { Id } from '../common'

/** Somebody works at other times, or is busy at others. Clients that show their schedule load it again. */
export const ScheduleEvent = z.object({ kind: z.literal('schedule.changed'), user_id: Id })
