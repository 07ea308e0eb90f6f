import { type Span, type WorkingHours, workingSpans } from './schedule-windows'

const minute = 60_000
/** No part of a task that is split is shorter, in minutes [D15]. */
export const shortestPart = 15
/** How many days are planned [D15]. */
export const plannedDays = 14

const priorities = ['urgent', 'high', 'normal', 'low'] as const
type Priority = (typeof priorities)[number]

/** An open task as the planner sees it. Instants are in milliseconds. */
export interface PlannableTask {
  readonly id: number
  /** Everybody who does it; each of them spends the whole estimate. */
  readonly assignees: readonly number[]
  readonly estimate_minutes: number
  readonly deadline: number | null
  /** When it begins, whatever else there is; without effect once it has passed. */
  readonly fixed_start: number | null
  readonly start_after: number | null
  readonly priority: Priority
  readonly created_at: number
  /** Tasks that must be finished first; those that are not among the tasks are. */
  readonly depends_on: readonly number[]
}

export interface PlannablePerson {
  readonly user_id: number
  readonly hours: WorkingHours
  /** When they have no time although they work, for example by their calendar. May overlap. */
  readonly busy: readonly Span[]
}

export interface PlanInput {
  readonly now: number
  readonly people: readonly PlannablePerson[]
  readonly tasks: readonly PlannableTask[]
}

/** A part of a task in somebody's time. */
export interface PlannedPart extends Span {
  readonly task_id: number
  readonly user_id: number
  /** 1 to `parts`. */
  readonly part: number
  readonly parts: number
  readonly is_fixed: boolean
}

/** A task of a person that is planned to end after its deadline. */
export interface Crossing {
  readonly task_id: number
  readonly user_id: number
  readonly minutes: number
  /** What takes the time before the deadline, the longest first; minutes before the deadline. */
  readonly because: readonly { readonly task_id: number; readonly minutes: number }[]
}

export interface Plan {
  /** Of all people, by start. */
  readonly parts: readonly PlannedPart[]
  readonly crossings: readonly Crossing[]
  /** What finds no time within the planned days: the minutes that are left. */
  readonly unplaced: readonly { readonly task_id: number; readonly user_id: number; readonly minutes: number }[]
  /** Fixed tasks that overlap another fixed one of the same person, or begin before what they depend on is finished. */
  readonly clashes: readonly { readonly task_id: number; readonly user_id: number; readonly with_task_id: number }[]
}

/**
 * Plans the open tasks of people into their free working time of the next 14 days [D15]. Fixed starts come first, then
 * deadlines, priorities and age; a task takes over the deadline of what depends on it. The same input gives the same
 * plan. Only fixed tasks may lie outside working hours, or overlap each other.
 */
export function planDays({ now, people, tasks }: PlanInput): Plan {
  const start = Math.ceil(now / minute) * minute
  const times = new Map(people.map(person => [person.user_id, new PersonTime(person, start)]))
  const known = new Map(tasks.map(task => [task.id, task]))
  const urgency = urgencies(tasks, known)
  const ordered = [...tasks].sort((former, latter) => compareTasks(former, latter, urgency))
  const isFixed = (task: PlannableTask) => task.fixed_start !== null && endOfFixed(task) > start
  const plan = new PlanBuilder(times)

  for (const task of ordered.filter(isFixed).sort((a, b) => (a.fixed_start ?? 0) - (b.fixed_start ?? 0)))
    plan.placeFixed(task)
  for (const task of inDependencyOrder(ordered, known)) {
    if (isFixed(task)) plan.checkFixed(task)
    else plan.place(task, start)
  }
  return plan.finish(known)
}

const endOfFixed = (task: PlannableTask): number => (task.fixed_start ?? 0) + task.estimate_minutes * minute

/** The deadline of each task, which is no later than those of the tasks that depend on it. */
function urgencies(tasks: readonly PlannableTask[], known: ReadonlyMap<number, PlannableTask>): Map<number, number> {
  const urgency = new Map<number, number>()
  const pending = tasks.map(task => ({ task, by: task.deadline ?? Number.POSITIVE_INFINITY }))
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { task, by } = next
    const before = urgency.get(task.id)
    if (before !== undefined && before <= by) continue
    urgency.set(task.id, by)
    const needed = Math.min(by, task.fixed_start ?? Number.POSITIVE_INFINITY)
    for (const id of task.depends_on) {
      const dependency = known.get(id)
      if (dependency && needed < Number.POSITIVE_INFINITY) pending.push({ task: dependency, by: needed })
    }
  }
  return urgency
}

