import type { ErrorTable } from '../error-table'

export const mateErrors = {
  'mate.option_not_found': [404, 'There is no such option to confirm.'],
  'mate.option_done': [409, 'This was already done.'],
  'mate.option_expired': [409, 'This offer has expired. Ask Mate again.'],
  'mate.busy': [409, 'Mate is still answering. Stop it or wait a moment.'],
} as const satisfies ErrorTable
