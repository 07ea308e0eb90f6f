import { type Plan, type PlanInput, planDays } from './day-planner'

/** A late task that somebody else could do. */
export interface PlanMove {
  readonly task_id: number
  readonly user_id: number
  readonly to_user_id: number
  /** Minutes after deadlines of all tasks of the two people, and minutes without a place: as planned, and after the change. */
  readonly late_before: number
  readonly late_after: number
}

/** How many people are tried for a task, those with the least planned time first. */
const mostTried = 8

/**
 * Finds, for the latest tasks of a plan, somebody else whose time makes less late. `mayDo` says who may be given a task.
 * The same input gives the same proposals.
 */
export function proposeMoves(
  input: PlanInput,
  plan: Plan,
  most: number,
  mayDo: (user_id: number, task_id: number) => boolean,
): PlanMove[] {
  const planned = plannedMinutes(plan)
  const latest = [...plan.crossings].sort((a, b) => b.minutes - a.minutes || a.task_id - b.task_id)
  return latest.slice(0, most).flatMap(({ task_id, user_id }) => {
    const others = input.people
      .map(person => person.user_id)
      .filter(id => id !== user_id && mayDo(id, task_id))
      .sort((a, b) => (planned.get(a) ?? 0) - (planned.get(b) ?? 0) || a - b)
      .slice(0, mostTried)
    const moves = others.flatMap(to_user_id => moveOf(input, { task_id, user_id, to_user_id }))
    moves.sort((a, b) => a.late_after - b.late_after || a.to_user_id - b.to_user_id)
    return moves.slice(0, 1)
  })
}

function plannedMinutes({ parts }: Plan): Map<number, number> {
  const minutes = new Map<number, number>()
  for (const { user_id, from, to } of parts) minutes.set(user_id, (minutes.get(user_id) ?? 0) + (to - from) / 60_000)
  return minutes
}

/** What a change makes of the time of two people; nothing if it makes nothing better. */
function moveOf(input: PlanInput, change: Pick<PlanMove, 'task_id' | 'user_id' | 'to_user_id'>): PlanMove[] {
  const two = [change.user_id, change.to_user_id]
  const people = input.people.filter(person => two.includes(person.user_id))
  const tasks = input.tasks.filter(task => task.assignees.some(id => two.includes(id)))
  const late_before = lateMinutes(planDays({ now: input.now, people, tasks }))
  const moved = tasks.map(task =>
    task.id === change.task_id
      ? { ...task, assignees: [...new Set(task.assignees.map(id => (id === change.user_id ? change.to_user_id : id)))] }
      : task,
  )
  const late_after = lateMinutes(planDays({ now: input.now, people, tasks: moved }))
  return late_after < late_before ? [{ ...change, late_before, late_after }] : []
}

const lateMinutes = ({ crossings, unplaced }: Plan): number =>
  [...crossings, ...unplaced].reduce((sum, { minutes }) => sum + minutes, 0)
