import { type NodeViewProps, NodeViewWrapper, ReactNodeViewRenderer } from '@tiptap/react'
import { Picture } from '#shared/page/extensions'
import { fileOfPicture } from '#shared/page/references'
import { TextPicture } from '../../attachments/slots'

function PictureView({ node }: NodeViewProps) {
  const file_id = fileOfPicture(String(node.attrs.src))
  return (
    <NodeViewWrapper data-drag-handle>
      {file_id !== null && <TextPicture file_id={file_id} alt={String(node.attrs.alt)} />}
    </NodeViewWrapper>
  )
}

/** A picture of a page, as it is shown. */
export const ShownPicture = Picture.extend({ addNodeView: () => ReactNodeViewRenderer(PictureView) })
