import type { TaskCard } from '#shared/contract/tasks/task'
import type { Formatter } from '../../../platform/format'
import { isLate } from '../parts'

const names = ['late', 'today', 'thisWeek', 'nextWeek', 'later', 'none'] as const
export type SectionName = (typeof names)[number]

export interface Section {
  name: SectionName
  tasks: TaskCard[]
}

const day = 86_400_000

/** Open tasks by when they are due; weeks begin on Monday. Empty sections are left out. */
export function sectionsOf(tasks: readonly TaskCard[], format: Formatter, now: number): Section[] {
  const today = Date.parse(format.dayKey(now))
  // January 5, 1970 was a Monday.
  const nextMonday = today + day * (7 - ((Math.floor(today / day) + 3) % 7))
  const nameOf = (task: TaskCard): SectionName => {
    if (task.deadline === null) return 'none'
    if (isLate(task, now)) return 'late'
    const due = Date.parse(format.dayKey(task.deadline))
    if (due <= today) return 'today'
    if (due < nextMonday) return 'thisWeek'
    return due < nextMonday + 7 * day ? 'nextWeek' : 'later'
  }
  return names
    .map(name => ({ name, tasks: tasks.filter(task => nameOf(task) === name) }))
    .filter(section => section.tasks.length > 0)
}
