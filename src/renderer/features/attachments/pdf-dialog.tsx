import { Download, ExternalLink } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FileAttachment } from '#shared/contract/attachments'
import { desktop } from '../../platform/desktop'
import { Button, LinkButton } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Loading, Skeleton } from '../../ui/skeleton'
import { useFiles } from './files'
import { saveFile } from './save-file'

/**
 * A PDF in the browser's own viewer. The answer that brings it is sandboxed by its own policy; an attribute here would keep the
 * viewer away.
 */
export function PdfDialog({ file, onClose }: { file: FileAttachment; onClose: () => void }) {
  const { t } = useTranslation(['attachments', 'app'])
  const { file_id, file_name: name } = file
  const [address, setAddress] = useState<string | null>(null)
  const [isGone, setGone] = useState(false)
  // The desktop app shows no pages in pages, and opens none of its own addresses in a browser.
  const isWeb = desktop() === null
  const isShown = isWeb && navigator.pdfViewerEnabled
  useEffect(() => {
    let isOver = false
    void useFiles
      .getState()
      .fresh(file_id)
      .then(found => {
        if (isOver) return
        setAddress(found?.url ?? null)
        setGone(found === null)
      })
    return () => {
      isOver = true
    }
  }, [file_id])

  return (
    <Dialog
      open
      size="xl"
      onClose={onClose}
      title={name}
      closeLabel={t('app:action.close')}
      footer={
        <>
          {address && isWeb && (
            <LinkButton icon={ExternalLink} href={address} target="_blank" rel="noreferrer">
              {t('files.newTab')}
            </LinkButton>
          )}
          <Button variant="primary" icon={Download} onClick={() => void saveFile(file)}>
            {t('view.download')}
          </Button>
        </>
      }
    >
      {isGone && (
        <p role="alert" className="text-sm text-danger-ink">
          {t('files.failed')}
        </p>
      )}
      {!isGone && !address && (
        <Loading label={t('files.loading', { name })}>
          <Skeleton height={480} />
        </Loading>
      )}
      {address && !isShown && <p className="text-sm text-muted">{t('files.noPreview')}</p>}
      {address && isShown && (
        <iframe
          src={address}
          title={name}
          className="h-[min(70dvh,560px)] w-full rounded-sm border border-line bg-surface-3"
        />
      )}
    </Dialog>
  )
}
