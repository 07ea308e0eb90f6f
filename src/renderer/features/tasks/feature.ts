import { withNamespaces } from '../../i18n/languages'
import type { Feature, PageRoute } from '../../platform/feature'
import { isAnythingWaiting } from '../../platform/mutation-queue/keys'
import { filled } from '../../platform/slot'
import { SpaceActions, SpaceTasks } from '../home/slots'

async function started<T>(load: Promise<T>): Promise<T> {
  const [loaded, { startTasks }] = await Promise.all([withNamespaces('tasks', load), import('./start')])
  startTasks()
  return loaded
}

const mine: PageRoute['lazy'] = async () => ({ Component: (await started(import('./mine/page'))).MyTasksPage })
const one: PageRoute['lazy'] = async () => ({ Component: (await started(import('./drawer/page'))).TaskPage })

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
    { path: '/mytasks', lazy: mine },
    { path: '/tasks/:task_id', lazy: one },
  ],
  slots: [
    filled(SpaceTasks, async () => (await started(import('./board/space-tasks'))).TasksOfSpace),
    filled(SpaceActions, async () => (await started(import('./add/space-actions'))).AddTaskToSpace),
  ],
  start() {
    // Unsent tasks and comments are sent without waiting for a sign of use.
    if (isAnythingWaiting())
      setTimeout(
        () =>
          void import('./start').then(
            ({ startTasks }) => startTasks(),
            () => undefined,
          ),
        1000,
      )
  },
}
