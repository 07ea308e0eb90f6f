import { closeCodes } from '#shared/contract/live'
import { FeedRequest } from '#shared/contract/sources'
import type { House } from '../../platform/house'
import type { SocketKind } from '../../platform/live/sockets'
import { sourceDesk } from './live/desk'

/** After these a device does not come back by itself. */
const endings: readonly number[] = [closeCodes.normal, closeCodes.notMember]

/** /sockets/feed: who shares, who looks, and the pictures [7.26]. */
export function feedSocket(house: House): SocketKind<FeedRequest> & { close(): Promise<void> } {
  const desk = sourceDesk(house)
  return {
    path: '/sockets/feed',
    name: 'feed',
    requests: FeedRequest,
    opened: connection => desk.room(connection.organization_id).joined(connection),
    received: (connection, request) => desk.room(connection.organization_id).received(connection, request),
    closed(connection, code) {
      desk.room(connection.organization_id).left(connection, endings.includes(code))
      desk.tidy()
    },
    close: () => desk.close(),
  }
}
