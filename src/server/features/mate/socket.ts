import { MateRequest } from '#shared/contract/mate/endpoints'
import type { AppContext } from '../../platform/app-context'
import type { Connection } from '../../platform/live/connection'
import type { SocketKind } from '../../platform/live/sockets'
import { atMostOnceAMinute } from '../../platform/log'
import { runAsMember } from '../../platform/run-as'
import { answerBook } from './answers'
import { presented } from './message'
import * as store from './store'

/** /sockets/mate: streams answers as they are written, resumed by number, stopped on request [D27]. */
export function mateSocket(app: AppContext): SocketKind<MateRequest> {
  const book = answerBook(app)
  const failed = atMostOnceAMinute(app.clock, (error, times) =>
    app.log.warn({ err: error, times }, 'An answer could not be resumed.'),
  )
  /** Nobody of this node is writing it, so the stored message is complete, unless another node writes it. */
  const sendStored = (connection: Connection, message_id: number, last_seq: number) => {
    const asker = { ...connection.subject, organization_id: connection.organization_id, ip: '', request_id: '' }
    runAsMember(app, asker, ctx => store.findMessage(ctx, message_id))
      .then(row => {
        if (!row?.is_from_ai) return
        const message = presented(row, book, new Date(app.clock.now()).toISOString())
        if (message.state === 'writing') {
          book.expectFromElsewhere(message_id, connection)
          return
        }
        const event = message.state === 'failed' ? 'error' : 'done'
        connection.send({ event, message_id: row.id, seq: last_seq + 1, message })
      })
      .catch(failed)
  }
  book.onLost = (connection, message_id) => sendStored(connection, message_id, 0)
  return {
    path: '/sockets/mate',
    name: 'mate',
    allowsGuests: true,
    requests: MateRequest,
    opened: connection => book.joined(connection),
    closed: connection => book.left(connection),
    received(connection, request) {
      const answer = book.find(request.message_id, connection)
      if (request.event === 'stop') {
        answer?.stop()
      } else if (answer) {
        answer.unfollow(connection)
        answer.follow(connection, request.last_seq)
      } else sendStored(connection, request.message_id, request.last_seq)
    },
  }
}
