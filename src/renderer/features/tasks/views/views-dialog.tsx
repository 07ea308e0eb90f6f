import { Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { view as limits } from '#shared/contract/tasks/limits'
import type { TaskView } from '#shared/contract/tasks/views'
import { useErrorText } from '../../../i18n/texts'
import type { Outcome } from '../../../platform/api'
import { Button } from '../../../ui/button'
import { Checkbox } from '../../../ui/checkbox'
import { Dialog } from '../../../ui/dialog'
import { TextField } from '../../../ui/field'
import { IconButton } from '../../../ui/icon-button'
import { deleteRestorable } from '../../undo/store'
import { useViews } from './views-store'

interface Props {
  /** Those that the person may change. */
  views: readonly TaskView[]
  onClose: () => void
}

/** Renames, shares and deletes saved views. */
export function ViewsDialog({ views, onClose }: Props) {
  const { t } = useTranslation(['tasks', 'app'])
  const errorText = useErrorText()
  const [error, setError] = useState<string | null>(null)
  const { edit, remove, add } = useViews.getState()
  async function done<T>(work: Promise<Outcome<T>>): Promise<void> {
    const outcome = await work
    setError(outcome.ok ? null : errorText(outcome))
  }
  const take = (view: TaskView) => {
    const { name, branch_id, settings, is_shared } = view
    return deleteRestorable({
      remove: () => remove(view),
      done: t('views.deleted', { name }),
      restore: () => add({ name, branch_id, settings, is_shared }),
      notRestored: t('views.notRestored', { name }),
    })
  }
  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      title={t('views.changeTitle')}
      closeLabel={t('app:action.close')}
      footer={<Button onClick={onClose}>{t('app:action.close')}</Button>}
    >
      <div className="flex flex-col gap-4">
        {views.length === 0 && <p className="text-sm text-muted">{t('views.none')}</p>}
        <ul className="flex flex-col gap-4">
          {views.map(view => (
            <li key={view.view_id}>
              <ViewRow
                view={view}
                onRename={name => void done(edit(view, { name }))}
                onShare={is_shared => void done(edit(view, { is_shared }))}
                onDelete={() => void done(take(view))}
              />
            </li>
          ))}
        </ul>
        {error !== null && (
          <p role="alert" className="text-sm text-danger-ink">
            {error}
          </p>
        )}
      </div>
    </Dialog>
  )
}

interface ViewRowProps {
  view: TaskView
  onRename: (name: string) => void
  onShare: (is_shared: boolean) => void
  onDelete: () => void
}

function ViewRow({ view, onRename, onShare, onDelete }: ViewRowProps) {
  const { t } = useTranslation('tasks')
  const [name, setName] = useState(view.name)
  const isChanged = name.trim() !== '' && name.trim() !== view.name
  function rename(event: FormEvent) {
    event.preventDefault()
    if (isChanged) onRename(name.trim())
  }
  return (
    <form onSubmit={rename} noValidate className="flex flex-wrap items-center gap-2">
      <TextField
        label={t('views.nameOf', { name: view.name })}
        hideLabel
        value={name}
        maxLength={limits.nameLength}
        autoComplete="off"
        className="min-w-40 flex-1 max-md:basis-full"
        onChange={event => setName(event.target.value)}
      />
      <Button type="submit" size="sm" needsServer disabled={!isChanged}>
        {t('views.rename')}
      </Button>
      <Checkbox
        label={t('views.shared')}
        aria-label={t('views.shareOf', { name: view.name })}
        checked={view.is_shared}
        onChange={event => onShare(event.target.checked)}
      />
      <IconButton icon={Trash2} needsServer label={t('views.delete', { name: view.name })} onClick={onDelete} />
    </form>
  )
}
