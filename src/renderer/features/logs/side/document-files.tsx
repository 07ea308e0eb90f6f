import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button'
import { FileNames } from '../../attachments/slots'
import { Section } from './section'
import { useSide } from './store'

/** The files of a document and of its logs, newest first: a few, and the others on demand. */
export function DocumentFiles({ doc_id }: { doc_id: number }) {
  const { t } = useTranslation('logs')
  const files = useSide(state => state.files[doc_id])
  if (!files || files.list.length === 0) return null
  return (
    <Section title={t('side.files')}>
      <FileNames files={files.list} />
      {files.more === 'failed' && (
        <p role="alert" className="mt-1 text-xs text-danger-ink">
          {t('side.moreFailed')}
        </p>
      )}
      {files.next !== null && (
        <Button
          size="sm"
          variant="quiet"
          loading={files.more === 'loading'}
          className="mt-1 -ml-2"
          onClick={() => void useSide.getState().moreFiles(doc_id)}
        >
          {t(files.isWhole ? 'side.more' : 'side.all')}
        </Button>
      )}
    </Section>
  )
}

/** The files of a page, whose pictures are among them, at the edge of the other parts beside it. */
export function FilesOfPage({ doc_id }: { doc_id: number }) {
  useEffect(() => {
    const { show, hide } = useSide.getState()
    void show(doc_id, null)
    return hide
  }, [doc_id])
  return (
    <div className="px-2 empty:hidden">
      <DocumentFiles doc_id={doc_id} />
    </div>
  )
}
