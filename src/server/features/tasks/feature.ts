import { feature } from '../../platform/feature'
import { taskActivities } from './activity-store'
import { taskNumbers } from './dashboard-store'
import { tasks } from './migrations/0041-tasks'
import { taskActivity } from './migrations/0055-task-activity'
import { taskRoutes } from './routes'
import * as searchable from './searchable'
import { seenAmong } from './store'

export const tasksFeature = feature({
  name: 'tasks',
  routes: taskRoutes,
  migrations: [tasks, taskActivity],
  searchables: [searchable.tasks],
  activities: taskActivities,
  dashboard: taskNumbers,
  ports: { tasksSeenAmong: seenAmong },
})
