import type { ErrorTable } from '../error-table'

export const summaryErrors = {
  'summary.nothing_to_read': [409, 'There is nothing to summarise yet.'],
  'summary.not_here': [409, 'Pages have no summary.'],
  'summary.overtaken': [
    409,
    'Somebody changed the summary while a new one was being written. Check it, then refresh it.',
  ],
  'summary.model_failed': [502, 'The language model did not answer. The summary stays as it was.'],
} as const satisfies ErrorTable
