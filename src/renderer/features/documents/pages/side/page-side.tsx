import type { Editor } from '@tiptap/core'
import { useTranslation } from 'react-i18next'
import { Comments } from '../comments/comments'
import { LinkedFrom } from './linked-from'
import { Outline } from './outline'

interface Props {
  editor: Editor
  doc_id: number
  mayWrite: boolean
  managed: boolean
}

/** What belongs to a page: beside its text where there is room, below it elsewhere. */
export function PageSide({ editor, ...rest }: Props) {
  const { t } = useTranslation('pages')
  return (
    <aside
      aria-label={t('side')}
      className="flex w-70 shrink-0 flex-col gap-5 self-start p-5 max-md:p-4 @max-[1000px]:w-full @max-[1000px]:max-w-measure @min-[1000px]:sticky @min-[1000px]:top-11 @min-[1000px]:max-h-[calc(100dvh-110px)] @min-[1000px]:overflow-y-auto @min-[1200px]:w-85 print:hidden"
    >
      <Outline editor={editor} />
      <Comments editor={editor} {...rest} />
      <LinkedFrom doc_id={rest.doc_id} />
    </aside>
  )
}
