import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { useErrorText } from '../../../i18n/texts'
import { mutationQueue, useMutations } from '../../../platform/mutation-queue/store'
import { Button } from '../../../ui/button'
import { discardWithUndo } from '../../undo/store'
import { type TaskInput, taskMutation } from '../comments-store'

const inputOf = (input: unknown): TaskInput | undefined =>
  (taskMutation.input as z.ZodType<TaskInput>).safeParse(input).data

/** New tasks that the server does not have yet: how many are on their way, and those that it refused. */
export function WaitingTasks({ branch_id }: { branch_id?: number }) {
  const { t } = useTranslation('tasks')
  const errorText = useErrorText()
  const mutations = useMutations(state => state.mutations)
  const mine = mutations.filter(({ kind, input }) => {
    if (kind !== taskMutation.name) return false
    return branch_id === undefined || inputOf(input)?.branch_id === branch_id
  })
  const waiting = mine.filter(({ state }) => state !== 'failed')
  const refused = mine.filter(({ state }) => state === 'failed')
  if (mine.length === 0) return null
  return (
    <div className="grid gap-2 px-5 pt-3 text-sm max-md:px-4">
      {waiting.length > 0 && (
        <p role="status" className="text-muted">
          {t('waiting', { count: waiting.length })}
        </p>
      )}
      {refused.map(({ id, input, failure }) => (
        <div key={id} role="alert" className="flex flex-wrap items-center gap-2 rounded-md bg-danger-soft px-3 py-2">
          <p className="min-w-0 flex-1 text-danger-ink">
            <b className="font-semibold">{t('notCreated', { title: inputOf(input)?.title ?? '' })}</b>{' '}
            {failure && errorText(failure)}
          </p>
          <Button size="sm" onClick={() => void mutationQueue().retry(id)}>
            {t('retry')}
          </Button>
          <Button size="sm" variant="quiet" onClick={() => discardWithUndo(id, { done: t('taskDiscarded') })}>
            {t('discard')}
          </Button>
        </div>
      ))}
    </div>
  )
}
