import { MateRequest } from '#shared/contract/mate/endpoints'
import type { AppContext } from '../../platform/app-context'
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
        return
      }
      if (answer) {
        answer.unfollow(connection)
        answer.follow(connection, request.last_seq)
        return
      }
      // Nobody is writing it any more, so the stored message is complete.
      const asker = { ...connection.subject, organization_id: connection.organization_id, ip: '', request_id: '' }
      runAsMember(app, asker, ctx => store.findMessage(ctx, request.message_id))
        .then(row => {
          if (!row?.is_from_ai) return
          const message = presented(row, book, new Date(app.clock.now()).toISOString())
          const event = message.state === 'failed' ? 'error' : 'done'
          connection.send({ event, message_id: row.id, seq: request.last_seq + 1, message })
        })
        .catch(failed)
    },
  }
}
