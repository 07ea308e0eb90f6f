import { type Editor, Extension } from '@tiptap/core'
import { Fragment, type ResolvedPos } from '@tiptap/pm/model'
import { type EditorState, NodeSelection, Plugin, Selection, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import i18next from 'i18next'

const items = ['listItem', 'taskItem']

/** The depth of what moves: the item of a list that has another one on that side, else the whole block. */
function depthOfMoved({ depth, node, index }: Pick<ResolvedPos, 'depth' | 'node' | 'index'>, by: -1 | 1): number {
  for (let at = depth; at > 1; at -= 1) {
    const other = index(at - 1) + by
    if (items.includes(node(at).type.name) && other >= 0 && other < node(at - 1).childCount) return at
  }
  return 1
}

/** Moves the block or the list item at the caret past its neighbour; null where there is none. */
export function moved(state: EditorState, by: -1 | 1): Transaction | null {
  const { $from } = state.selection
  const isBlock = state.selection instanceof NodeSelection && $from.depth === 0
  const at = isBlock ? $from : state.doc.resolve($from.before(depthOfMoved(bound($from), by)))
  const { parent } = at
  const index = at.index()
  const [node, other] = [parent.maybeChild(index), parent.maybeChild(index + by)]
  if (!node || !other) return null
  const start = by === 1 ? at.pos : at.pos - other.nodeSize
  const pair = Fragment.from(by === 1 ? [other, node] : [node, other])
  const tr = state.tr.replaceWith(start, start + node.nodeSize + other.nodeSize, pair)
  const now = by === 1 ? start + other.nodeSize : start
  tr.setSelection(
    isBlock ? NodeSelection.create(tr.doc, now) : Selection.near(tr.doc.resolve(now + ($from.pos - at.pos)), 1),
  )
  return tr.scrollIntoView()
}

const bound = (at: ResolvedPos) => ({
  depth: at.depth,
  node: (depth: number) => at.node(depth),
  index: (depth: number) => at.index(depth),
})

/** The keys that move a block, and where to. */
export const moveKeys = { 'Alt+Shift+ArrowUp': -1, 'Alt+Shift+ArrowDown': 1 } as const

/** Moves blocks with Alt, Shift and an arrow key, and by a handle beside the block under the pointer. */
export const moveBlocks = Extension.create({
  name: 'moveBlocks',
  addKeyboardShortcuts() {
    const move = (by: -1 | 1) => () => {
      const tr = moved(this.editor.state, by)
      if (tr) this.editor.view.dispatch(tr)
      return true
    }
    return Object.fromEntries(Object.entries(moveKeys).map(([keys, by]) => [keys.replaceAll('+', '-'), move(by)]))
  },
  addProseMirrorPlugins() {
    return [new Plugin({ view: view => new Handle(view, this.editor) })]
  },
})

/** A handle beside the block under the pointer. Pressing it selects the block, dragging it moves the block. */
class Handle {
  readonly #button = document.createElement('div')
  readonly #frame: HTMLElement | null
  /** Where the block under the pointer begins. */
  #at: number | null = null

  constructor(
    private readonly view: EditorView,
    private readonly editor: Editor,
  ) {
    const button = this.#button
    // Firefox drags no button element.
    button.setAttribute('role', 'button')
    button.className = 'block-handle'
    button.draggable = true
    // By keyboard blocks move with keys, as the description of the text says.
    button.tabIndex = -1
    button.setAttribute('aria-label', i18next.t('pages:move.handle'))
    button.textContent = '⠿'
    button.addEventListener('click', this.#select)
    button.addEventListener('dragstart', this.#drag)
    this.#frame = view.dom.parentElement
    this.#frame?.append(button)
    this.#frame?.addEventListener('pointermove', this.#look)
    this.#frame?.addEventListener('pointerleave', this.#hide)
  }

  update(view: EditorView, before: EditorState): void {
    if (!view.state.doc.eq(before.doc)) this.#hide()
  }

  destroy(): void {
    this.#button.remove()
    this.#frame?.removeEventListener('pointermove', this.#look)
    this.#frame?.removeEventListener('pointerleave', this.#hide)
  }

  #look = ({ clientY, target, buttons }: PointerEvent): void => {
    // A handle that moved away while it is pressed could not be dragged.
    if (target === this.#button || buttons !== 0) return
    const at = this.#blockAt(clientY)
    const element = at === null ? null : this.view.nodeDOM(at)
    if (!(element instanceof HTMLElement) || !this.#frame) {
      this.#hide()
      return
    }
    this.#at = at
    const top = element.getBoundingClientRect().top - this.#frame.getBoundingClientRect().top
    this.#button.style.top = `${top}px`
    this.#button.classList.add('block-handle-shown')
  }

  /** Where the block at a height of the window begins. */
  #blockAt(top: number): number | null {
    const found = this.view.posAtCoords({ left: this.view.dom.getBoundingClientRect().left + 1, top })
    if (!found) return null
    const place = this.view.state.doc.resolve(found.inside >= 0 ? found.inside : found.pos)
    return place.depth === 0 ? place.pos : place.before(1)
  }

  #hide = (): void => {
    this.#at = null
    this.#button.classList.remove('block-handle-shown')
  }

  #select = (): void => {
    if (this.#at !== null) this.editor.chain().setNodeSelection(this.#at).focus().run()
  }

  #drag = (event: DragEvent): void => {
    if (this.#at === null || !event.dataTransfer) return
    const { view } = this
    const selection = NodeSelection.create(view.state.doc, this.#at)
    view.dispatch(view.state.tr.setSelection(selection))
    const slice = selection.content()
    const { dom, text } = view.serializeForClipboard(slice)
    event.dataTransfer.clearData()
    event.dataTransfer.setData('text/html', dom.innerHTML)
    event.dataTransfer.setData('text/plain', text)
    event.dataTransfer.effectAllowed = 'copyMove'
    const element = view.nodeDOM(this.#at)
    if (element instanceof HTMLElement) event.dataTransfer.setDragImage(element, 0, 0)
    view.dragging = { slice, move: true }
  }
}
