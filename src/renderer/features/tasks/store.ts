import type { Input } from '#shared/contract/endpoint'
import {
  createTask,
  listBranchTasks,
  listMyTasks,
  TaskGroup,
  type TaskGrouping,
  tasksByIds,
  updateTasks,
} from '#shared/contract/tasks/endpoints'
import { type Task, TaskCard } from '#shared/contract/tasks/task'
import { call, type Outcome } from '../../platform/api'
import { answerOrCopy } from '../../platform/copied-answer'
import type { Failure } from '../../platform/failure'
import { account } from '../../platform/guest'
import { createKeyedListSlice } from '../../platform/keyed-list-slice'
import { copied } from '../../platform/list-copies'
import { createListSlice } from '../../platform/list-slice'
import { offlineCopies } from '../../platform/offline-copies'
import { useSession } from '../../platform/session'
import { createSlice } from '../../platform/store'
import { useDirectory } from '../organisations/store'
import { changed, columnsOf, type Fields, placed, withCard } from './cards'
import { taskCopy, taskPlace } from './last-read'

/** The HTTP status of what a slice shows before it was loaded [3.24b]. */
const beforeLoad = 400

/** The HTTP status of the last answer with tasks, and with comments. */
export const useLoadStatus = createSlice(
  'tasks.status',
  { tasks: beforeLoad, comments: beforeLoad },
  set => ({
    /** Records the status of an answer, and returns the answer. */
    record<T extends { status: number }>(of: 'tasks' | 'comments', outcome: T): T {
      set({ [of]: outcome.status })
      return outcome
    },
  }),
  { scope: 'organisation' },
)

type MyShown = 'open' | 'done' | 'archived'

/** The name of the copy of such tasks. */
export const myCopy = (shown: string): string => `tasks.${shown}`

/** Tasks of the signed-in person: open ones by deadline, done ones, or archived ones [D17]. */
const createMyList = (shown: MyShown) =>
  createListSlice(`tasks.mine.${shown}`, {
    list: async (page, query: string) => {
      const filter = { ...(query && { query }), ...(shown !== 'archived' && { status: shown }) }
      const outcome = await call(listMyTasks, { ...page, limit: 100, is_archive: shown === 'archived', ...filter })
      return useLoadStatus.getState().record('tasks', outcome)
    },
    key: task => task.id,
    query: '',
    copies: query => (query === '' ? copied(myCopy(shown), TaskCard) : undefined),
    actions: ({ get, changer }) => ({
      put(card: TaskCard) {
        const isHere = isMine(card) && shownOf(card) === shown && hasWords(card, get().query)
        changer()(items => placed(items, card, isHere))
      },
      drop: (id: number) => changer()(items => (items.some(task => task.id === id) ? without(items, id) : items)),
    }),
  })

const without = (items: TaskCard[], id: number) => items.filter(task => task.id !== id)
/** Whether a filter shows a task; the server compares a little more kindly. */
const hasWords = ({ title, labels }: TaskCard, query: string) =>
  [title, ...labels].join(' ').toLocaleLowerCase().includes(query.toLocaleLowerCase())
const isMine = ({ assignees }: TaskCard) => assignees.includes(useSession.getState().userId ?? 0)
const shownOf = ({ archived_at, status }: TaskCard): MyShown =>
  archived_at !== null ? 'archived' : status === 'done' ? 'done' : 'open'

export const useMyTasks = createMyList('open')
export const useMyDone = createMyList('done')
export const useMyArchive = createMyList('archived')
export const myLists = { open: useMyTasks, done: useMyDone, archived: useMyArchive } as const
const allMine = Object.values(myLists)

export interface BoardOf {
  branch_id: number
  group_by: TaskGrouping
  query: string
  is_archive: boolean
}

/** The name of the copy of a board. */
export const boardCopy = ({ branch_id, group_by }: Pick<BoardOf, 'branch_id' | 'group_by'>): string =>
  `board.${branch_id}.${group_by}`

