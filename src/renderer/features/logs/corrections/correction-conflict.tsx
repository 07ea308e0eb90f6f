import { useTranslation } from 'react-i18next'
import type { LogRevision } from '#shared/contract/logs/corrections'
import { useFormat } from '../../../platform/format'
import { Button } from '../../../ui/button'
import { Side } from '../../../ui/text-side'
import { type Correction, useCorrections } from './corrections'
import { wholeText } from './whole-text'

interface Props {
  correction: Correction
  theirs: LogRevision
  titleId: string
}

/** Shows both texts and the choices when a log was corrected elsewhere in the meantime. */
export function CorrectionConflict({ correction, theirs, titleId }: Props) {
  const { t } = useTranslation('logs')
  const format = useFormat()
  const { log_id } = correction
  const { keepMine, takeTheirs, join } = useCorrections.getState()
  const mine = wholeText(correction)
  const other = wholeText(theirs)
  return (
    <div className="flex flex-col gap-3">
      <div role="alert">
        <h3 id={titleId} className="text-md leading-5 font-semibold">
          {t('conflict.title')}
        </h3>
        <p className="mt-1 max-w-measure text-sm text-muted">
          {t('conflict.text', { when: format.dayAndTime(theirs.written_at) })}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="primary" onClick={() => void keepMine(log_id)}>
          {t('conflict.keepMine')}
        </Button>
        <Button size="sm" onClick={() => takeTheirs(log_id)}>
          {t('conflict.takeTheirs')}
        </Button>
        <Button size="sm" onClick={() => join(log_id)}>
          {t('conflict.join')}
        </Button>
      </div>
      <div className="grid gap-3 md:grid-cols-2">
        <section aria-labelledby={`${titleId}-mine`} className="min-w-0 rounded-md border border-line p-3">
          <h4 id={`${titleId}-mine`} className="pb-2 text-sm font-semibold">
            {t('conflict.mine')}
          </h4>
          <Side text={mine} other={other} mark={t('conflict.onlyMine')} />
        </section>
        <section aria-labelledby={`${titleId}-theirs`} className="min-w-0 rounded-md border border-line p-3">
          <h4 id={`${titleId}-theirs`} className="pb-2 text-sm font-semibold">
            {t('conflict.theirs')}
          </h4>
          <Side text={other} other={mine} mark={t('conflict.onlyTheirs')} />
        </section>
      </div>
    </div>
  )
}
