import type { ErrorTable } from '../error-table'

export const logErrors = {
  'log.not_found': [404, 'There is no such log here.'],
  'log.stale': [409, 'This log was corrected somewhere else in the meantime. Your text is not lost.'],
  'log.not_yours': [403, 'Only the person who wrote a log can correct it. Logs by a job or Mate cannot be corrected.'],
  'log.mention_blind': [400, 'One of the mentioned people cannot read this logbook.'],
  'log.time_out_of_range': [400, 'A log tells of a time between January 1, 2000 and now.'],
} as const satisfies ErrorTable