function compareTasks(former: PlannableTask, latter: PlannableTask, urgency: ReadonlyMap<number, number>): number {
  const [by, byLatter] = [urgency.get(former.id) ?? 0, urgency.get(latter.id) ?? 0]
  if (by !== byLatter) return by < byLatter ? -1 : 1
  return (
    priorities.indexOf(former.priority) - priorities.indexOf(latter.priority) ||
    former.created_at - latter.created_at ||
    former.id - latter.id
  )
}

/** The tasks in their order, each after those on which it depends. A cycle is broken at its first task. */
function inDependencyOrder(
  ordered: readonly PlannableTask[],
  known: ReadonlyMap<number, PlannableTask>,
): PlannableTask[] {
  const result: PlannableTask[] = []
  const seen = new Set<number>()
  for (const first of ordered) {
    const stack = [{ task: first, next: 0 }]
    if (seen.has(first.id)) continue
    seen.add(first.id)
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const id = top.task.depends_on[top.next++]
      const dependency = id === undefined ? undefined : known.get(id)
      if (id === undefined) {
        result.push(top.task)
        stack.pop()
      } else if (dependency && !seen.has(id)) {
        seen.add(id)
        stack.push({ task: dependency, next: 0 })
      }
    }
  }
  return result
}

/** Collects a plan, task by task. */
class PlanBuilder {
  readonly #times: ReadonlyMap<number, PersonTime>
  readonly #parts: PlannedPart[] = []
  readonly #unplaced: Plan['unplaced'][number][] = []
  readonly #clashes: Plan['clashes'][number][] = []
  readonly #ends = new Map<number, number>()

  constructor(times: ReadonlyMap<number, PersonTime>) {
    this.#times = times
  }

  placeFixed(task: PlannableTask): void {
    const span = { from: task.fixed_start ?? 0, to: endOfFixed(task) }
    for (const { user_id, time } of this.#peopleOf(task)) {
      const other = time.fix(task.id, span)
      if (other !== undefined) this.#clashes.push({ task_id: task.id, user_id, with_task_id: other })
      this.#add(task, user_id, [span], true)
    }
  }

