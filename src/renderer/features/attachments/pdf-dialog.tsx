import { Download, Maximize, X, ZoomIn, ZoomOut } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FileAttachment } from '#shared/contract/attachments/endpoints'
import { Button } from '../../ui/button'
import { IconButton } from '../../ui/icon-button'
import { LazyModal } from '../../ui/lazy-modal'
import { useLocalKeys } from '../../ui/local-keys'
import { Loading, Skeleton } from '../../ui/skeleton'
import { PasswordForm } from './pdf/password-form'
import { PdfPages } from './pdf/pdf-pages'
import { type Reading, usePdf } from './pdf/use-pdf'
import { saveFile } from './save-file'

/** Multiples of the width of the window. */
const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4] as const
const whole = zooms.indexOf(1)

/**
 * Shows a PDF over the whole window. The app draws it itself, so that it looks the same in browsers, on phones and in
 * the desktop app. The keys +, − and 0 zoom.
 */
export function PdfDialog({ file, onClose }: { file: FileAttachment; onClose: () => void }) {
  const { t } = useTranslation(['pdf', 'attachments', 'app'])
  const titleId = useId()
  const reading = usePdf(file)
  const [step, setStep] = useState(whole)
  const [number, setNumber] = useState(1)
  const isOpen = reading.step === 'open'
  const go = (to: number) => setStep(Math.min(zooms.length - 1, Math.max(0, to)))
  const onKeyDown = useLocalKeys(
    'pdf',
    [
      { keys: ['+', '='], does: 'larger', run: () => go(step + 1) },
      { keys: ['-'], does: 'smaller', run: () => go(step - 1) },
      { keys: ['0'], does: 'whole', run: () => go(whole) },
    ],
    isOpen,
  )

  return (
    <LazyModal
      open
      onClose={onClose}
      labelledBy={titleId}
      firstFocus="box"
      onKeyDown={onKeyDown}
      className="inset-x-0 top-top-inset bottom-0 duration-base ease-enter data-ending-style:opacity-0 data-starting-style:opacity-0"
    >
      <div className="flex min-h-header shrink-0 items-center gap-1 border-b border-line px-4 max-md:px-3">
        <h2 id={titleId} className="min-w-0 flex-1 truncate text-md font-semibold">
          {file.file_name}
        </h2>
        {isOpen && (
          <>
            <p aria-live="polite" className="px-2 text-sm whitespace-nowrap text-muted tabular-nums">
              {t('place', { number, count: reading.pdf.count })}
            </p>
            <IconButton
              icon={ZoomOut}
              label={t('smaller')}
              keys="-"
              disabled={step === 0}
              onClick={() => go(step - 1)}
            />
            <IconButton
              icon={Maximize}
              label={t('whole')}
              keys="0"
              disabled={step === whole}
              onClick={() => go(whole)}
              className="max-md:hidden"
            />
            <IconButton
              icon={ZoomIn}
              label={t('larger')}
              keys="+"
              disabled={step === zooms.length - 1}
              onClick={() => go(step + 1)}
            />
          </>
        )}
        <IconButton
          needsServer
          icon={Download}
          label={t('attachments:view.download')}
          onClick={() => void saveFile(file)}
        />
        <IconButton icon={X} label={t('app:action.close')} onClick={onClose} />
      </div>
      <div className="flex min-h-0 flex-1 flex-col">
        <Content reading={reading} file={file} zoom={zooms[step] ?? 1} number={number} onNumber={setNumber} />
      </div>
    </LazyModal>
  )
}

interface ContentProps {
  reading: Reading
  file: FileAttachment
  zoom: number
  number: number
  onNumber: (number: number) => void
}

function Content({ reading, file, zoom, number, onNumber }: ContentProps) {
  const { t } = useTranslation(['pdf', 'attachments'])
  if (reading.step === 'loading')
    return (
      <Loading
        label={t('attachments:files.loading', { name: file.file_name })}
        className="m-auto w-full max-w-[640px] p-4"
      >
        <Skeleton height={480} />
      </Loading>
    )
  if (reading.step === 'locked')
    return <PasswordForm key={String(reading.isWrong)} isWrong={reading.isWrong} onPassword={reading.onPassword} />
  if (reading.step === 'refused')
    return (
      <div role="alert" className="m-auto grid max-w-[380px] justify-items-center gap-3 p-4 text-center text-sm">
        <p>{t(`refused.${reading.why}`)}</p>
        {reading.why !== 'gone' && (
          <Button needsServer variant="primary" icon={Download} onClick={() => void saveFile(file)}>
            {t('attachments:view.download')}
          </Button>
        )}
      </div>
    )
  const { pdf } = reading
  return (
    <>
      {pdf.isCut && (
        <p role="status" className="shrink-0 border-b border-line bg-surface-2 px-4 py-2 text-sm text-muted">
          {t('cut', { count: pdf.count })}
        </p>
      )}
      <div className="min-h-0 flex-1">
        <PdfPages pdf={pdf} name={file.file_name} zoom={zoom} number={number} onNumber={onNumber} />
      </div>
    </>
  )
}
