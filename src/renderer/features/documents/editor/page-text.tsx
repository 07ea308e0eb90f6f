import { Pencil } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useShortcut } from '../../../platform/shortcuts'
import { Button } from '../../../ui/button'
import { PaneBody } from '../../../ui/pane'
import { Words } from '../../../ui/words'
import type { Info } from '../store'
import { SaveState } from './save-state'
import { useWriting, type Writing } from './writing'

interface Props {
  info: Info
  /** Null for people who may only read. */
  onEdit: (() => void) | null
  /** The text with ticked tasks that are not saved yet. */
  ticked: Writing | undefined
  /** Whether the person may tick tasks. */
  mayTick: boolean
  /** Receives the focus when editing ends. */
  ref: { current: HTMLDivElement | null }
}

/** A page in the reading view. */
export function PageText({ info, onEdit, ticked, mayTick, ref }: Props) {
  const { t } = useTranslation(['documents', 'logbooks'])
  const content = ticked?.text ?? info.content
  useShortcut({ keys: 'e', label: t('edit.open'), group: t('logbooks:title'), isOn: onEdit !== null }, () => onEdit?.())
  return (
    <PaneBody padded>
      <div ref={ref} tabIndex={-1} className="max-w-measure outline-none focus-visible:shadow-none">
        {ticked && (
          <div className={ticked.state === 'failed' ? 'mb-3 rounded-md bg-danger-soft px-3 py-2' : 'sr-only'}>
            <SaveState writing={ticked} />
          </div>
        )}
        {content ? (
          <Words
            headingLevel={3}
            size="page"
            onChange={mayTick ? text => useWriting.getState().tick(info, text) : undefined}
          >
            {content}
          </Words>
        ) : (
          <div className="flex flex-col items-start gap-3">
            <p className="text-muted">{t('logbooks:doc.noContent')}</p>
            {onEdit && (
              <Button size="sm" variant="primary" icon={Pencil} onClick={onEdit}>
                {t('edit.write')}
              </Button>
            )}
          </div>
        )}
      </div>
    </PaneBody>
  )
}
