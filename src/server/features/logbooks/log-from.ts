import type { Log } from '#shared/contract/logbooks'
import type { MemberScene } from '../../platform/scene'
import { personFrom } from '../profile/person-service'
import type { LogRow } from './logs-store'

async function logFrom(at: MemberScene, { writer, ...row }: LogRow): Promise<Log> {
  return { ...row, created_by: writer && (await personFrom(at, writer)), client_id: null }
}

export const logsFromRows = (at: MemberScene, rows: readonly LogRow[]): Promise<Log[]> =>
  Promise.all(rows.map(row => logFrom(at, row)))