/** The boards of spaces: the groups of each [D4]. */
export const useBoards = createKeyedListSlice('tasks.boards', {
  async list({ query, ...of }: BoardOf) {
    const outcome = await call(listBranchTasks, { ...of, ...(query && { query }) })
    if (!outcome.ok) return outcome
    const { groups: data, open_count, done_today } = outcome.data
    return { ok: true, data, extra: { open_count, done_today } }
  },
  nameOf: of => JSON.stringify([of.branch_id, of.group_by, of.query, of.is_archive]),
  key: group => group.group,
  copies: ({ query, is_archive, ...of }) =>
    query === '' && !is_archive ? copied(boardCopy(of), TaskGroup) : undefined,
  extra: { open_count: 0, done_today: 0 },
  actions: ({ get, changer }) => ({
    /** Loads more tasks of one group. */
    async more({ query, ...of }: BoardOf, group: string, after: string): Promise<Failure | null> {
      const change = changer({ query, ...of })
      const outcome = await call(listBranchTasks, { ...of, ...(query && { query }), group, after })
      if (!outcome.ok) return outcome
      const more = outcome.data.groups[0]
      change(groups =>
        groups.map(shown => {
          // Pressed twice, the second answer adds nothing.
          if (shown.group !== group || shown.next_cursor !== after) return shown
          const known = new Set(shown.tasks.map(task => task.id))
          const added = (more?.tasks ?? []).filter(task => !known.has(task.id))
          return { ...shown, tasks: [...shown.tasks, ...added], next_cursor: more?.next_cursor ?? null }
        }),
      )
      return null
    },
    /** Moves a task to the columns where it belongs, on all boards of its space. */
    put(card: TaskCard) {
      const { roles } = useDirectory.getState()
      for (const of of boardsIn(get().lists)) {
        const isHere = of.branch_id === card.branch_id && of.is_archive === (card.archived_at !== null)
        changer(of)(groups => withCard(groups, card, isHere ? columnsOf(card, of.group_by, roles) : []))
      }
    },
    drop(id: number) {
      for (const of of boardsIn(get().lists))
        changer(of)(groups =>
          groups.map(group =>
            group.tasks.some(task => task.id === id)
              ? { ...group, tasks: without(group.tasks, id), count: group.count - 1 }
              : group,
          ),
        )
    },
  }),
})

function boardsIn(lists: Record<string, unknown>): BoardOf[] {
  return Object.keys(lists).map(name => {
    const [branch_id, group_by, query, is_archive] = JSON.parse(name) as [number, TaskGrouping, string, boolean]
    return { branch_id, group_by, query, is_archive }
  })
}

/** Loads the boards of a space again, if they are shown. */
export function refreshBoards(branch_id?: number): void {
  const { lists, refresh } = useBoards.getState()
  for (const of of boardsIn(lists)) if (branch_id === undefined || of.branch_id === branch_id) void refresh(of)
}

export interface Opened {
  task: Task | null
  status: 'loading' | 'ready' | 'failed'
  failure: Failure | null
}

