import { z } from 'zod'
import type { ErrorCode } from '../errors'
import { PlanLimit, PlanName } from '../rules/plans'
import { StaleContent } from './documents/versions'
import { StaleLog } from './logs/corrections'

/** Bytes that are used, and the quota. */
export const StorageQuota = z.object({ used_bytes: z.number(), quota_bytes: z.number() })

/** The plan that is needed, and the limit of the current one that was reached; null where a plan lacks something altogether. */
export const PlanNeeded = z.object({ plan_id: PlanName, limit: PlanLimit.nullable(), most: z.int().nullable() })
export type PlanNeeded = z.infer<typeof PlanNeeded>

/** What errors carry in `data`, by code. All other errors carry null. */
export const errorData = {
  'document.stale': StaleContent,
  'log.stale': StaleLog,
  'plan.required': PlanNeeded,
  'storage.quota': StorageQuota,
} as const satisfies Partial<Record<ErrorCode, z.ZodType>>
