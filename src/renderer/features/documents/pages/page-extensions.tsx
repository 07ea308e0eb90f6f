import type { AnyExtension } from '@tiptap/core'
import Collaboration from '@tiptap/extension-collaboration'
import { type NodeViewProps, NodeViewWrapper, ReactNodeViewRenderer } from '@tiptap/react'
import i18next from 'i18next'
import { textField } from '#shared/page/document'
import { Picture, ShownGraph } from '#shared/page/extensions'
import { fileOfPicture, graphFrom } from '#shared/page/references'
import { TextPicture } from '../../attachments/slots'
import { sharedTextExtensions } from '../editor/editor-extensions'
import { GraphInPage } from '../slots'
import { caretsOf } from './carets'
import { passagesWith } from './comments/passages'
import { useAtPassage } from './comments/threads'
import { keepNodesIn } from './kept-nodes'
import { moveBlocks } from './move-blocks'
import type { PageSession } from './page-session'
import { pickPictures, picturesOf } from './pictures'
import { blocksFor } from './suggestions/blocks'
import { graphsNamed } from './suggestions/graphs'
import { mentionsNamed, placesNamed } from './suggestions/names'
import { suggest } from './suggestions/suggest'

/** The extensions of the editor of a page: what everybody sees, and what those need who may write. */
export const pageExtensions = (doc_id: number, session: PageSession, mayWrite: boolean): AnyExtension[] => [
  ...sharedTextExtensions().filter(({ name }) => name !== Picture.name && name !== ShownGraph.name),
  Picture.extend({ addNodeView: () => ReactNodeViewRenderer(PictureView) }),
  ShownGraph.extend({ addNodeView: () => ReactNodeViewRenderer(GraphView) }),
  Collaboration.configure({ document: session.doc, field: textField }),
  keepNodesIn(session.nodes),
  caretsOf(session.awareness),
  passagesWith(thread_id => useAtPassage.getState().look(thread_id)),
  ...(mayWrite ? writingExtensions(doc_id) : []),
]

const writingExtensions = (doc_id: number): AnyExtension[] => [
  picturesOf(doc_id),
  moveBlocks,
  suggest({
    ...{ name: 'block', char: '/', label: () => i18next.t('pages:blocks'), hasSpaces: false },
    offers: words => blocksFor(words, editor => pickPictures(editor, doc_id)),
  }),
  suggest({
    ...{ name: 'mention', char: '@', label: () => i18next.t('pages:mention.label'), hasSpaces: true },
    offers: (words, signal) => mentionsNamed(words, doc_id, signal),
  }),
  suggest({
    ...{ name: 'documentLink', char: '[[', label: () => i18next.t('pages:link.label'), hasSpaces: true },
    offers: (words, signal) => placesNamed(words, doc_id, signal),
  }),
  suggest({
    ...{ name: 'graphChoice', char: '{{', label: () => i18next.t('pages:graph.choose'), hasSpaces: true },
    offers: graphsNamed,
  }),
]

function PictureView({ node }: NodeViewProps) {
  const file_id = fileOfPicture(String(node.attrs.src))
  return (
    <NodeViewWrapper data-drag-handle>
      {file_id !== null && <TextPicture file_id={file_id} alt={String(node.attrs.alt)} />}
    </NodeViewWrapper>
  )
}

function GraphView({ node }: NodeViewProps) {
  const shown = graphFrom(String(node.attrs.href))
  return (
    <NodeViewWrapper data-drag-handle data-graph="">
      {shown && <GraphInPage graph_id={shown.graph_id} />}
    </NodeViewWrapper>
  )
}
