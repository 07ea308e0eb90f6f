import type { Bridge } from '#shared/contract/desktop'
import { FeedFrame, type FeedRequest } from '#shared/contract/sources/endpoints'
import { feed } from '#shared/contract/sources/limits'
import { logError } from '../../platform/log'
import { noOrganisation, useSession } from '../../platform/session'
import { type LiveSocket, openSocket, type SocketEnvironment, type SocketState } from '../../platform/socket'
import { type FeedStatus, useSources } from './store'
import { type FeedLine, followVisibility, setFeedLine } from './watching'

const statuses: Record<SocketState, FeedStatus> = {
  connecting: 'RECONNECTING',
  open: 'CONNECTED',
  waiting: 'RECONNECTING',
  resting: 'DISCONNECTED',
  refused: 'DISCONNECTED',
  closed: 'DISCONNECTED',
}

/** The page's own socket, for the web build [4.10, 9.5]. `onOpen` is called after every new connection. */
function socketLine(environment: SocketEnvironment, onOpen: () => void): FeedLine {
  const { setStatus, handleFrame, refresh } = useSources.getState()
  setStatus('RECONNECTING')
  const socket: LiveSocket<FeedRequest> = openSocket<FeedRequest, typeof FeedFrame>(
    {
      address: '/sockets/feed',
      schema: FeedFrame,
      tries: { most: feed.reconnects, delay: feed.reconnectDelay },
      onFrame: handleFrame,
      onOpen() {
        setFeedLine(line)
        onOpen()
        // Loads changes from the time without a connection.
        void refresh()
      },
      onState: (state, tries) => setStatus(statuses[state], tries),
    },
    environment,
  )
  const line: FeedLine = { send: request => socket.send(request), retry: socket.retry, close: socket.close }
  return line
}

/** In the desktop app the main process holds the socket, and the page receives its messages. */
function bridgeLine({ on, feedStatus, watch, follow, unwatch, controlOtherComputers }: Bridge): FeedLine {
  const { setStatus, handleFrame, refresh } = useSources.getState()
  const failed = (cause: unknown) => logError('The desktop app rejected a request for the feed.', cause)
  const line: FeedLine = {
    send(request) {
      if (request.event === 'watch') watch(request.source).catch(failed)
      else if (request.event === 'follow') follow(request.source).catch(failed)
      else if (request.event === 'unwatch') unwatch(request.source).catch(failed)
      else if (
        request.event === 'stop_sharing' ||
        request.event === 'pause_sharing' ||
        request.event === 'resume_sharing'
      )
        controlOtherComputers(request.event).catch(failed)
      // The main process handles the state of this computer and its pictures.
      else return false
      return true
    },
    retry: null,
    close() {
      for (const stop of stops) stop()
    },
  }
  function stand(): void {
    if (useSources.getState().feedStatus === 'CONNECTED') return
    setStatus('CONNECTED')
    setFeedLine(line)
    void refresh()
  }
  let isTold = false
  const take = (status: FeedStatus) => {
    isTold = true
    if (status === 'CONNECTED') stand()
    else setStatus(status)
  }
  const stops = [
    on.feedStatus(take),
    on.feed(frame => {
      take('CONNECTED')
      handleFrame(frame)
    }),
    () => {
      isTold = true
    },
  ]
  // The main process may have connected before this page listened.
  feedStatus().then(status => {
    if (!isTold) take(status)
  }, failed)
  setFeedLine(line)
  void refresh()
  return line
}

/**
 * Keeps the feed of the chosen workspace connected while somebody is signed in. `onOpen` is called after every new
 * connection of the page's own socket. Returns the function that stops it.
 */
export function startFeed(environment: SocketEnvironment, bridge: Bridge | null, onOpen: () => void): () => void {
  let line: FeedLine | null = null
  let current = noOrganisation
  const follow = () => {
    const { tokens, organizationId } = useSession.getState()
    const chosen = tokens ? organizationId : noOrganisation
    if (chosen === current) return
    current = chosen
    line?.close()
    setFeedLine(null)
    line = chosen === noOrganisation ? null : bridge ? bridgeLine(bridge) : socketLine(environment, onOpen)
  }
  follow()
  const unfollow = useSession.subscribe(follow)
  const unsee = followVisibility()
  return () => {
    unfollow()
    unsee()
    line?.close()
    setFeedLine(null)
  }
}
