import { feature } from '../../platform/feature'
import { tasks } from './migrations/0041-tasks'
import { taskRoutes } from './routes'
import * as searchable from './searchable'
import { seenAmong } from './store'

export const tasksFeature = feature({
  name: 'tasks',
  routes: taskRoutes,
  migrations: [tasks],
  searchables: [searchable.tasks],
  ports: { tasksSeenAmong: seenAmong },
})
