import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type ProsemirrorBinding, ySyncPluginKey } from '@tiptap/y-tiptap'
import type { AbstractType, YEvent } from 'yjs'
import { logError } from '../../../platform/log'

type Shared = AbstractType<YEvent<never>>

/**
 * The editor’s nodes for the parts of a shared document. The editor’s binding forgets all of them at each change of others,
 * and makes the whole page anew. While such a change is drawn, this keeps those that did not change, so that one letter
 * costs the same in a long page as in a short one.
 */
export class KeptNodes extends Map<Shared, Node | Node[]> {
  #isKeeping = false
  /** Makes the whole page anew, once there is an editor. */
  redraw: () => void = () => undefined

  /**
   * Draws changes. Where the editor fails to, for example because it finds no place for the caret any more, it would take
   * away what it does not show with the next key; so it shows everything anew.
   */
  keepDuring(draw: () => void): void {
    this.#isKeeping = true
    try {
      draw()
    } catch (cause) {
      logError('A change of a page could not be drawn alone.', cause)
      this.#isKeeping = false
      this.redraw()
    } finally {
      this.#isKeeping = false
    }
  }

  override clear(): void {
    if (!this.#isKeeping) super.clear()
  }
}

/** Has the editor keep its nodes there. Must follow the extension that binds the editor to the shared document. */
export const keepNodesIn = (nodes: KeptNodes) =>
  Extension.create({
    name: 'keptNodes',
    onCreate() {
      const { binding } = ySyncPluginKey.getState(this.editor.state) as { binding: ProsemirrorBinding }
      nodes.clear()
      for (const [shared, node] of binding.mapping) nodes.set(shared, node)
      binding.mapping = nodes
      nodes.redraw = () => binding._forceRerender()
    },
    onDestroy() {
      nodes.redraw = () => undefined
    },
  })
