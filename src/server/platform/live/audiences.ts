import type { Audience } from '../events'
import type { Connection } from './connection'

/** Which member reads at which instant. */
export interface Reading {
  organization_id: number
  user_id: number
  now: string
}

/** Who may read something right now, and until when this is certain (milliseconds; null: until an event changes it). */
export interface Readers {
  everyone: boolean
  user_ids: ReadonlySet<number>
  until: number | null
}

/** A connection is silent until its client says where to resume; it then catches up, and is live afterwards. */
export type ConnectionState = 'silent' | 'catching up' | 'live'

interface Connections {
  readonly connections: ReadonlyMap<Connection, ConnectionState>
  readonly ofPerson: ReadonlyMap<number, ReadonlySet<Connection>>
}

/** The connections of an audience of people; all of them for other audiences. */
export function possibleReaders(
  { connections, ofPerson }: Connections,
  audience: Audience,
): Iterable<[Connection, ConnectionState]> {
  if (audience.to !== 'users') return connections
  return [...new Set(audience.user_ids)].flatMap(user_id =>
    [...(ofPerson.get(user_id) ?? [])].map((connection): [Connection, ConnectionState] => [
      connection,
      connections.get(connection) ?? 'silent',
    ]),
  )
}

/** Whether a connection belongs to an audience. `isReader` says who reads a document. */
export function mayReceive(audience: Audience, connection: Connection, isReader: (doc_id: number) => boolean): boolean {
  switch (audience.to) {
    case 'organisation':
      return true
    case 'users':
      return audience.user_ids.includes(connection.user_id)
    case 'managers':
      return connection.membership.org_role !== 'member'
    case 'document':
      return isReader(audience.doc_id)
  }
}
