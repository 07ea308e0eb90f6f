import { MateFrame, type MateRequest } from '#shared/contract/mate/endpoints'
import { browserEnvironment, openSocket, type SocketEnvironment } from '../../platform/socket'
import { useMate } from './store'

/**
 * After this many silent milliseconds an answer may have ended unnoticed, for example because another device started
 * over.
 */
const silenceLimit = 20_000

export interface MateConnection {
  /** Stops an answer, now or as soon as there is a connection. */
  stop(message_id: number): void
  close(): void
}

const beingWritten = () => useMate.getState().messages.filter(message => message.state === 'writing')

/** Follows every answer that is being written, across network failures [D27]. */
export function connectMate(environment: SocketEnvironment = browserEnvironment): MateConnection {
  /** Answers whose frames this connection delivers. */
  const followed = new Set<number>()
  const toStop = new Set<number>()
  let clearSilenceTimer = () => {}

  const socket = openSocket<MateRequest, typeof MateFrame>(
    {
      address: '/sockets/mate',
      schema: MateFrame,
      onOpen() {
        followed.clear()
        follow()
        for (const message_id of toStop) if (socket.send({ event: 'stop', message_id })) toStop.delete(message_id)
        // Answers may have started while this page was not connected.
        void useMate.getState().refresh()
      },
      onFrame(frame) {
        followed.add(frame.message_id)
        if (useMate.getState().handleFrame(frame) === 'resume') resume(frame.message_id)
        waitForMore()
      },
    },
    environment,
  )

  function resume(message_id: number): void {
    const last_seq = useMate.getState().streams[message_id]?.last_seq ?? 0
    if (socket.send({ event: 'resume', message_id, last_seq })) followed.add(message_id)
  }

  function follow(): void {
    for (const { id } of beingWritten()) if (!followed.has(id)) resume(id)
    waitForMore()
  }

  function waitForMore(): void {
    clearSilenceTimer()
    if (beingWritten().length === 0) return
    clearSilenceTimer = environment.clock.after(silenceLimit, () => {
      followed.clear()
      follow()
      void useMate.getState().refresh()
    })
  }

  const unsubscribe = useMate.subscribe((now, before) => {
    if (now.messages !== before.messages) follow()
  })

  return {
    stop(message_id) {
      if (!socket.send({ event: 'stop', message_id })) toStop.add(message_id)
    },
    close() {
      unsubscribe()
      clearSilenceTimer()
      socket.close()
    },
  }
}
