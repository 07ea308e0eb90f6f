import type { Person } from '#shared/contract/common'
import type { Log } from '#shared/contract/logbooks'
import type { MemberScene } from '../../platform/scene'
import { personFrom } from '../profile/person-service'
import type { LogRow } from './logs-store'

/** Logs as they are answered; each writer is made once, however many of the logs are theirs. */
export async function logsFromRows(at: MemberScene, rows: readonly LogRow[]): Promise<Log[]> {
  const people = new Map<number, Person>()
  for (const { writer } of rows)
    if (writer && !people.has(writer.user_id)) people.set(writer.user_id, await personFrom(at, writer))
  return rows.map(({ writer, ...row }) => ({
    ...row,
    created_by: (writer && people.get(writer.user_id)) ?? null,
    client_id: null,
  }))
}
