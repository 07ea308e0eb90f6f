import { useEffect } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import { useIsBeside } from '../../platform/beside'
import { useSession } from '../../platform/session'
import { Panes } from '../../ui/pane'
import { HomePane, type Place } from './home-pane'
import { MessagesThread, ScheduleView } from './slots'
import { isPart, SpacePane } from './space-pane'
import { useSpaces } from './store'

/** Home: spaces, messages and the schedule, with what is open of them beside the list [2.7]. */
export function HomePage() {
  const { place, id, part } = useParams()
  const isBeside = useIsBeside()
  // Other workspaces, perhaps chosen in another tab, reuse ids.
  const organizationId = useSession(state => state.organizationId)
  const primary = useSpaces(state => state.items[0]?.id)
  useEffect(() => {
    if (useSpaces.getState().status === 'idle') void useSpaces.getState().load()
  }, [])
  if (!isPlace(place)) return <Navigate to="/home/spaces" replace />
  const chosen = id === undefined ? undefined : idFrom(id)
  const branch_id = chosen ?? primary
  return (
    <Panes key={organizationId}>
      {!isBeside && (
        <HomePane
          place={place}
          current={place === 'spaces' ? branch_id : chosen}
          isChosen={chosen !== undefined || place === 'schedule'}
        />
      )}
      {place === 'schedule' && <ScheduleView />}
      {place === 'messages' && <MessagesThread chat_id={chosen} />}
      {place === 'spaces' && branch_id !== undefined && (
        <SpacePane
          key={branch_id}
          branch_id={branch_id}
          isChosen={chosen !== undefined}
          part={isPart(part) ? part : 'tasks'}
        />
      )}
    </Panes>
  )
}

const isPlace = (place: string | undefined): place is Place =>
  place === 'spaces' ||
  (place === 'messages' && MessagesThread.isFilled()) ||
  (place === 'schedule' && ScheduleView.isFilled())

/** Zero, which is nobody's, for what is no id. */
const idFrom = (text: string): number => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0)
