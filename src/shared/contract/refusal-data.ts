import type { z } from 'zod'
import type { ErrorCode } from '../errors'
import { StaleLog } from './corrections'
import { StaleContent } from './versions'

/** What refusals bring along in `data`, by their code; all others bring null. */
export const refusalData = {
  'document.stale': StaleContent,
  'log.stale': StaleLog,
} as const satisfies Partial<Record<ErrorCode, z.ZodType>>