/** Tasks by their ids, and what can be done with them. */
export const useTasks = createSlice(
  'tasks',
  { opened: {} as Record<number, Opened> },
  (set, get, writer) => ({
    /** Loads a task, also again after it changed. What is shown stays until the answer arrives. */
    async read(task_id: number): Promise<void> {
      const write = writer()
      set(({ opened }) => {
        opened[task_id] ??= { task: null, status: 'loading', failure: null }
        if (opened[task_id].status === 'failed') opened[task_id].status = 'loading'
      })
      const place = taskPlace(task_id)
      const owner = account()
      const outcome = await answerOrCopy(call(tasksByIds, { task_ids: [task_id] }), place, {
        isEmpty: () => !get().opened[task_id]?.task,
        show: ([task]) => {
          if (!task) return
          write(({ opened }) => {
            opened[task_id] = { task, status: 'ready', failure: null }
          })
        },
      })
      const [task] = outcome.ok ? outcome.data : []
      if (outcome.ok && account() === owner) {
        if (task) offlineCopies.keep(place.name, [task])
        else await offlineCopies.drop(place.name)
      }
      const failure = outcome.ok ? { code: 'task.not_found', message: '' } : outcome
      write(({ opened }) => {
        const held = opened[task_id]
        if (task) opened[task_id] = { task, status: 'ready', failure: null }
        else if (outcome.ok || !held?.task) {
          const { code, message } = failure
          opened[task_id] = { task: null, status: 'failed', failure: { code, message } }
        }
      })
    },

    /** Shows a task as the server has it, wherever it is shown. */
    put(card: TaskCard | Task) {
      const held = get().opened[card.id]?.task
      if (held && held.updated_at <= card.updated_at)
        set(({ opened }) => {
          opened[card.id] = { task: { ...held, ...card }, status: 'ready', failure: null }
        })
      for (const list of allMine) list.getState().put(card)
      useBoards.getState().put(card)
    },

    /** Creates a task; a repetition with the same key creates no other one. */
    async create(input: Input<typeof createTask>, key: string): Promise<Outcome<Task>> {
      const outcome = await call(createTask, input, { idempotencyKey: key })
      if (outcome.ok) {
        useTasks.getState().put(outcome.data)
        // Its column may not be shown yet.
        refreshBoards(outcome.data.branch_id)
      }
      return outcome
    },

    /** Removes a task that this person can no longer see. */
    forget(task_id: number) {
      set(({ opened }) => {
        if (opened[task_id])
          opened[task_id] = { task: null, status: 'failed', failure: { code: 'task.not_found', message: '' } }
      })
      for (const list of allMine) list.getState().drop(task_id)
      useBoards.getState().drop(task_id)
      void offlineCopies.drop(taskCopy(task_id))
    },

    /**
     * Changes fields of tasks, at once on screen. If the server refuses, everything is as it was before.
     */
    async change(cards: readonly TaskCard[], fields: Fields): Promise<Outcome<Task[]>> {
      const { put } = useTasks.getState()
      const write = writer()
      const isHere = () => {
        let is = false
        write(() => {
          is = true
        })
        return is
      }
      const now = new Date().toISOString()
      for (const card of cards) put(changed(get().opened[card.id]?.task ?? card, fields, now))
      const task_ids = cards.map(card => card.id)
      const outcome = await call(updateTasks, { ...fields, task_ids })
      if (!isHere()) return outcome
      if (outcome.ok) for (const task of outcome.data) put(task)
      else for (const card of cards) put(card)
      return outcome
    },
  }),
  { scope: 'organisation' },
)

/** Every card that is loaded, by id; used to name tasks that others refer to. */
export function cardOf(id: number): TaskCard | undefined {
  const { lists } = useBoards.getState()
  return (
    useTasks.getState().opened[id]?.task ??
    allMine.flatMap(list => list.getState().items).find(task => task.id === id) ??
    Object.values(lists)
      .flatMap(list => list.items.flatMap(group => group.tasks))
      .find(task => task.id === id)
  )
}

/** How the person looks at tasks [9.1a]; kept on the device. */
export const useTaskView = createSlice(
  'tasks.view',
  { selected_filter: 'rolewise' as TaskGrouping, mine: 'list' as 'list' | 'board' },
  set => ({
    group: (selected_filter: TaskGrouping) => set({ selected_filter }),
    show: (mine: 'list' | 'board') => set({ mine }),
  }),
  { persist: ['selected_filter', 'mine'] },
)

/** The tasks that are selected for one action [4.15]. */
export const useSelection = createSlice(
  'tasks.selection',
  { ids: [] as number[], last: null as number | null },
  (set, get) => ({
    toggle(id: number) {
      const { ids } = get()
      set({ ids: ids.includes(id) ? ids.filter(other => other !== id) : [...ids, id], last: id })
    },
    /** Selects everything between the last selected task and this one. */
    extend(id: number, order: readonly number[]) {
      const { ids, last } = get()
      const [from, to] = [order.indexOf(last ?? id), order.indexOf(id)]
      if (from < 0 || to < 0) return
      const between = order.slice(Math.min(from, to), Math.max(from, to) + 1)
      set({ ids: [...new Set([...ids, ...between])], last: id })
    },
    set: (ids: readonly number[]) => set({ ids: [...ids] }),
    clear: () => set({ ids: [], last: null }),
  }),
  { scope: 'organisation' },
)
