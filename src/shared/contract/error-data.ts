import { z } from 'zod'
import type { ErrorCode } from '../errors'
import { StaleContent } from './documents/versions'
import { StaleLog } from './logs/corrections'

/** Bytes that are used, and the quota. */
export const StorageQuota = z.object({ used_bytes: z.number(), quota_bytes: z.number() })

/** What errors carry in `data`, by code. All other errors carry null. */
export const errorData = {
  'document.stale': StaleContent,
  'log.stale': StaleLog,
  'storage.quota': StorageQuota,
} as const satisfies Partial<Record<ErrorCode, z.ZodType>>
