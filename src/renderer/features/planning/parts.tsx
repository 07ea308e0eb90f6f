import { useEffect } from 'react'
import { onResync, reloadOn } from '../../platform/live'
import { useDirectory } from '../organisations/store'
import { Choice } from './choice'
import { useSchedule } from './store'
import { View } from './view'

let isFollowing = false

/** Loads the schedule, and again when something changes that it is planned from. */
function useLoaded(): void {
  useEffect(() => {
    if (!isFollowing) {
      isFollowing = true
      const reload = () => {
        if (useSchedule.getState().status !== 'idle') void useSchedule.getState().load()
      }
      reloadOn(['task.changed', 'task.removed', 'member.changed', 'member.removed', 'schedule.changed'], reload)
      onResync(reload)
    }
    if (useDirectory.getState().status === 'idle') void useDirectory.getState().load()
    void useSchedule.getState().load()
    return () => useSchedule.getState().leave()
  }, [])
}

/** The part of Home's pane that chooses the days and the people of the schedule. */
export function ScheduleChoice() {
  return <Choice />
}

/** The schedule itself. */
export function ScheduleView() {
  useLoaded()
  return <View />
}