  /** Notes a fixed task that begins before what it depends on is finished. */
  checkFixed(task: PlannableTask): void {
    const late = task.depends_on.find(id => (this.#ends.get(id) ?? 0) > (task.fixed_start ?? 0))
    if (late === undefined) return
    for (const { user_id } of this.#peopleOf(task))
      this.#clashes.push({ task_id: task.id, user_id, with_task_id: late })
  }

  place(task: PlannableTask, start: number): void {
    const ready = Math.max(start, task.start_after ?? 0, ...task.depends_on.map(id => this.#ends.get(id) ?? 0))
    const from = Math.ceil(ready / minute) * minute
    for (const { user_id, time } of this.#peopleOf(task)) {
      const { spans, left } = time.fill(from, task.estimate_minutes)
      this.#add(task, user_id, spans, false)
      if (left === 0) continue
      this.#unplaced.push({ task_id: task.id, user_id, minutes: left })
      // What depends on it cannot be planned either.
      this.#ends.set(task.id, Number.POSITIVE_INFINITY)
    }
  }

  finish(known: ReadonlyMap<number, PlannableTask>): Plan {
    const parts = this.#parts.sort((a, b) => a.from - b.from || a.user_id - b.user_id || a.task_id - b.task_id)
    return {
      parts,
      crossings: crossingsOf(parts, known),
      unplaced: this.#unplaced,
      clashes: this.#clashes,
    }
  }

  #peopleOf(task: PlannableTask) {
    return task.assignees.flatMap(user_id => {
      const time = this.#times.get(user_id)
      return time ? [{ user_id, time }] : []
    })
  }

  #add(task: PlannableTask, user_id: number, spans: readonly Span[], is_fixed: boolean): void {
    spans.forEach((span, index) => {
      this.#parts.push({ ...span, task_id: task.id, user_id, part: index + 1, parts: spans.length, is_fixed })
    })
    const end = spans.at(-1)?.to ?? 0
    this.#ends.set(task.id, Math.max(this.#ends.get(task.id) ?? 0, end))
  }
}

function crossingsOf(all: readonly PlannedPart[], known: ReadonlyMap<number, PlannableTask>): Crossing[] {
  const byPerson = new Map<number, PlannedPart[]>()
  for (const part of all) {
    const own = byPerson.get(part.user_id)
    if (own) own.push(part)
    else byPerson.set(part.user_id, [part])
  }
  return [...byPerson.values()].flatMap(parts => crossingsOfPerson(parts, known))
}

function crossingsOfPerson(parts: readonly PlannedPart[], known: ReadonlyMap<number, PlannableTask>): Crossing[] {
  return parts.flatMap(({ task_id, user_id, part, parts: count, to }) => {
    const deadline = known.get(task_id)?.deadline ?? null
    if (part !== count || deadline === null || to <= deadline) return []
    const before = new Map<number, number>()
    for (const other of parts) {
      if (other.from >= deadline) break
      if (other.task_id === task_id) continue
      const length = (Math.min(other.to, deadline) - other.from) / minute
      before.set(other.task_id, (before.get(other.task_id) ?? 0) + length)
    }
    const because = [...before].map(([id, minutes]) => ({ task_id: id, minutes }))
    because.sort((a, b) => b.minutes - a.minutes || a.task_id - b.task_id)
    return [{ task_id, user_id, minutes: Math.ceil((to - deadline) / minute), because }]
  })
}

/** The free working time of a person, which becomes less with each task. */
class PersonTime {
  /** By start, without overlaps. */
  #free: Span[]
  readonly #fixed: (Span & { task_id: number })[] = []

  constructor({ hours, busy }: PlannablePerson, start: number) {
    const { zone, on } = workingSpans(hours)
    const first = zone.dayOf(start)
    const spans: Span[] = []
    // A shift of the day before may last until now.
    for (let day = first - 1; day < first + plannedDays; day += 1) spans.push(...on(day))
    const end = zone.instantOf(first + plannedDays, 0)
    this.#free = joined(
      spans.map(({ from, to }) => ({ from: Math.max(from, start), to: Math.min(to, end) })).filter(isSome),
    )
    for (const span of busy) this.take(span)
  }

  take(span: Span): void {
    this.#free = this.#free.flatMap(free =>
      span.to <= free.from || span.from >= free.to
        ? [free]
        : [
            { from: free.from, to: Math.min(free.to, span.from) },
            { from: Math.max(free.from, span.to), to: free.to },
          ].filter(isSome),
    )
  }

  /** Takes the time of a fixed task, free or not. Returns a fixed task that it overlaps. */
  fix(task_id: number, span: Span): number | undefined {
    const other = this.#fixed.find(({ from, to }) => to > span.from && from < span.to)
    this.#fixed.push({ ...span, task_id })
    this.take(span)
    return other?.task_id
  }

  /** Takes the earliest free time from an instant on. `left` are the minutes for which there is none. */
  fill(from: number, minutes: number): { spans: Span[]; left: number } {
    const spans: Span[] = []
    let left = minutes
    if (from === Number.POSITIVE_INFINITY) return { spans, left }
    for (const free of this.#free) {
      const begin = Math.max(free.from, from)
      const length = lengthOfPart(Math.floor((free.to - begin) / minute), left)
      if (length === 0) continue
      spans.push({ from: begin, to: begin + length * minute })
      left -= length
      if (left === 0) break
    }
    for (const span of spans) this.take(span)
    return { spans: joined(spans), left }
  }
}

/** How many of the minutes that are left go into a gap: none if the gap or what then remains is shorter than a part. */
function lengthOfPart(gap: number, left: number): number {
  if (gap >= left) return left
  if (gap < shortestPart) return 0
  const length = left - gap < shortestPart ? left - shortestPart : gap
  return length < shortestPart ? 0 : length
}

const isSome = ({ from, to }: Span): boolean => from < to

/** Spans by start, those that touch or overlap as one. */
function joined(spans: readonly Span[]): Span[] {
  const result: Span[] = []
  for (const span of [...spans].sort((a, b) => a.from - b.from)) {
    const last = result.at(-1)
    if (last && span.from <= last.to) result[result.length - 1] = { from: last.from, to: Math.max(last.to, span.to) }
    else result.push(span)
  }
  return result
}
