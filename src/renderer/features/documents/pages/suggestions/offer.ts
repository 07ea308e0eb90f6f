import type { Editor, Range } from '@tiptap/core'
import type { Person } from '#shared/contract/common'
import type { Icon } from '../../../../ui/icon'

/** Something that is offered while a person types behind `/`, `@` or `[[`. */
export interface Offer {
  id: string
  label: string
  /** Tells apart offers with the same label. */
  hint?: string | undefined
  icon?: Icon
  person?: Person
  /** Takes what was typed out of the text, and puts the offer in its place. */
  choose: (editor: Editor, typed: Range) => void
}
