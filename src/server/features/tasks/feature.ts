import { feature } from '../../platform/feature'
import { taskActivities } from './activity-store'
import { taskNumbers } from './dashboard-store'
import { tasksOfPerson } from './departure'
import { titlesOf } from './found-store'
import { proposeTask, proposeTaskChange } from './mate-actions'
import { tasks } from './migrations/0041-tasks'
import { taskActivity } from './migrations/0055-task-activity'
import { taskOrigins } from './migrations/0063-task-origins'
import { taskViews } from './migrations/0064-task-views'
import { logItems } from './migrations/0124-log-items'
import { tasksPerPersonTool } from './per-person-tool'
import { taskRoutes } from './routes'
import * as searchable from './searchable'
import { seenAmong } from './store'
import { seen } from './task-sql'
import { spacesTool, tasksTool } from './tools'

export const tasksFeature = feature({
  name: 'tasks',
  routes: taskRoutes,
  migrations: [tasks, taskActivity, taskOrigins, taskViews, logItems],
  searchables: [searchable.tasks],
  actions: [proposeTask, proposeTaskChange],
  tools: [tasksPerPersonTool, tasksTool, spacesTool],
  titles: [{ kind: 'task', titlesOf }],
  activities: taskActivities,
  departures: [tasksOfPerson],
  dashboard: taskNumbers,
  ports: { seenTask: seen, tasksSeenAmong: seenAmong },
})
