import { isUnreachable } from './copied-answer'
import type { List } from './list-loader'

/**
 * Why a list is not as the server has it; null where the strip says so, above a copy or while there is no server.
 */
export const failureBeside = (list: Pick<List<unknown>, 'status' | 'failure'> | undefined) =>
  list?.status === 'ready' && list.failure && isUnreachable(list.failure.code) ? null : (list?.failure ?? null)
