import type { ErrorTable } from '../error-table'

export const documentErrors = {
  'document.not_found': [404, 'There is no such document here.'],
  'document.read_only': [403, 'You can read this but not write in it.'],
  'document.not_a_logbook': [409, 'Only logbooks have logs. This is a document of another kind.'],
  'document.stale': [409, 'Somebody saved a newer version in the meantime. Your text is not lost.'],
  'version.not_found': [404, 'There is no such version.'],
} as const satisfies ErrorTable
