import { ChevronLeft } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../i18n/texts'
import { useFormat } from '../../../platform/format'
import { choiceEntry, MenuActions } from '../../../platform/menu-actions'
import { Button } from '../../../ui/button'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { Segmented } from '../../../ui/segmented'
import { Loading, Skeleton } from '../../../ui/skeleton'
import { toast } from '../../../ui/toast'
import { Words } from '../../../ui/words'
import { linkComponents } from '../../search/slots'
import type { Info } from '../store'
import { Compared } from './compared'
import { NameDialog } from './name-dialog'
import { type ReadVersion, useVersions, versionKey } from './versions'
import { useWriter } from './writer'

interface Props {
  info: Info
  version: number
  canRestore: boolean
  onBack: () => void
  /** Called with the new number of the version if its author went on writing it. */
  onContinued: (version: number) => void
}

/** A version: its changes, its text, and the button that restores it. */
export function VersionView({ info, version, canRestore, onBack, onContinued }: Props) {
  const { t } = useTranslation(['documents', 'app', 'logbooks'])
  const errorText = useErrorText()
  const { doc_id } = info
  const back = useRef<HTMLButtonElement>(null)
  const read = useVersions(state => state.texts[versionKey(doc_id, version)])
  async function load() {
    const continued = await useVersions.getState().read(doc_id, version)
    if (continued !== null) onContinued(continued)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the callback is another one at each render.
  useEffect(() => void load(), [doc_id, version])
  useEffect(() => back.current?.focus(), [])
  return (
    <div className="flex flex-col gap-3">
      <MenuActions entries={[{ label: t('history.back'), onSelect: onBack }]} group={t('logbooks:title')} />
      <Button ref={back} size="sm" variant="quiet" icon={ChevronLeft} className="-ml-2 self-start" onClick={onBack}>
        {t('history.back')}
      </Button>
      {read?.status === 'ready' && (
        <VersionContent info={info} version={read.version} canRestore={canRestore} onRestored={onBack} />
      )}
      {read?.status === 'failed' && (
        <div role="alert" className="flex flex-col items-start gap-2 text-sm text-danger-ink">
          <p>
            {t('history.versionFailed')} {errorText(read.failure)}
          </p>
          <Button size="sm" onClick={() => void load()}>
            {t('app:action.tryAgain')}
          </Button>
        </div>
      )}
      {(read === undefined || read.status === 'loading') && (
        <Loading label={t('history.loadingVersion')} className="grid gap-3">
          <Skeleton width="50%" />
          <Skeleton width="80%" />
        </Loading>
      )}
    </div>
  )
}

interface VersionContentProps {
  info: Info
  version: ReadVersion
  canRestore: boolean
  onRestored: () => void
}

type Shown = 'changes' | 'beside' | 'text'

function VersionContent({ info, version, canRestore, onRestored }: VersionContentProps) {
  const { t } = useTranslation(['documents', 'app', 'logbooks'])
  const errorText = useErrorText()
  const format = useFormat()
  const writer = useWriter()
  const [shown, setShown] = useState<Shown>('changes')
  const [dialog, setDialog] = useState<'restore' | 'name' | null>(null)
  const { content, created_at, name } = version
  const when = format.dayAndTime(created_at)

  async function restore() {
    const outcome = await useVersions.getState().restore(info.doc_id, version.version, info.version)
    if (!outcome.ok) return errorText(outcome)
    toast.success(t('history.restoreDone'))
    setDialog(null)
    onRestored()
    return null
  }
  const view = {
    label: t('history.show'),
    value: shown,
    onChange: setShown,
    options: [
      { value: 'changes' as const, label: t('history.changes') },
      { value: 'beside' as const, label: t('history.beside') },
      { value: 'text' as const, label: t('history.text') },
    ],
  }
  const isOld = version.version !== info.version
  return (
    <section aria-label={name ?? t('history.version', { when })} className="flex flex-col gap-3">
      <div>
        <h3 className="text-md font-semibold">{name ?? t('history.version', { when })}</h3>
        <p className="text-xs text-muted">
          {writer(version)}
          {name !== null && `, ${when}`}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <MenuActions
          entries={[
            choiceEntry(view),
            { label: t('history.name'), disabled: !canRestore, onSelect: () => setDialog('name') },
            { label: t('history.restore'), disabled: !canRestore || !isOld, onSelect: () => setDialog('restore') },
          ]}
          group={t('logbooks:title')}
        />
        <Segmented {...view} />
        {canRestore && (
          <Button size="sm" onClick={() => setDialog('name')}>
            {t('history.name')}
          </Button>
        )}
        {canRestore && isOld && (
          <Button size="sm" onClick={() => setDialog('restore')}>
            {t('history.restore')}
          </Button>
        )}
      </div>
      {shown !== 'text' && <Compared doc_id={info.doc_id} version={version} isBeside={shown === 'beside'} />}
      {shown === 'text' &&
        (content ? (
          <Words headingLevel={4} components={linkComponents}>
            {content}
          </Words>
        ) : (
          <p className="text-sm text-muted">{t('history.noText')}</p>
        ))}
      {dialog === 'restore' && (
        <ConfirmDialog
          title={t('history.restoreTitle')}
          text={t('history.restoreText')}
          confirmLabel={t('history.restore')}
          cancelLabel={t('app:action.cancel')}
          closeLabel={t('app:action.close')}
          onConfirm={restore}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'name' && <NameDialog doc_id={info.doc_id} version={version} onClose={() => setDialog(null)} />}
    </section>
  )
}
