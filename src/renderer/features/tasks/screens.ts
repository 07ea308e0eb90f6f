import { AddTaskToSpace, QuickAdd } from './add/quick-add'
import { OpenCountOfSpace } from './board/open-count'
import { TasksOfSpace } from './board/space-tasks'
import { TaskPage } from './drawer/page'
import { ItemsDialog } from './items/items-dialog'
import { MyTasksPage } from './mine/page'
import { startTasks } from './start'

/**
 * Everything that shows tasks, as one chunk: its parts share nearly all of their code, and icons that several chunks share
 * are part of the first load.
 */
export function openScreens() {
  startTasks()
  return {
    /** The tasks of the signed-in person. */
    MyTasksPage,
    /** One task on a page of its own. */
    TaskPage,
    /** The board of a space, and the button in its header. */
    TasksOfSpace,
    AddTaskToSpace,
    /** The number of its open tasks in the list of spaces. */
    OpenCountOfSpace,
    /** Adds a task from something. */
    QuickAdd,
    /** Adds the action items of a summary as tasks. */
    ItemsDialog,
  }
}
