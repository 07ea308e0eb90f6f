import { type Editor, Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { ySyncPluginKey } from '@tiptap/y-tiptap'
import i18next from 'i18next'
import { pictureAddress } from '#shared/page/references'
import { browserClock } from '../../../platform/clock'
import { toast } from '../../../ui/toast'
import {
  placeInDocument,
  releaseUploads,
  removeUpload,
  restoreUploads,
  uploadToDocument,
  useUploadStore,
} from '../../attachments/store'
import { type Place, placeAt, positionOf } from './places'

type Upload = ReturnType<typeof useUploadStore.getState>['uploads'][number]

/** A picture that is on its way, and where it will be. */
interface Coming {
  name: string
  place: Place | null
}

const key = new PluginKey<DecorationSet>('pictures')
const releasedAfter = 1_000
/** The pictures that are on their way into the text of each editor, by the ids of their uploads. */
const comingTo = new WeakMap<Editor, Map<string, Coming>>()

function comingInto(editor: Editor): Map<string, Coming> {
  const known = comingTo.get(editor) ?? new Map<string, Coming>()
  comingTo.set(editor, known)
  return known
}

const drawAnew = (editor: Editor) => editor.view.dispatch(editor.state.tr.setMeta(key, true))

const isPicture = ({ type }: File) => type.startsWith('image/')
const picturesIn = (data: DataTransfer | null): File[] => [...(data?.files ?? [])].filter(isPicture)

/** Uploads pictures to the document and puts them into its text, where the caret is or where they were dropped. */
export function addPictures(editor: Editor, doc_id: number, files: readonly File[], at?: number): void {
  const place = placeAt(editor.state, at ?? editor.state.selection.to)
  for (const file of files) comingInto(editor).set(uploadToDocument(doc_id, file), { name: file.name, place })
  drawAnew(editor)
}

/** Lets the person choose pictures from their device. */
export function pickPictures(editor: Editor, doc_id: number): void {
  const input = document.createElement('input')
  Object.assign(input, { type: 'file', accept: 'image/*', multiple: true })
  input.addEventListener('change', () => addPictures(editor, doc_id, [...(input.files ?? [])].filter(isPicture)))
  input.click()
}

/** Takes pasted and dropped pictures, and puts each into the text once it is uploaded, after a reload too. */
export const picturesOf = (doc_id: number) =>
  Extension.create<object, { stop: () => void }>({
    name: 'pictures',
    addStorage: () => ({ stop: () => undefined }),
    onCreate() {
      const { editor } = this
      const before = new Set<string>()
      const look = () => arrived(editor, doc_id, id => before.has(id))
      this.storage.stop = useUploadStore.subscribe(look)
      void restoreUploads().then(() => {
        for (const { id } of useUploadStore.getState().uploads) before.add(id)
        look()
      })
    },
    onDestroy() {
      this.storage.stop()
    },
    addProseMirrorPlugins() {
      const { editor } = this
      return [
        new Plugin<DecorationSet>({
          key,
          state: {
            init: () => DecorationSet.empty,
            apply(tr, before, old) {
              const isByOthers = tr.docChanged && tr.getMeta(ySyncPluginKey) !== undefined
              if (isByOthers || tr.getMeta(key)) return placeholders(comingInto(editor), old, tr.doc)
              return before.map(tr.mapping, tr.doc)
            },
          },
          props: {
            decorations: state => key.getState(state),
            handlePaste(_view, event) {
              // Programs put a picture beside the text that was copied.
              const files = event.clipboardData?.types.includes('text/plain') ? [] : picturesIn(event.clipboardData)
              if (files.length > 0) addPictures(editor, doc_id, files)
              return files.length > 0
            },
            handleDrop(view, event) {
              const files = picturesIn(event.dataTransfer)
              const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos
              if (files.length > 0) addPictures(editor, doc_id, files, at)
              return files.length > 0
            },
          },
        }),
      ]
    },
  })

function placeholders(coming: ReadonlyMap<string, Coming>, state: EditorState, doc: Node): DecorationSet {
  const all = [...coming].map(([id, { name, place }]) => {
    const draw = () => {
      const element = document.createElement('span')
      element.className = 'picture-coming'
      element.setAttribute('role', 'status')
      element.textContent = i18next.t('pages:picture.coming', { name })
      return element
    }
    const at = Math.min(placed(state, place) ?? doc.content.size, doc.content.size)
    return Decoration.widget(at, draw, { key: id, side: 1, ignoreSelection: true })
  })
  return DecorationSet.create(doc, all)
}

const placed = (state: EditorState, place: Place | null) => place && positionOf(state, place)

/** Uploads that were put into a text already; letting go of them takes a moment. */
const arrivals = new Set<string>()

/**
 * Puts pictures that are at the server into the text, and says which ones were refused. Those that another tab is about
 * to put there are left to it; after a reload nobody else does.
 */
function arrived(editor: Editor, doc_id: number, isFromBefore: (id: string) => boolean): void {
  const here = useUploadStore.getState().uploads.filter(({ place }) => place === placeInDocument(doc_id))
  for (const upload of here) {
    const { id, name, state, file_id } = upload
    if (editor.isDestroyed || arrivals.has(id) || (!comingInto(editor).has(id) && !isFromBefore(id))) continue
    if (state === 'done' && file_id !== null) put(editor, upload, file_id)
    else if (state === 'failed') {
      arrivals.add(id)
      takePlace(editor, id)
      toast.failure(i18next.t('pages:picture.failed', { name }))
      removeUpload(id)
    }
  }
}

function put(editor: Editor, { id, name }: Upload, file_id: string): void {
  arrivals.add(id)
  const src = pictureAddress(file_id)
  const at = takePlace(editor, id) ?? editor.state.doc.content.size
  const attrs = { src, alt: name.replace(/\.[^.]*$/, '') }
  if (!hasPicture(editor, src)) {
    editor.commands.insertContentAt(at, { type: 'picture', attrs })
    // The caret needs a place below a picture.
    const { doc } = editor.state
    if (doc.lastChild?.attrs.src === src) editor.commands.insertContentAt(doc.content.size, { type: 'paragraph' })
  }
  // The queue is still storing that the upload is done, which would bring it back.
  browserClock.after(releasedAfter, () => releaseUploads([id]))
}

/** The page may have ended between putting a picture into the text and letting go of its upload. */
function hasPicture({ state: { doc } }: Editor, src: string): boolean {
  let isThere = false
  doc.descendants(node => {
    isThere ||= node.attrs.src === src
    return !isThere
  })
  return isThere
}

/** Removes the place of a picture and returns where it is now; null after a reload. */
function takePlace(editor: Editor, id: string): number | null {
  const at = placed(editor.state, comingInto(editor).get(id)?.place ?? null)
  if (comingInto(editor).delete(id)) drawAnew(editor)
  return at
}
