import { closeCodes } from '#shared/contract/live'
import { FeedRequest } from '#shared/contract/sources/endpoints'
import type { AppContext } from '../../platform/app-context'
import type { SocketKind } from '../../platform/live/sockets'
import { feedManager } from './live/feed-manager'

/** After these close codes a device does not return by itself. */
const finalCloseCodes: readonly number[] = [closeCodes.normal, closeCodes.notMember]

/** /sockets/feed: who shares, who watches, and the pictures [7.26]. */
export function feedSocket(app: AppContext): SocketKind<FeedRequest> & { close(): Promise<void> } {
  const manager = feedManager(app)
  return {
    path: '/sockets/feed',
    name: 'feed',
    requests: FeedRequest,
    opened: connection => manager.feedOf(connection.organization_id).joined(connection),
    received: (connection, request) => manager.feedOf(connection.organization_id).received(connection, request),
    closed(connection, code) {
      manager.feedOf(connection.organization_id).left(connection, finalCloseCodes.includes(code))
      manager.removeIdle()
    },
    close: () => manager.close(),
  }
}
