import type { Editor } from '@tiptap/core'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { LinkedFrom } from '../../../search/slots'
import { TextSide } from '../../editor/text-place'
import { FilesOfPage } from '../../slots'
import { Comments } from '../comments/comments'
import { Outline } from './outline'

interface Props {
  editor: Editor
  doc_id: number
  mayWrite: boolean
  managed: boolean
}

/** What belongs to a page. */
export function PageSide({ editor, ...rest }: Props) {
  const { t } = useTranslation('pages')
  return (
    <TextSide label={t('side')}>
      <Outline editor={editor} />
      <Comments editor={editor} {...rest} />
      <Suspense>
        <LinkedFrom doc_id={rest.doc_id} />
      </Suspense>
      <FilesOfPage doc_id={rest.doc_id} />
    </TextSide>
  )
}
