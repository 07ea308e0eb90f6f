import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Graph } from '#shared/contract/graphs/endpoints'
import { useErrorText } from '../../i18n/texts'
import type { Failure } from '../../platform/failure'
import { Checkbox } from '../../ui/checkbox'
import { Dialog } from '../../ui/dialog'
import { SkeletonRows } from '../../ui/skeleton'
import { useDirectory } from '../organisations/store'
import { useGraphSpaces } from './spaces-store'

/** Chooses the spaces that show a graph. Each choice is saved at once. */
export function SpacesDialog({ graph, onClose }: { graph: Graph; onClose: () => void }) {
  const { t } = useTranslation(['graphs', 'app'])
  const errorText = useErrorText()
  const { graph_id, name } = graph
  const list = useGraphSpaces(state => state.lists[graph_id])
  const branches = useDirectory(state => state.branches)
  /** What was chosen a moment ago and is being saved. */
  const [chosen, setChosen] = useState<Record<number, boolean>>({})
  const [failure, setFailure] = useState<Failure | null>(null)
  useEffect(() => {
    void useGraphSpaces.getState().load(graph_id)
    void useDirectory.getState().open()
  }, [graph_id])

  async function choose(branch_id: number, is_pinned: boolean) {
    setChosen(before => ({ ...before, [branch_id]: is_pinned }))
    const outcome = await useGraphSpaces.getState().pin(graph_id, branch_id, is_pinned)
    setFailure(outcome.ok ? null : outcome)
    setChosen(({ [branch_id]: _, ...others }) => others)
  }

  const isReady = list?.status === 'ready' && branches.length > 0
  const shown = failure ?? list?.failure
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('spaces.title', { name })}
      description={t('spaces.text')}
      closeLabel={t('app:action.close')}
    >
      {shown && (
        <p role="alert" className="pb-2 text-sm text-danger-ink">
          {errorText(shown)}
        </p>
      )}
      {!isReady && !shown && <SkeletonRows label={t('spaces.loading')} rows={3} />}
      {isReady && (
        <ul aria-label={t('spaces.list')} className="grid gap-2">
          {branches.map(branch => (
            <li key={branch.id}>
              <Checkbox
                label={branch.branch_name}
                checked={chosen[branch.id] ?? list.items.includes(branch.id)}
                onChange={event => void choose(branch.id, event.target.checked)}
              />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
