import { Download, PackageOpen } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Export, exportOrganisation } from '#shared/contract/exports/endpoints'
import { useErrorText } from '../../../i18n/texts'
import { call } from '../../../platform/api'
import { useFileSize } from '../../../platform/file-size'
import { useFormat } from '../../../platform/format'
import { MenuActions } from '../../../platform/menu-actions'
import { Button, LinkButton } from '../../../ui/button'

/** Milliseconds between two questions for an archive that is being made. Its address is asked for again as often. */
const askInterval = 3_000
/** An address is valid for some minutes; a fresh one replaces it before. */
const renewInterval = 60_000

/** An archive of the workspace for its owner [D39]. */
export function ExportPart() {
  const { t } = useTranslation('administration')
  return (
    <section aria-labelledby="export" className="flex flex-col gap-2 border-t border-line pt-5">
      <h2 id="export" className="text-md font-semibold">
        {t('export.title')}
      </h2>
      <p className="text-sm text-muted">{t('export.text')}</p>
      <ExportControl />
    </section>
  )
}

/** Starts an export, shows how far it is, and offers the archive. */
export function ExportControl() {
  const { t } = useTranslation(['administration', 'app'])
  const { current, isKnown, error, act } = useExport()
  const [isActing, setActing] = useState(false)
  const perform = async (action: 'start' | 'cancel') => {
    setActing(true)
    await act(action)
    setActing(false)
  }
  const link = useRef<HTMLAnchorElement>(null)
  const startLabel = t(current?.status === 'ready' ? 'export.again' : 'export.start')
  const isMaking = current?.status === 'waiting' || current?.status === 'running'
  return (
    <div className="flex flex-col gap-2">
      <MenuActions
        entries={[
          {
            label: t('export.download'),
            disabled: current?.status !== 'ready' || !current.url,
            onSelect: () => link.current?.click(),
          },
          {
            label: isMaking ? t('export.cancel') : startLabel,
            needsServer: true,
            disabled: !isKnown || isActing,
            onSelect: () => void perform(isMaking ? 'cancel' : 'start'),
          },
        ]}
        group={t('section.general')}
      />
      <div className="flex flex-wrap items-center gap-2">
        {current?.status === 'ready' && current.url && (
          <LinkButton ref={link} href={current.url} download icon={Download}>
            {t('export.download')}
          </LinkButton>
        )}
        {isMaking ? (
          <Button needsServer loading={isActing} onClick={() => void perform('cancel')}>
            {t('export.cancel')}
          </Button>
        ) : (
          <Button
            needsServer
            variant={current?.status === 'ready' ? 'quiet' : 'default'}
            icon={PackageOpen}
            disabled={!isKnown}
            loading={isActing}
            onClick={() => void perform('start')}
          >
            {startLabel}
          </Button>
        )}
      </div>
      <p role="status" className="text-sm text-muted empty:hidden">
        {current && <State current={current} />}
      </p>
      {error && (
        <p role="alert" className="text-sm text-danger-ink">
          {error}
        </p>
      )}
    </div>
  )
}

function State({ current: { status, bytes, expires_at } }: { current: Export }) {
  const { t } = useTranslation('administration')
  const size = useFileSize()
  const format = useFormat()
  if (status === 'failed') return <span className="text-danger-ink">{t('export.failed')}</span>
  if (status === 'withdrawn') return t('export.withdrawn')
  if (status !== 'ready') return t('export.making')
  return t('export.ready', {
    size: size(bytes ?? 0),
    day: expires_at ? format.dayInSentence(format.dayKey(expires_at)) : '',
  })
}

function useExport() {
  const errorText = useErrorText()
  const [current, setCurrent] = useState<Export | null>(null)
  const [isKnown, setKnown] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const act = useCallback(
    async (action: 'state' | 'start' | 'cancel') => {
      const outcome = await call(exportOrganisation, { action })
      setError(outcome.ok ? null : errorText(outcome))
      if (!outcome.ok) return
      setCurrent(outcome.data)
      setKnown(true)
    },
    [errorText],
  )
  const status = current?.status
  useEffect(() => {
    void act('state')
    const interval = status === 'waiting' || status === 'running' ? askInterval : renewInterval
    const timer = setInterval(() => void act('state'), interval)
    return () => clearInterval(timer)
  }, [act, status])
  return { current, isKnown, error, act }
}
