import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PlanReport, ProposedMove } from '#shared/contract/planning/endpoints'
import { useErrorText } from '../../i18n/texts'
import { useWallFormat } from '../../platform/wall-format'
import { Button } from '../../ui/button'
import { MateMark } from '../../ui/mate-mark'
import { toast } from '../../ui/toast'
import { useDirectory } from '../organisations/store'
import { useSchedule } from './store'

/** A problem of the plan in words, with what would help if somebody knows it. */
interface Problem {
  key: string
  text: string
  move: ProposedMove | undefined
}

/** What does not work out, and Mate's proposal. Nothing is applied before a person confirms it. */
export function ReportBar() {
  const { t } = useTranslation('planning')
  const report = useSchedule(state => state.report)
  const problems = useProblems(report)
  const [isOpen, setOpen] = useState(false)
  if (problems.length === 0) return null
  const shown = isOpen ? problems : problems.slice(0, 1)
  return (
    <section
      aria-label={t('problems')}
      className="flex max-h-[40%] shrink-0 gap-3 overflow-y-auto border-t border-line bg-surface-1 px-5 py-3 max-md:px-4"
    >
      <MateMark size={28} />
      <ul className="flex min-w-0 flex-1 flex-col gap-2">
        {shown.map(problem => (
          <li key={problem.key} className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <p className="min-w-0 flex-1 basis-60 text-sm">{problem.text}</p>
            {problem.move && <Accept move={problem.move} />}
          </li>
        ))}
      </ul>
      {problems.length > 1 && (
        <Button size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t('fewer') : t('all', { count: problems.length })}
        </Button>
      )}
    </section>
  )
}

function Accept({ move }: { move: ProposedMove }) {
  const { t } = useTranslation('planning')
  const errorText = useErrorText()
  const name = useName()
  const [isBusy, setBusy] = useState(false)
  async function accept(): Promise<void> {
    setBusy(true)
    const outcome = await useSchedule.getState().accept(move)
    setBusy(false)
    if (outcome.ok) toast.success(t('given', { title: move.title, name: name(move.to_user_id) }))
    else toast.failure(t('notChanged'), { text: errorText(outcome) })
  }
  return (
    <Button variant="primary" size="sm" loading={isBusy} needsServer onClick={() => void accept()}>
      {t('give', { name: name(move.to_user_id) })}
    </Button>
  )
}

function useName() {
  const people = useDirectory(state => state.items)
  return (user_id: number) => people.find(person => person.user_id === user_id)?.user_displayname ?? ''
}

function useProblems(report: PlanReport | null): Problem[] {
  const { t } = useTranslation('planning')
  const { list, duration } = useWallFormat()
  const name = useName()
  if (!report) return []
  const titled = (title: string) => (title === '' ? t('another') : t('quoted', { title }))
  const late = report.late.map(({ task_id, title, user_id, minutes, because }) => {
    const move = report.moves.find(entry => entry.task_id === task_id && entry.user_id === user_id)
    const reasons = because.map(reason =>
      t('reason', { title: titled(reason.title), duration: duration(reason.minutes) }),
    )
    const facts = { name: name(user_id), title: titled(title), duration: duration(minutes), reasons: list(reasons) }
    const text = t(because.length > 0 ? 'lateBecause' : 'lateAlready', facts)
    const help =
      move &&
      t(move.late_after === 0 ? 'helpAll' : 'help', {
        name: name(move.to_user_id),
        duration: duration(move.late_after),
      })
    return { key: `late.${user_id}.${task_id ?? title}.${minutes}`, text: help ? `${text} ${help}` : text, move }
  })
  const unplaced = report.unplaced.map(({ task_id, title, user_id, minutes }) => ({
    ...{ key: `unplaced.${user_id}.${task_id}`, move: undefined },
    text: t('unplaced', { name: name(user_id), title: titled(title), duration: duration(minutes) }),
  }))
  const clashes = report.clashes.map(({ task_id, title, user_id, with_task_id, with_title }) => ({
    ...{ key: `clash.${user_id}.${task_id}.${with_task_id}`, move: undefined },
    text: t('clash', { name: name(user_id), title: titled(title), other: titled(with_title) }),
  }))
  return [...late, ...clashes, ...unplaced]
}
