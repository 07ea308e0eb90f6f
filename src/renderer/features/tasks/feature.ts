import { withNamespaces } from '../../i18n/languages'
import type { Feature } from '../../platform/feature'
import { isAnythingWaiting } from '../../platform/mutation-queue/keys'
import { filled } from '../../platform/slot'
import { NewTask, SpaceActions, SpaceOpenCount, SpaceTasks, TasksFrom } from '../home/slots'
import { ItemTasks } from '../summaries/slots'
import { TaskOption } from './slots'

const screens = async () => (await withNamespaces('tasks', import('./screens'))).openScreens()

export const tasks: Feature = {
  texts: {
    tasks: {
      en: () => import('./texts/en'),
      de: () => import('./texts/de'),
      es: () => import('./texts/es'),
      hi: () => import('./texts/hi'),
    },
  },
  routes: [
    { path: '/mytasks', lazy: async () => ({ Component: (await screens()).MyTasksPage }) },
    { path: '/tasks/:task_id', lazy: async () => ({ Component: (await screens()).TaskPage }) },
  ],
  slots: [
    filled(SpaceTasks, async () => (await screens()).TasksOfSpace),
    filled(TaskOption, async () => (await withNamespaces('tasks', import('./mate-option'))).MateTaskOption),
    filled(SpaceActions, async () => (await screens()).AddTaskToSpace),
    filled(SpaceOpenCount, async () => (await screens()).OpenCountOfSpace),
    filled(NewTask, async () => (await screens()).QuickAdd),
    filled(ItemTasks, async () => (await screens()).ItemsDialog),
    filled(TasksFrom, async () => (await withNamespaces('tasks', import('./from/tasks-from'))).TasksFromHere),
  ],
  start() {
    // Unsent tasks and comments are sent without waiting for a sign of use.
    if (isAnythingWaiting()) setTimeout(() => void screens().catch(() => undefined), 1000)
  },
}
