import type { ErrorTable } from '../error-table'

export const introErrors = {
  'samples.present': [409, 'The workspace already has sample content.'],
  'samples.missing': [404, 'The workspace has no sample content.'],
} as const satisfies ErrorTable
