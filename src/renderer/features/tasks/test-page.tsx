import { listBranches } from '#shared/contract/organisations/branches'
import { organisationInfo } from '#shared/contract/organisations/endpoints'
import { listComments, type TaskComment } from '#shared/contract/tasks/comments'
import { listBranchTasks, listMyTasks, type TaskGroup, tasksByIds, updateTasks } from '#shared/contract/tasks/endpoints'
import type { Task, TaskCard } from '#shared/contract/tasks/task'
import type { ApiError } from '#shared/errors'
import { branchOf, detailOf, roles } from '../../platform/test-cast'
import { withEnglish } from '../../platform/test-page'
import { serve, withServer } from '../../platform/test-server'
import { LivePage, withFresh } from '../organisations/test-live-page'
import { TasksOfSpace } from './board/space-tasks'
import { TaskPage } from './drawer/page'
import { MyTasksPage } from './mine/page'
import { startTasks } from './start'
import { taskOf } from './test-tasks'

const person = (user_id: number, user_displayname: string, role_id: number) => ({
  ...{ user_id, user_displayname, user_image: null, user_phone: null, user_email: null },
  ...{ org_role: 'member' as const, role_ids: [role_id], branch_ids: [], joined_at: '2026-10-01T09:00:00.000Z' },
})

/** The tasks of Maya, an owner. The test changes what the server has. */
export class TestPage extends LivePage {
  people = [person(7, 'Maya Okafor', 1), person(8, 'Tom Reyes', 2)]
  tasks: Task[] = []
  comments: TaskComment[] = []
  groups: TaskGroup[] = []
  /** The changes that the page sent, without the ids of the caller. */
  updates: Record<string, unknown>[] = []
  /** Refuses the next change. */
  refusal: ApiError | null = null

  constructor() {
    super({ org_role: 'owner', is_premium: true })
  }

  protected serveAll(): void {
    serve(listBranches, [branchOf(1, 'Harbourside', { is_primary_branch: true }), branchOf(2, 'Old Market')])
    serve(organisationInfo, () =>
      detailOf({
        all_users: this.people,
        roles: roles.map(role => ({ ...role, users: [{ user_id: role.role_id === 1 ? 7 : 8 }] })),
      }),
    )
    serve(listMyTasks, ({ body }) =>
      this.tasks.filter(task =>
        body.is_archive === true
          ? task.archived_at !== null
          : task.archived_at === null && (body.status === 'done') === (task.status === 'done'),
      ),
    )
    serve(listBranchTasks, ({ body }) => ({
      branch_id: 1,
      group_by: body.group_by as 'rolewise',
      groups: body.query ? [] : this.groups,
      open_count: 12,
      done_today: 3,
    }))
    serve(tasksByIds, ({ body }) => this.tasks.filter(task => (body.task_ids as number[]).includes(task.id)))
    serve(listComments, () => this.comments)
    serve(updateTasks, ({ body: { organization_id: _o, user_id: _u, origin_id: _c, ...body } }) => {
      this.updates.push(body)
      if (this.refusal) return this.refusal
      const { task_ids, archived, ...fields } = body as { task_ids: number[]; archived?: boolean }
      this.tasks = this.tasks.map(task =>
        task_ids.includes(task.id)
          ? {
              ...task,
              ...fields,
              ...(archived !== undefined && { archived_at: archived ? task.created_at : null }),
              updated_at: new Date().toISOString(),
            }
          : task,
      )
      return task_ids.flatMap(id => this.tasks.find(task => task.id === id) ?? [])
    })
  }

  /** Somebody joins the workspace. */
  joins(user_id: number, user_displayname: string): void {
    this.people = [...this.people, person(user_id, user_displayname, 2)]
    this.emit({ kind: 'member.joined', user_id, user_displayname })
  }

  has(...cards: TaskCard[]): void {
    this.tasks = [...this.tasks, ...cards.map(card => taskOf(card))]
  }

  open(at: string) {
    return this.show(
      [
        { path: '/mytasks', element: <MyTasksPage /> },
        { path: '/tasks/:task_id', element: <TaskPage /> },
        { path: '/home/spaces/1', element: <TasksOfSpace branch_id={1} /> },
      ],
      at,
    )
  }
}

/** Creates a fresh page for each test of a file. Call it at the top. */
export function withTestPage(): { page: TestPage } {
  withServer()
  withEnglish('tasks')
  startTasks()
  return withFresh(() => new TestPage())
}
