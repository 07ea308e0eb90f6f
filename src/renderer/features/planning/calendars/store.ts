import type { Answer, Input } from '#shared/contract/endpoint'
import {
  type BusyCalendar,
  importBusyTimes,
  listCalendars,
  renewCalendarFeed,
  subscribeToCalendar,
} from '#shared/contract/planning/calendars'
import { call, type Outcome } from '../../../platform/api'
import type { Failure } from '../../../platform/failure'
import { createSlice } from '../../../platform/store'
import { onDeleted } from '../../undo/store'
import { useSchedule } from '../store'

type Calendars = Answer<typeof listCalendars>

/** The address of the person’s schedule, and the calendars that they imported. */
export const useCalendars = createSlice(
  'planning.calendars',
  { known: null as Calendars | null, failure: null as Failure | null },
  (set, _get, writer) => {
    const changeBusy = (busy: (before: BusyCalendar[]) => BusyCalendar[]) =>
      set(state => {
        if (state.known) state.known.busy = busy(state.known.busy)
      })
    return {
      async load(): Promise<void> {
        const write = writer()
        set({ failure: null })
        const outcome = await call(listCalendars, {})
        write(outcome.ok ? { known: outcome.data } : { failure: outcome })
      },
      async renew(is_on: boolean): Promise<Outcome<{ path: string | null }>> {
        const outcome = await call(renewCalendarFeed, { is_on })
        if (outcome.ok)
          set(state => {
            if (state.known)
              state.known.feed = is_on ? { created_at: new Date().toISOString(), last_read_at: null } : null
          })
        return outcome
      },
      async take(name: string, times: { start: string; end: string }[]): Promise<Outcome<BusyCalendar>> {
        const outcome = await call(importBusyTimes, { name, times })
        if (!outcome.ok) return outcome
        const { calendar_id } = outcome.data
        changeBusy(before => [...before.filter(calendar => calendar.calendar_id !== calendar_id), outcome.data])
        void useSchedule.getState().load()
        return outcome
      },
      /** The calendar is read soon; an event says when it was. */
      async subscribe(calendar: Input<typeof subscribeToCalendar>): Promise<Outcome<BusyCalendar>> {
        const outcome = await call(subscribeToCalendar, calendar)
        if (!outcome.ok) return outcome
        const { calendar_id } = outcome.data
        changeBusy(before => [...before.filter(calendar => calendar.calendar_id !== calendar_id), outcome.data])
        return outcome
      },
    }
  },
  { scope: 'organisation' },
)

// Times that were kept free can be planned again.
onDeleted('calendar', () => void useSchedule.getState().load())
