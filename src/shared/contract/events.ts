import { z } from 'zod'
import { AccessEvent } from './access/events'
import { DocumentEvent } from './documents/events'
import { GraphEvent } from './graphs/events'
import { JobEvent } from './jobs/events'
import { LogEvent } from './logs/events'
import { MeetingEvent } from './meetings/events'
import { MessageEvent } from './messages/events'
import { NotificationEvent } from './notifications/events'
import { OrganisationEvent } from './organisations/events'
import { ScheduleEvent } from './schedule/events'
import { SourceEvent } from './sources/events'
import { TaskEvent } from './tasks/events'

/** Every event that the event log of an organisation can hold; each feature lists its own in its folder. */
export const OrgEvent = z.union([
  OrganisationEvent,
  AccessEvent,
  DocumentEvent,
  GraphEvent,
  SourceEvent,
  LogEvent,
  JobEvent,
  MeetingEvent,
  TaskEvent,
  MessageEvent,
  NotificationEvent,
  ScheduleEvent,
])
export type OrgEvent = z.infer<typeof OrgEvent>
